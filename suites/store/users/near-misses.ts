import * as fc from 'fast-check';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import {check, type AnyProperty, type Check, type Judgement} from '../../check.ts';
import {all, expectOutcome, nothing} from '../../judge.ts';
import {isUpdated} from '../../outcome.ts';
import {property} from '../../property.ts';
import {text, type Handle, type Script} from '../../script.ts';
import {DIGITS, NEAR_TEXTS, nearPairs, nearTexts} from '../../values/near-texts.ts';
import {classesOf, type ValueClasses} from '../../values/values.ts';
import {createUser, idOf, newUser, search, updateOf} from '../people.ts';
import {expectRowMember, rowOf} from '../user-rows.ts';

/** Pairs of texts that are equal to a deployment which compares letters without case or accent. */
const ALIKE: typeof NEAR_TEXTS = {
  'a letter in the other case': [(name) => text(name, '-a'), (name) => text(name, '-A')],
  'an accent': [(name) => text(name, '-é'), (name) => text(name, '-e')],
};

/** Pairs of similar external_ids, by their difference. */
const PAIRS: typeof NEAR_TEXTS = {
  ...NEAR_TEXTS,
  ...ALIKE,
  'a blank more inside': [(name) => text('a b ', name), (name) => text('a  b ', name)],
};

const PAIR_NAMES = Object.keys(PAIRS) as [string, ...string[]];

const pairs = classesOf<string>(...PAIR_NAMES);

/** Records a user whose external_id is of a pair, and an update that gives the other one of it. */
function updateByPair(s: Script, pair: string, digits: string) {
  const [has, given] = PAIRS[pair] ?? [];
  const [name, number] = [s.fresh('external-id'), {...s.fresh('external-id'), valueClass: digits}];
  const current = has?.(name, number) ?? name;
  const {created, body} = createUser(s, {external_id: current});
  const update = (id: Val) => {
    const email = s.fresh('email');
    const sent = {...updateOf(body), email, external_id: id};
    return {email, response: s.call('updateUser', {path: idOf(created), body: sent})};
  };
  const near = update(given?.(name, number) ?? name);
  const same = update(current);
  const found = pair in ALIKE ? search(s, same.email) : undefined;
  return {created, near: near.response, same: same.response, ...(found && {found})};
}

type ByPair<T> = Record<'created' | 'near' | 'same', T> & {found?: T};

/**
 * What only resembles the current value is refused. Where letters are compared without their case or
 * accent it may be the current value, and then the user keeps the external_id of the creation.
 */
const expectNotAccepted = (
  {created, near, same, found}: ByPair<Exchange>,
  pair: string,
): Judgement =>
  all(expectOutcome(same, 'updated', 'the same refused'), () =>
    found && isUpdated(near)
      ? expectRowMember(
          rowOf(found, created),
          'external_id',
          created.requestBody?.['external_id'],
          `stored: ${pair}`,
          found,
        )
      : expectOutcome(near, 'invalid', `accepted: ${pair}`),
  );

/** An external_id "must equal the current value": a similar one does not. */
const externalIds: AnyProperty = property({
  rule: 'store.users.external-id-cannot-change',
  place: 'what differs in little',
  maxDrawsOnShared: 0,
  forAll: {pair: pairs},
  act: (s, {pair}) => updateByPair(s, pair, DIGITS.valueClass),
  judge: (seen: ByPair<Exchange>, {pair}) => expectNotAccepted(seen, pair),
});

/** Pairs of two texts that are one number. */
const OF_ONE_NUMBER = new Set([
  'a leading zero',
  'a decimal of the same number',
  'an exponent of the same number',
]);

/** Kinds of numbers: those that a floating-point number holds, and others. */
const NUMBERS = ['digits with leading zeros', DIGITS.valueClass] as const;

const numbersOf = (pair: string) => (OF_ONE_NUMBER.has(pair) ? NUMBERS : [DIGITS.valueClass]);

const keyOf = (pair: string, digits: string, step: string): string => `${pair}, ${digits}: ${step}`;

/** Users who get external ids that resemble their own in every way. */
const everyPair: Check = check({
  rule: 'store.users.external-id-cannot-change',
  place: 'each that differs in little',
  onlyOnTestTargets: true,
  act: (s) => {
    const seen: Record<string, Handle> = {};
    for (const pair of PAIR_NAMES)
      for (const digits of numbersOf(pair))
        for (const [step, handle] of Object.entries(updateByPair(s, pair, digits)))
          seen[keyOf(pair, digits, step)] = handle;
    return seen;
  },
  judge: (seen: Record<string, Exchange>) =>
    all(
      ...PAIR_NAMES.flatMap((pair) =>
        numbersOf(pair).map((digits) => () => {
          const [created, near, same, found] = ['created', 'near', 'same', 'found'].map(
            (step) => seen[keyOf(pair, digits, step)],
          );
          return created && near && same
            ? expectNotAccepted({created, near, same, ...(found && {found})}, pair)
            : nothing();
        }),
      ),
    ),
});

