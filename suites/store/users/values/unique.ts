/** No two users of a store have one email or one external_id (Resources / User). */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {
  check,
  checksOf,
  sharedScene,
  type AnyProperty,
  type Check,
  type Judgement,
} from '../../../language/check.ts';
import {all, expectOutcome, expectThat, when} from '../../../language/judge.ts';
import {hasSituation} from '../../../language/outcome.ts';
import {property} from '../../../language/property.ts';
import {expectNotBoth} from '../../../language/races.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {checkOfRaces, expectOneCreated, race} from '../../../tables/races.ts';
import {DIGITS, nearPairs, nearTexts} from '../../../values/near-texts.ts';
import {
  createUser,
  deactivate,
  EVERYTHING,
  idOf,
  newUser,
  search,
  updateWith,
} from '../../people.ts';
import {expectUserUnchanged, rowsOf} from '../../user-rows.ts';

const EMAIL = 'store.users.email-is-unique';
const EXTERNAL_ID = 'store.users.external-id-is-unique';
const NOBODY_MADE = 'store.users.refused-create-makes-nobody';

/** Members of a refused creation that differ from those of the existing user. */
const OTHERWISE = {sessions_limit: 9, admin: false, plan_admin: false, only_sees_readable: false};

/** Records a creation with a value that another user has or had, with any result. */
const createWith = (s: Script, more: Record<string, Val>): Handle =>
  s.call('createUser', {body: {...newUser(s), ...more}});

/** An external_id that another user has. */
const takenExternalId = sharedScene({
  id: 'store: a taken external_id',
  act: (s) => {
    const {created, body} = createUser(s, EVERYTHING);
    const again = createWith(s, {...OTHERWISE, external_id: body.external_id});
    return {created, again, held: search(s, body.email)};
  },
});

/** Addresses that other users have or had, and the one that the user has. */
const takenEmails = sharedScene({
  id: 'store: taken addresses',
  act: (s) => {
    const holder = createUser(s, EVERYTHING);
    const {created, body} = holder;
    const other = createUser(s);
    const [email, wanted] = [s.fresh('email'), s.fresh('email')];
    // Two wrong members at once are refused, too.
    const both = {...EVERYTHING, email: body.email, external_id: s.fresh('external-id')};
    return {
      created,
      again: createWith(s, {...OTHERWISE, email: body.email}),
      held: search(s, body.email),
      update: updateWith(s, other, {...EVERYTHING, email: body.email}),
      other: other.created,
      both: s.call('updateUser', {path: idOf(other.created), body: both}),
      kept: search(s, other.body.email),
      own: updateWith(s, other),
      moved: updateWith(s, other, {email}),
      afterwards: createWith(s, {email}),
      race: s.parallel(
        (b) => void updateWith(b, holder, {email: wanted}),
        (b) => void updateWith(b, other, {email: wanted}),
      ),
    };
  },
});

/** A refused creation leaves the user who has the value as it was. */
const expectHolderUnchanged = ({
  created,
  again,
  held,
}: Record<'created' | 'again' | 'held', Exchange>): Judgement =>
  when(again.situations.includes('invalid'), 'the creation was not refused', () =>
    expectUserUnchanged(held, created),
  );

const ONE_UPDATED = {
  situation: 'updated',
  what: 'updated with this email',
  both: 'both updated with one email',
};

const taken: Check[] = [
  ...checksOf(takenEmails, {
    [EMAIL]: ({again, update, afterwards, race: updates}) =>
      all(
        expectNotBoth(updates, ONE_UPDATED),
        expectOutcome(again, 'invalid', 'taken-email-accepted-on-create'),
        expectOutcome(update, 'invalid', 'taken-email-accepted-on-update'),
        expectOutcome(afterwards, 'invalid', 'email-of-an-update-accepted'),
      ),
  }),
  ...checksOf(takenEmails, {
    [`${NOBODY_MADE} @ with a taken email`]: expectHolderUnchanged,
    'store.users.refused-update-changes-nothing @ for a taken email': ({
      other,
      update,
      both,
      kept,
    }) =>
      when([update, both].every(hasSituation('invalid')), 'an update was not refused', () =>
        expectUserUnchanged(kept, other),
      ),
    'store.users.update-answers-200-or-204 @ with the email that the user has': ({own}) =>
      expectOutcome(own, 'updated', 'own-email-refused'),
  }),
  ...checksOf(takenExternalId, {
    [EXTERNAL_ID]: ({again}) => expectOutcome(again, 'invalid', 'taken-external-id-accepted'),
    [`${NOBODY_MADE} @ with a taken external_id`]: expectHolderUnchanged,
  }),
];

