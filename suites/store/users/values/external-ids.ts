/** The external_id of a user never changes: an update repeats it (Endpoints / Users, Update). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {check, type AnyProperty, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectOutcome, expectThat, summaryOf} from '../../../language/judge.ts';
import {isCreated, isUpdated} from '../../../language/outcome.ts';
import {property} from '../../../language/property.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {checksOfCases, ofEach, sceneOfCases} from '../../../tables/cases.ts';
import {DIGITS, NEAR_TEXTS} from '../../../values/near-texts.ts';
import {classesOf} from '../../../values/values.ts';
import {createUser, EVERYTHING, newUser, search, updateWith} from '../../people.ts';
import {expectNobodyMoved} from './refused.ts';
import {expectRowFlag, expectRowMember, FLAGS, isFlagSet, rowOf} from '../../user-rows.ts';

const RULE = 'store.users.external-id-cannot-change';

/** The list shows the user with the external_id that the creation gave. */
const expectIdKept = (found: Exchange, created: Exchange, branch: string): Judgement => {
  const given = created.requestBody?.['external_id'];
  return expectRowMember(rowOf(found, created), 'external_id', given, branch, found);
};

/** The checks of updates with another external_id. */
const externalIdChanges: Check[] = [
  check({
    rule: RULE,
    act: (s) => {
      const user = createUser(s);
      const name = s.fresh('external-id');
      const cased = createUser(s, {external_id: text('reader-', name)});
      return {
        other: updateWith(s, user, {external_id: s.fresh('external-id')}),
        inCapitals: updateWith(s, cased, {external_id: text('READER-', name)}),
        cased: cased.created,
        found: search(s, cased.body.email),
        same: updateWith(s, user, {}, {expects: 'updated'}),
      };
    },
    judge: ({other, inCapitals, cased, found}) =>
      all(expectOutcome(other, 'invalid', 'change-accepted'), () =>
        // "Must equal the current value": in capitals it does so only where letters are compared without
        // their case, and then the user keeps the external_id of the creation.
        isUpdated(inCapitals)
          ? expectIdKept(found, cased, 'letters-changed')
          : expectOutcome(inCapitals, 'invalid', 'change-of-letters-accepted'),
      ),
  }),
  check({
    rule: 'store.users.external-id-change-changes-nothing',
    act: (s) => {
      const user = createUser(s);
      const email = s.fresh('email');
      const changes = {...EVERYTHING, email, external_id: s.fresh('external-id')};
      updateWith(s, user, changes, {expects: 'invalid'});
      return {
        created: user.created,
        found: search(s, user.body.email),
        moved: search(s, email),
      };
    },
    judge: ({created, found, moved}) => {
      const row = rowOf(found, created);
      const before = created.body.data;
      const expectSame = (name: string, branch: string) =>
        expectRowMember(row, name, before[name] as unknown, branch, found);
      return all(
        expectSame('external_id', 'external-id-moved'),
        ...FLAGS.map((name) =>
          expectRowFlag(row, name, isFlagSet(before[name]), `${name} taken`, found),
        ),
        expectSame('sessions_limit', 'sessions_limit taken'),
        () => expectNobodyMoved(moved, 'email-moved'),
      );
    },
  }),
  check({
    rule: 'store.users.external-id-change-is-called-prohibited',
    act: (s) => ({
      other: updateWith(s, createUser(s), {external_id: s.fresh('external-id')}),
    }),
    judge: ({other}) =>
      expectThat(/prohibited/i.test(JSON.stringify(other.body ?? '')), {
        branch: 'other-words',
        expected: 'a message that says the field is prohibited',
        got: JSON.stringify(other.body?.errors ?? other.body?.message) ?? 'nothing',
        at: other,
      }),
  }),
  check({
    rule: 'store.users.own-external-id-is-accepted',
    act: (s) => {
      const user = createUser(s);
      const same = updateWith(s, user, {email: s.fresh('email')});
      updateWith(s, user, {external_id: s.fresh('external-id')}, {expects: 'invalid'});
      return {same};
    },
    judge: ({same}) => expectOutcome(same, 'updated', 'own-external-id-refused'),
  }),
];

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

/** Records a user whose external_id is of a pair, and an update that gives the other one of it. */
function updateByPair(s: Script, pair: string, digits: string): ByPair<Handle> {
  const [has, given] = PAIRS[pair] ?? [];
  const [name, number] = [s.fresh('external-id'), {...s.fresh('external-id'), valueClass: digits}];
  const current = has?.(name, number) ?? name;
  const user = createUser(s, {external_id: current});
  const similar = given?.(name, number) ?? name;
  const near = updateWith(s, user, {email: s.fresh('email'), external_id: similar});
  const email = s.fresh('email');
  const same = updateWith(s, user, {email, external_id: current});
  const seen = {created: user.created, near, same};
  if (!(pair in ALIKE)) return seen;
  const found = search(s, email);
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
          expectIdKept(found, created, `stored: ${pair}`),
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
export const nearExternalIds: AnyProperty = property({
  rule: RULE,
  place: 'what differs in little',
  maxDrawsOnShared: 0,
  forAll: {pair: classesOf<string>(...PAIR_NAMES)},
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
const NUMBERS = ['digits with leading zeros', DIGITS.valueClass];

/** Every pair of external ids, with each kind of number that may tell the two apart. */
const everyPair = sceneOfCases({
  id: `${RULE} each that differs in little`,
  onlyOnTestTargets: true,
  cases: Object.fromEntries(
    PAIR_NAMES.flatMap((pair) =>
      (OF_ONE_NUMBER.has(pair) ? NUMBERS : [DIGITS.valueClass]).map((digits) => [
        `${pair}, ${digits}`,
        {pair, digits},
      ]),
    ),
  ),
  act: (s, {pair, digits}) => updateByPair(s, pair, digits),
});

/** The checks of updates with another external_id, and of users who get ids that resemble their own in every way. */
export const externalIds: Check[] = [
  ...externalIdChanges,
  ...checksOfCases(everyPair, 'each that differs in little', {
    [RULE]: ofEach((seen, {pair}) => expectNotAccepted(seen, pair)),
  }),
];
