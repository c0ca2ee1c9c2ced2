/** External ids that differ in little: each is another one (Endpoints / Users). */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {check, type Judgement, type AnyProperty, type Check} from '../../../language/check.ts';
import {
  all,
  expectOutcome,
  expectThat,
  nothing,
  judgeEach,
  summaryOf,
} from '../../../language/judge.ts';
import {isCreated, isUpdated} from '../../../language/outcome.ts';
import {property} from '../../../language/property.ts';
import {type Script, type Handle} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {NEAR_TEXTS, DIGITS, nearPairs, nearTexts} from '../../../values/near-texts.ts';
import {classesOf} from '../../../values/values.ts';
import {createUser, updateOf, idOf, search, newUser} from '../../people.ts';
import {expectRowMember, rowOf} from '../../user-rows.ts';

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
  const similar = given?.(name, number) ?? name;
  const near = update(similar);
  const same = update(current);
  const seen = {created, near: near.response, same: same.response};
  if (!(pair in ALIKE)) return seen;
  const found = search(s, same.email);
  return {
    ...seen,
    found,
    other: s.call('createUser', {body: {...newUser(s), external_id: similar}}),
  };
}

/** `found` and `other` are of the pairs `ALIKE`: the user afterwards, and another one who gets the similar value. */
type ByPair<T> = Record<'created' | 'near' | 'same', T> & {found?: T; other?: T};

/**
 * What only resembles the current value is refused. Where letters are compared without their case or accent it may be
 * the current value: then the user keeps the external_id of the creation, and nobody else can have the similar one.
 */
const expectNotAccepted = (
  {created, near, same, found, other}: ByPair<Exchange>,
  pair: string,
): Judgement =>
  all(expectOutcome(same, 'updated', 'the same refused'), () =>
    found && other && isUpdated(near)
      ? all(
          expectRowMember(
            rowOf(found, created),
            'external_id',
            created.requestBody?.['external_id'],
            `stored: ${pair}`,
            found,
          ),
          expectThat(!isCreated(other), {
            branch: `told apart: ${pair}`,
            expected:
              'the update to be refused, since another user can have the similar external_id',
            got: summaryOf(near),
            at: near,
          }),
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

/** Every pair of external ids, with each kind of number that may tell the two apart. */
const EVERY_PAIR = PAIR_NAMES.flatMap((pair) => numbersOf(pair).map((digits) => ({pair, digits})));

/** The name of a response. */
const keyOf = (pair: string, digits: string, step: string): string => `${pair}, ${digits}: ${step}`;

/** What is only similar is refused for a user of `eachNearExternalId`, if all was sent. */
const expectNotAcceptedIn = (
  seen: Record<string, Exchange>,
  pair: string,
  digits: string,
): Judgement => {
  const [created, near, same, found, other] = ['created', 'near', 'same', 'found', 'other'].map(
    (step) => seen[keyOf(pair, digits, step)],
  );
  return created && near && same
    ? expectNotAccepted({created, near, same, ...(found && other && {found, other})}, pair)
    : nothing();
};

/** Users who get external ids that resemble their own in every way. */
export const eachNearExternalId: Check = check({
  rule: 'store.users.external-id-cannot-change',
  place: 'each that differs in little',
  onlyOnTestTargets: true,
  act: (s) => {
    const seen: Record<string, Handle> = {};
    for (const {pair, digits} of EVERY_PAIR)
      for (const [step, handle] of Object.entries(updateByPair(s, pair, digits)))
        seen[keyOf(pair, digits, step)] = handle;
    return seen;
  },
  judge: (seen: Record<string, Exchange>) =>
    judgeEach(EVERY_PAIR, ({pair, digits}) => expectNotAcceptedIn(seen, pair, digits)),
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

/** Similar external ids of one user and of two. */
export const nearExternalIds: AnyProperty[] = [externalIds, twoOwners];
