import * as fc from 'fast-check';
import type {Val} from '../../../spec/value.ts';
import type {AnyProperty} from '../../check.ts';
import {all, is} from '../../judge.ts';
import {property} from '../../property.ts';
import {text, type Script} from '../../script.ts';
import {DIGITS, NEAR_TEXTS, nearPairs, nearTexts} from '../../values/near-texts.ts';
import {classesOf, type Values} from '../../values/values.ts';
import {create, idOf, newUser, updateOf} from '../people.ts';

/** Pairs of similar external_ids, by their difference. */
const PAIRS: typeof NEAR_TEXTS = {
  ...NEAR_TEXTS,
  'a letter in the other case': [(name) => text(name, '-a'), (name) => text(name, '-A')],
  'an accent': [(name) => text(name, '-é'), (name) => text(name, '-e')],
  'a blank more inside': [(name) => text('a b ', name), (name) => text('a  b ', name)],
};

const pairs = classesOf<string>(...(Object.keys(PAIRS) as [string, ...string[]]));

/** An external_id "must equal the current value": a similar one does not. */
const externalIds: AnyProperty = property({
  rule: 'store.users.external-id-cannot-change',
  place: 'what differs in little',
  onShared: 0,
  forAll: {pair: pairs},
  act: (s, {pair}) => {
    const [has, given] = PAIRS[pair] ?? [];
    const [name, digits] = [s.fresh('external-id'), {...s.fresh('external-id'), ...DIGITS}];
    const current = has?.(name, digits) ?? name;
    const {created, body} = create(s, {external_id: current});
    const update = (id: Val) =>
      s.call('updateUser', {
        path: idOf(created),
        body: {...updateOf(body), email: s.fresh('email'), external_id: id},
      });
    return {near: update(given?.(name, digits) ?? name), same: update(current)};
  },
  judge: ({near, same}, {pair}) =>
    all(is(same, 'updated', 'the same refused'), is(near, 'invalid', `accepted: ${pair}`)),
});

/** Similar external ids belong to different users. */
const twoOwners: AnyProperty = property({
  rule: 'store.users.external-id-is-unique',
  place: 'what differs in little',
  onShared: 0,
  forAll: {pair: nearPairs},
  act: (s, {pair}) => {
    const digits = {...s.fresh('external-id'), ...DIGITS};
    const [current, other] = nearTexts(pair, s.fresh('external-id'), digits);
    const createdAs = (id: Val) => s.call('createUser', {body: {...newUser(s), external_id: id}});
    create(s, {external_id: current});
    return {second: createdAs(other), again: createdAs(current)};
  },
  judge: ({second, again}, {pair}) =>
    all(is(second, 'created', `refused: ${pair}`), is(again, 'invalid', 'the same accepted')),
});

/** Invalid addresses, by what is wrong; each has a unique part. */
const wrongAddresses: Values<never> = {
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
  onShared: 0,
  forAll: {email: wrongAddresses},
  act: (s, {email}) => {
    const {created, body} = create(s);
    return {
      creation: s.call('createUser', {body: {...newUser(s), email}}),
      update: s.call('updateUser', {path: idOf(created), body: {...updateOf(body), email}}),
    };
  },
  judge: ({creation, update}) =>
    all(is(creation, 'invalid', 'accepted on create'), is(update, 'invalid', 'accepted on update')),
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
  onShared: 0,
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
    all(is(creation, 'invalid', 'accepted on create'), is(update, 'invalid', 'accepted on update')),
});

const createWith = (s: Script, more: Record<string, Val>) =>
  s.call('createUser', {body: {...newUser(s), ...more}});

/** Values that resemble valid ones and must be refused (Endpoints / Users; Errors). */
export const nearMisses: AnyProperty[] = [externalIds, twoOwners, emails, planEnds];