/** Similar external ids belong to different users. */
const twoOwners: AnyProperty = property({
  rule: 'store.users.external-id-is-unique',
  place: 'what differs in little',
  maxDrawsOnShared: 0,
  forAll: {pair: nearPairs},
  act: (s, {pair}) => {
    const digits = {...s.fresh('external-id'), ...DIGITS};
    const [current, other] = nearTexts(pair, s.fresh('external-id'), digits);
    const createdAs = (id: Val) => s.call('createUser', {body: {...newUser(s), external_id: id}});
    createUser(s, {external_id: current});
    return {second: createdAs(other), again: createdAs(current)};
  },
  judge: ({second, again}, {pair}) =>
    all(
      expectOutcome(second, 'created', `refused: ${pair}`),
      expectOutcome(again, 'invalid', 'the same accepted'),
    ),
});

/** Invalid addresses, by what is wrong; each has a unique part. */
const wrongAddresses: ValueClasses<never> = {
  plain: address('at a host'),
  classes: {
    'two at signs': fc.constant(address('@low', '@tide.presscheck.example')),
    'no host': fc.constant(address('@')),
    'no name': fc.constant({$text: ['@', {$fresh: 'text'}, '.presscheck.example']} as never),
    'a blank in the name': fc.constant(address(' low@presscheck.example')),
    'a blank in the host': fc.constant(address('@low tide.example')),
    'two dots in the host': fc.constant(address('@presscheck..example')),
    'two addresses': fc.constant(address('@presscheck.example,low@presscheck.example')),
    'a name for people': fc.constant({
      $text: ['Low Tide <', {$fresh: 'text'}, '@presscheck.example>'],
    } as never),
    'a line break': fc.constant(address('@presscheck.example\nlow')),
  },
};

/** A text that begins with a unique part. */
function address(...parts: string[]): never {
  return {$text: [{$fresh: 'text'}, ...parts]} as never;
}

/** An invalid address is refused, on create and on update. */
const emails: AnyProperty = property({
  rule: 'store.users.email-must-be-valid',
  place: 'addresses that are none',
  maxDrawsOnShared: 0,
  forAll: {email: wrongAddresses},
  act: (s, {email}) => {
    const {created, body} = createUser(s);
    return {
      creation: s.call('createUser', {body: {...newUser(s), email}}),
      update: s.call('updateUser', {path: idOf(created), body: {...updateOf(body), email}}),
    };
  },
  judge: ({creation, update}) =>
    all(
      expectOutcome(creation, 'invalid', 'accepted on create'),
      expectOutcome(update, 'invalid', 'accepted on update'),
    ),
});

/** Texts that are not a day of the form YYYY-MM-DD. */
const noDays = classesOf<string>(
  '2031-05-14T00:00:00Z',
  '2031-05-14 00:00:00',
  '2031-5-4',
  '20310514',
  '2031/05/14',
  '14-05-2031',
  '14.05.2031',
  '2031-02-30',
  '2029-02-29',
  '2031-04-31',
  '2031-13-01',
  '2031-00-10',
  '2031-05',
  '2031-134',
  'tomorrow',
);

/** The end of a plan is a day of the form YYYY-MM-DD that exists. */
const planEnds: AnyProperty = property({
  rule: 'store.users.plan-end-is-a-date',
  place: 'texts that are no day',
  maxDrawsOnShared: 0,
  forAll: {end: noDays},
  act: (s, {end}) => {
    const plan = (day: string) => ({
      assign_new_plan: s.sample('subscribable_plan'),
      new_plan_custom_valid_to: day,
    });
    const body = newUser(s);
    const created = s.call('createUser', {
      body: {...body, ...plan('2031-05-14')},
      expects: 'created',
    });
    return {
      creation: createWith(s, plan(end)),
      update: s.call('updateUser', {
        path: idOf(created),
        body: {...updateOf(body), ...plan(end)},
      }),
    };
  },
  judge: ({creation, update}) =>
    all(
      expectOutcome(creation, 'invalid', 'accepted on create'),
      expectOutcome(update, 'invalid', 'accepted on update'),
    ),
});

const createWith = (s: Script, more: Record<string, Val>) =>
  s.call('createUser', {body: {...newUser(s), ...more}});

/** What resembles an external_id, each of it. */
export const eachNearMiss: Check[] = [everyPair];

/** Values that resemble valid ones and must be refused (Endpoints / Users; Errors). */
export const nearMisses: AnyProperty[] = [externalIds, twoOwners, emails, planEnds];
