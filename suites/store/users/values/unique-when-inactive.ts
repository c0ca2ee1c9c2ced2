/** The email and the external_id of a deactivated user: no two active users share them. */

import {check, type Check} from '../../../language/check.ts';
import {expectThat, when, expectOutcome} from '../../../language/judge.ts';
import {createUser, deactivate, newUser, idOf, search, updateOf} from '../../people.ts';
import {rowsOf} from '../../user-rows.ts';

/** The checks of the values of deactivated users. */
export const uniqueWhenInactive: Check[] = [
  check({
    rule: 'store.users.email-is-unique',
    place: 'of a deactivated user',
    // It is open whether the address of a deactivated user is in use, but two active users never
    // share an address.
    act: (s) => {
      const {created, body} = createUser(s);
      deactivate(s, created);
      s.call('createUser', {body: {...newUser(s), email: body.email}});
      s.call('reactivateUser', {path: idOf(created)});
      return {found: search(s, body.email)};
    },
    judge: ({found}) =>
      expectThat(rowsOf(found).filter((row) => row.deleted_at === null).length < 2, {
        branch: 'two active users with one email',
        expected: 'at most one active user with the email',
        got: 'two',
        at: found,
      }),
  }),
  check({
    rule: 'store.users.email-is-unique',
    place: 'of a deactivated user, by an update',
    onlyOnTestTargets: true,
    // The address belongs either to the deactivated user or to the new one: in both cases an update
    // cannot take it.
    act: (s) => {
      const {created, body} = createUser(s);
      deactivate(s, created);
      const again = s.call('createUser', {body: {...newUser(s), email: body.email}});
      const other = createUser(s);
      return {
        again,
        update: s.call('updateUser', {
          path: idOf(other.created),
          body: {...updateOf(other.body), email: body.email},
        }),
      };
    },
    judge: ({again, update: taken}) =>
      when(
        ['created', 'invalid'].some((one) => again.situations.includes(one)),
        'the creation with the email was neither accepted nor refused',
        () => expectOutcome(taken, 'invalid', 'email-of-a-deactivated-user-accepted-on-update'),
      ),
  }),
  check({
    rule: 'store.users.external-id-is-unique',
    place: 'of a deactivated user',
    onlyOnTestTargets: true,
    // It is open whether the id of a deactivated user is in use, as for the address.
    act: (s) => {
      const {created, body} = createUser(s);
      deactivate(s, created);
      const other = {...newUser(s), external_id: body.external_id};
      s.call('createUser', {body: other});
      s.call('reactivateUser', {path: idOf(created)});
      return {created, found: search(s, body.email), foundOther: search(s, other.email)};
    },
    judge: ({created, found, foundOther}) => {
      const id: unknown = created.body.data?.external_id;
      const active = [...rowsOf(found), ...rowsOf(foundOther)].filter(
        (row) => row.deleted_at === null && row.external_id === id,
      );
      return expectThat(active.length < 2, {
        branch: 'two active users with one external_id',
        expected: 'at most one active user with the external_id',
        got: 'two',
        at: foundOther,
      });
    },
  }),
];
