import type {Defect, Seam} from '../../../defect.ts';
import type {View} from '../../../operation.ts';
import type {User} from '../../../store/users/user.ts';
import {afterwards, around, breaking, hearing} from '../../breaking.ts';
import {
  DEACTIVATE,
  REACTIVATE,
  LOGOUT,
  DEACTIVATED,
  REACTIVATED,
  LOGGED_OUT,
  userIn,
  making,
  moving,
  refusedMove,
} from './changed-users.ts';

/** A forced logout by external_id that makes the user something else as well. */
const byExternalId = (other: (user: User, view: View) => Partial<User> | undefined): Seam =>
  afterwards(LOGOUT, (done, view, {path}) => {
    const user = userIn(view, path)
      ? undefined
      : view.by<User>('users', 'external_id', path['id'] ?? '');
    const more = user && other(user, view);
    return more
      ? {...done, changes: [...(done.changes ?? []), {table: 'users', put: {...user, ...more}}]}
      : done;
  });

/** Moves between active and deactivated. */
export const states: Defect[] = [
  ...breaking('store.users.deactivation-deactivates', {
    'nothing happens': {seam: 'change', in: DEACTIVATE, table: 'users', drop: true},
    'the user has a date and stays': {
      seam: 'change',
      in: DEACTIVATE,
      table: 'users',
      keep: ['state'],
    },
  }),
  ...breaking(
    'store.users.deactivation-keeps-the-person',
    Object.fromEntries(
      Object.entries({email: 'gone@readers.example', external_id: null, name: null}).map(
        ([name, value]): [string, Seam] => [
          `${name} is lost`,
          making(DEACTIVATE, ({state}) => (state === 'deactivated' ? {[name]: value} : undefined)),
        ],
      ),
    ),
  ),
  ...breaking('store.users.refused-anonymize-changes-nothing', {
    'the user is deactivated': {seam: 'effect', situation: 'invalid', in: DEACTIVATE},
  }),
  ...breaking('store.users.anonymize-false-only-deactivates', {
    'any value anonymizes': hearing(DEACTIVATE, ({query}) =>
      query['anonymize'] === undefined ? {} : {query: {anonymize: 'true'}},
    ),
  }),
  ...breaking('store.users.deactivated-can-be-reactivated', {
    'nothing happens': {seam: 'change', in: REACTIVATE, table: 'users', drop: true},
    'the date stays': {seam: 'change', in: REACTIVATE, table: 'users', keep: ['deleted']},
    'it is refused': around(REACTIVATE, () => () => refusedMove('deactivated')),
  }),
  ...breaking('store.users.reactivated-leaves-the-deactivated', {
    'the user stays listed': {seam: 'change', in: REACTIVATE, table: 'users', keep: ['state']},
    'everyone comes back': afterwards(REACTIVATE, (done, view) => ({
      ...done,
      changes: view
        .all<User>('users', 'gone', 'yes')
        .map((user) => ({table: 'users', put: {...user, state: 'active', deleted: null} as User})),
    })),
  }),
  ...breaking('store.users.reactivating-an-active-user-changes-nothing', {
    'it deactivates': moving(REACTIVATE, REACTIVATED, ({state}, {now}) =>
      state === 'active' ? {state: 'deactivated', deleted: now} : undefined,
    ),
    'it gives a date of deletion': moving(REACTIVATE, REACTIVATED, ({state}, {now}) =>
      state === 'active' ? {deleted: now} : undefined,
    ),
  }),
  ...breaking('store.users.deactivating-twice-changes-nothing', {
    'the second brings the user back': moving(DEACTIVATE, DEACTIVATED, ({state}) =>
      state === 'deactivated' ? {state: 'active', deleted: null} : undefined,
    ),
    'the second takes the email': moving(DEACTIVATE, DEACTIVATED, ({state, id}) =>
      state === 'deactivated' ? {email: `gone-${id}@readers.example`} : undefined,
    ),
  }),
  ...breaking('store.users.force-logout-takes-the-external-id', {
    'an id alone': around(
      LOGOUT,
      (next) => (view, input) =>
        next(view, /^\d+$/.test(input.path['id']!) ? input : {...input, path: {id: 'none'}}),
    ),
    'anything at all': around(LOGOUT, () => () => LOGGED_OUT),
  }),
  ...breaking('store.users.force-logout-keeps-the-state', {
    'an active user is deactivated': making(LOGOUT, ({state}, {now}) =>
      state === 'active' ? {state: 'deactivated', deleted: now} : undefined,
    ),
    'a deactivated user is back': making(LOGOUT, ({state}) =>
      state === 'deactivated' ? {state: 'active', deleted: null} : undefined,
    ),
    'an active user has a date of deletion': making(LOGOUT, ({state}, {now}) =>
      state === 'active' ? {deleted: now} : undefined,
    ),
    'by external id an active user is deactivated': byExternalId(({state}, {now}) =>
      state === 'active' ? {state: 'deactivated', deleted: now} : undefined,
    ),
    'by external id a deactivated user is back': byExternalId(({state}) =>
      state === 'deactivated' ? {state: 'active', deleted: null} : undefined,
    ),
  }),
];
