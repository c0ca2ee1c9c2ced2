/** No two users of a store have one email or one external_id (Resources / User). */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {
  sharedScene,
  checksOf,
  checksAt,
  check,
  type Judgement,
  type Check,
} from '../../../language/check.ts';
import {when, all, expectOutcome} from '../../../language/judge.ts';
import {hasSituation} from '../../../language/outcome.ts';
import type {Script} from '../../../language/script.ts';
import {expectOneWinner, expectNotBoth} from '../../../language/races.ts';
import {createUser, EVERYTHING, newUser, search, idOf, updateOf, update} from '../../people.ts';
import {expectUserUnchanged} from '../../user-rows.ts';

/**
 * Two requests of which only one may be accepted.
 * @param what the member that both share, for example `email`
 */
const oneOnly = (situation: string, what: string) => ({
  situation,
  what: `${situation} with this ${what}`,
  both: `both ${situation} with one ${what}`,
});

/** One of two overlapping creations is accepted and the other refused. */
const expectOneCreated = (race: Exchange[], what: string): Judgement =>
  expectOneWinner(race, oneOnly('created', what), {
    isRefusal: hasSituation('invalid'),
    expected: 'one created, one answered 422',
    branch: `not one of two with one ${what}`,
  });

/** Members of a refused creation that differ from those of the existing user. */
const OTHERWISE = {sessions_limit: 9, admin: false, plan_admin: false, only_sees_readable: false};

/** An external_id that another user has. */
const takenExternalId = sharedScene({
  id: 'store: a taken external_id',
  api: 'store',
  act: (s) => {
    const {created, body} = createUser(s, EVERYTHING);
    const again = {...newUser(s), ...OTHERWISE, external_id: body.external_id};
    return {
      created,
      again: s.call('createUser', {body: again}),
      held: search(s, body.email),
    };
  },
});

/** Records an update that gives a user another email, with any result. */
function moveTo(
  email: Val,
  s: Script,
  {created, body}: Pick<ReturnType<typeof createUser>, 'created' | 'body'>,
): void {
  s.call('updateUser', {path: idOf(created), body: {...updateOf(body), email}});
}

/** Addresses that other users have or had, and the one that the user has. */
const takenEmails = sharedScene({
  id: 'store: taken addresses',
  api: 'store',
  act: (s) => {
    const {created, body} = createUser(s, EVERYTHING);
    const other = createUser(s);
    const [email, wanted] = [s.fresh('email'), s.fresh('email')];
    return {
      created,
      again: s.call('createUser', {body: {...newUser(s), ...OTHERWISE, email: body.email}}),
      held: search(s, body.email),
      update: s.call('updateUser', {
        path: idOf(other.created),
        body: {...updateOf(other.body), ...EVERYTHING, email: body.email},
      }),
      other: other.created,
      // Two wrong members at once are refused, too.
      both: s.call('updateUser', {
        path: idOf(other.created),
        body: {
          ...EVERYTHING,
          email: body.email,
          external_id: s.fresh('external-id'),
        },
      }),
      kept: search(s, other.body.email),
      own: s.call('updateUser', {path: idOf(other.created), body: updateOf(other.body)}),
      moved: update(s, other.created, {...updateOf(other.body), email}),
      afterwards: s.call('createUser', {body: {...newUser(s), email}}),
      race: s.parallel(
        (branch) => moveTo(wanted, branch, {created, body}),
        (branch) => moveTo(wanted, branch, other),
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

/** The checks of values that another user has. */
export const unique: Check[] = [
  ...checksOf(takenEmails, {
    'store.users.email-is-unique': ({again, update: taken, afterwards, race}) =>
      all(
        expectNotBoth(race, oneOnly('updated', 'email')),
        expectOutcome(again, 'invalid', 'taken-email-accepted-on-create'),
        expectOutcome(taken, 'invalid', 'taken-email-accepted-on-update'),
        expectOutcome(afterwards, 'invalid', 'email-of-an-update-accepted'),
      ),
  }),
  ...checksAt(takenEmails, 'store.users.refused-create-makes-nobody', {
    'with a taken email': expectHolderUnchanged,
  }),
  ...checksAt(takenEmails, 'store.users.refused-update-changes-nothing', {
    'for a taken email': ({other, update: taken, both, kept}) =>
      when([taken, both].every(hasSituation('invalid')), 'an update was not refused', () =>
        expectUserUnchanged(kept, other),
      ),
  }),
  ...checksAt(takenEmails, 'store.users.update-answers-200-or-204', {
    'with the email that the user has': ({own}) =>
      expectOutcome(own, 'updated', 'own-email-refused'),
  }),
  ...checksOf(takenExternalId, {
    'store.users.external-id-is-unique': ({again}) =>
      expectOutcome(again, 'invalid', 'taken-external-id-accepted'),
  }),
  ...checksAt(takenExternalId, 'store.users.refused-create-makes-nobody', {
    'with a taken external_id': expectHolderUnchanged,
  }),
];

/** Of two users who are created at the same moment with one value, one is refused. */
export const parallelCreations: Check = check({
  rule: 'store.users.parallel-creates-stay-unique',
  act: (s) => {
    const body = newUser(s);
    const other = newUser(s);
    return {
      sameEmail: s.parallel(
        (b) => void b.call('createUser', {body}),
        (b) => void b.call('createUser', {body: {...newUser(b), email: body.email}}),
      ),
      sameId: s.parallel(
        (b) => void b.call('createUser', {body: other}),
        (b) => void b.call('createUser', {body: {...newUser(b), external_id: other.external_id}}),
      ),
    };
  },
  judge: ({sameEmail, sameId}) =>
    all(expectOneCreated(sameEmail, 'email'), expectOneCreated(sameId, 'external_id')),
});