/** Whether the values of a deactivated user are in use is open, but no two active users share them. */
const ofDeactivated: Check[] = [
  check({
    rule: EMAIL,
    place: 'of a deactivated user',
    act: (s) => {
      const {created, body} = createUser(s);
      deactivate(s, created);
      createWith(s, {email: body.email});
      s.call('reactivateUser', {path: idOf(created)});
      return {found: search(s, body.email)};
    },
    judge: ({found}) => expectOneActive(rowsOf(found), 'email', found),
  }),
  check({
    rule: EMAIL,
    place: 'of a deactivated user, by an update',
    onlyOnTestTargets: true,
    // The address belongs either to the deactivated user or to the new one: in both cases an update
    // cannot take it.
    act: (s) => {
      const {created, body} = createUser(s);
      deactivate(s, created);
      const again = createWith(s, {email: body.email});
      return {again, update: updateWith(s, createUser(s), {email: body.email})};
    },
    judge: ({again, update}) =>
      when(
        hasSituation('created', 'invalid')(again),
        'the creation with the email was neither accepted nor refused',
        () => expectOutcome(update, 'invalid', 'email-of-a-deactivated-user-accepted-on-update'),
      ),
  }),
  check({
    rule: EXTERNAL_ID,
    place: 'of a deactivated user',
    onlyOnTestTargets: true,
    act: (s) => {
      const {created, body} = createUser(s);
      deactivate(s, created);
      const email = s.fresh('email');
      createWith(s, {email, external_id: body.external_id});
      s.call('reactivateUser', {path: idOf(created)});
      return {created, found: search(s, body.email), foundOther: search(s, email)};
    },
    judge: ({created, found, foundOther}) => {
      const id: unknown = created.body.data?.external_id;
      const rows = [...rowsOf(found), ...rowsOf(foundOther)];
      return expectOneActive(
        rows.filter((row) => row.external_id === id),
        'external_id',
        foundOther,
      );
    },
  }),
];

/** At most one of the users who have a value is active. */
const expectOneActive = (
  rows: Record<string, unknown>[],
  member: string,
  where: Exchange,
): Judgement =>
  expectThat(rows.filter((row) => row.deleted_at === null).length < 2, {
    branch: `two active users with one ${member}`,
    expected: `at most one active user with the ${member}`,
    got: 'two',
    at: where,
  });

const creation = {op: 'createUser', newBody: newUser};

/** Creations at the same moment (Resources / User: unique within the store). */
const atOnce: Check[] = [
  check({
    rule: 'store.users.parallel-creates-stay-unique',
    act: (s) => ({sameEmail: race(s, creation, 'email'), sameId: race(s, creation, 'external_id')}),
    judge: ({sameEmail, sameId}) =>
      all(expectOneCreated(sameEmail, 'email'), expectOneCreated(sameId, 'external_id')),
  }),
  checkOfRaces({
    scene: 'store: users with one email or one external_id, race after race',
    rule: 'store.users.parallel-creates-stay-unique',
    ...creation,
    members: ['email', 'external_id'],
    creations: 4,
    twice: 'more than one user',
  }),
];

/** The checks of values that another user has or had. */
export const unique: Check[] = [...taken, ...ofDeactivated, ...atOnce];

/** Similar external ids belong to different users. */
export const nearlyEqual: AnyProperty = property({
  rule: EXTERNAL_ID,
  place: 'what differs in little',
  maxDrawsOnShared: 0,
  forAll: {pair: nearPairs},
  act: (s, {pair}) => {
    const digits = {...s.fresh('external-id'), ...DIGITS};
    const [current, other] = nearTexts(pair, s.fresh('external-id'), digits);
    createUser(s, {external_id: current});
    return {
      second: createWith(s, {external_id: other}),
      again: createWith(s, {external_id: current}),
    };
  },
  judge: ({second, again}, {pair}) =>
    all(
      expectOutcome(second, 'created', `refused: ${pair}`),
      expectOutcome(again, 'invalid', 'the same accepted'),
    ),
});
