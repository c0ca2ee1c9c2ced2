/** The external_id of a user never changes: an update repeats it (Endpoints / Users, Update). */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {check, type Judgement, type Check} from '../../../language/check.ts';
import {expectOutcome, all, expectNone, expectThat} from '../../../language/judge.ts';
import {isUpdated} from '../../../language/outcome.ts';
import {type Script, type Args, type Handle} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {createUser, idOf, updateOf, search, update} from '../../people.ts';
import {expectRowMember, rowOf, expectRowFlag, isFlagSet, rowsOf, FLAGS} from '../../user-rows.ts';

/** A user by the creation (`createUser`). */
type CreatedUser = ReturnType<typeof createUser>;

/** Records an update that gives a user another external_id. */
const updateWithOtherId = (
  s: Script,
  {created, body}: CreatedUser,
  more: Record<string, Val> = {},
  args: Args = {},
): Handle =>
  s.call('updateUser', {
    path: idOf(created),
    body: {...updateOf(body), ...more, external_id: s.fresh('external-id')},
    ...args,
  });

/**
 * "Must equal the current value": in capitals it does so only where letters are compared without
 * their case, and then the user keeps the external_id of the creation.
 */
const expectLettersKept = ({
  inCapitals,
  cased,
  found,
}: Record<'inCapitals' | 'cased' | 'found', Exchange>): Judgement => {
  if (!isUpdated(inCapitals))
    return expectOutcome(inCapitals, 'invalid', 'change-of-letters-accepted');
  const given = cased.requestBody?.['external_id'];
  return expectRowMember(rowOf(found, cased), 'external_id', given, 'letters-changed', found);
};

/** The checks of updates with another external_id. */
export const externalIdChanges: Check[] = [
  check({
    rule: 'store.users.external-id-cannot-change',
    act: (s) => {
      const user = createUser(s);
      const name = s.fresh('external-id');
      const cased = createUser(s, {external_id: text('reader-', name)});
      return {
        other: updateWithOtherId(s, user),
        inCapitals: s.call('updateUser', {
          path: idOf(cased.created),
          body: {...updateOf(cased.body), external_id: text('READER-', name)},
        }),
        cased: cased.created,
        found: search(s, cased.body.email),
        same: update(s, user.created, updateOf(user.body)),
      };
    },
    judge: (seen) =>
      all(expectOutcome(seen.other, 'invalid', 'change-accepted'), () => expectLettersKept(seen)),
  }),
  check({
    rule: 'store.users.external-id-change-changes-nothing',
    act: (s) => {
      const user = createUser(s);
      const email = s.fresh('email');
      const more = {
        email,
        admin: true,
        plan_admin: true,
        only_sees_readable: true,
        sessions_limit: 7,
      };
      return {
        created: user.created,
        other: updateWithOtherId(s, user, more, {expects: 'invalid'}),
        found: search(s, user.body.email),
        moved: search(s, email),
      };
    },
    judge: ({created, found, moved}) => {
      const row = rowOf(found, created);
      const before = created.body.data;
      const limit: unknown = before.sessions_limit;
      return all(
        expectRowMember(row, 'external_id', before.external_id, 'external-id-moved', found),
        ...FLAGS.map((name) =>
          expectRowFlag(row, name, isFlagSet(before[name]), `${name} taken`, found),
        ),
        expectRowMember(row, 'sessions_limit', limit, 'sessions_limit taken', found),
        () =>
          expectNone(
            rowsOf(moved),
            'user with the email of the refused update',
            'email-moved',
            moved,
          ),
      );
    },
  }),
  check({
    rule: 'store.users.external-id-change-is-called-prohibited',
    act: (s) => ({other: updateWithOtherId(s, createUser(s))}),
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
      return {
        same: s.call('updateUser', {
          path: idOf(user.created),
          body: {...updateOf(user.body), email: s.fresh('email')},
        }),
        other: updateWithOtherId(s, user, {}, {expects: 'invalid'}),
      };
    },
    judge: ({same}) => expectOutcome(same, 'updated', 'own-external-id-refused'),
  }),
];
