import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, type View} from '../../../operation.ts';
import type {User} from '../../../store/users/user.ts';
import {afterwards, around, atPlace, breaking, receiving} from '../../breaking.ts';
import {storedRow} from '../requests.ts';
import {
  DEACTIVATE,
  REACTIVATE,
  LOGOUT,
  DEACTIVATED,
  REACTIVATED,
  LOGGED_OUT,
  UPDATE,
  userIn,
  making,
  moving,
  refusedMove,
} from './changed-users.ts';
import {withChanges} from '../../stored-rows.ts';

/** Lets a forced logout by external_id change the user as well. */
const changingByExternalId = (other: (user: User, view: View) => Partial<User> | undefined): Seam =>
  afterwards(LOGOUT, (done, view, {path}) => {
    const user = userIn(view, path)
      ? undefined
      : view.by<User>('users', 'external_id', path['id'] ?? '');
    const more = user && other(user, view);
    return more ? withChanges(done, {table: 'users', put: {...user, ...more}}) : done;
  });

/** Lets a user log in with a new password, whether or not the user is deactivated. */
const admittingWithNewPassword: Seam = around(UPDATE, (next, without) => {
  const ofAnyState = without((guard) => guard === 'move-refused');
  return (view, input) => {
    if (!Object.hasOwn(input.body as object, 'new_password')) return next(view, input);
    const done = ofAnyState(view, input);
    const user = isRefused(done) ? undefined : storedRow<User>(done, 'users');
    if (isRefused(done) || !user) return done;
    const put = {...user, may_log_in: true};
    return withChanges(done, {table: 'users', put});
  };
});

/** Defects of changes between active and deactivated (States / User). */
export const states: Defect[] = [
  ...breaking('store.users.deactivation-deactivates', {
    'a deactivation changes nothing': {seam: 'change', in: DEACTIVATE, table: 'users', drop: true},
  }),
  ...breaking('store.users.deactivation-deactivates', {
    'the next user is deactivated too': afterwards(DEACTIVATE, (done, view, {path}) => {
      const user = userIn(view, path);
      const next = view
        .oldest<User>('users', {limit: 10_000})
        .find(({id, state}) => user && id > user.id && state === 'active');
      const put = next && {...next, state: 'deactivated', deleted: view.now};
      return put ? withChanges(done, {table: 'users', put: put as User}) : done;
    }),
  }),
  ...breaking('store.users.deactivated-cannot-log-in', {
    'an anonymized user can log in': {
      seam: 'change',
      in: DEACTIVATE,
      table: 'users',
      keep: ['may_log_in'],
    },
    'a deactivated user can log in': {
      seam: 'change',
      in: DEACTIVATE,
      table: 'users',
      keep: ['may_log_in'],
    },
    'a reactivated user cannot log in': {
      seam: 'change',
      in: REACTIVATE,
      table: 'users',
      keep: ['may_log_in'],
    },
  }),
  ...atPlace(
    'again after a reactivation',
    breaking('store.users.deactivated-cannot-log-in', {
      'a user who was reactivated can log in for ever': {
        seam: 'several',
        seams: [
          making(REACTIVATE, (): Partial<User> => ({returned: true}) as Partial<User>),
          making(DEACTIVATE, (user) => ('returned' in user ? {may_log_in: true} : undefined)),
        ],
      },
    }),
  ),
  ...atPlace(
    'with a new password',
    breaking('store.users.deactivated-cannot-log-in', {
      'a new password admits a deactivated user': admittingWithNewPassword,
    }),
  ),
  ...breaking(
    'store.users.deactivation-keeps-the-person',
    Object.fromEntries(
      Object.entries({
        email: 'gone@readers.example',
        external_id: null,
        name: null,
        admin: false,
        plan_admin: false,
        only_sees_readable: false,
        sessions_limit: null,
      }).map(([name, value]): [string, Seam] => [
        `a deactivation removes the ${name}`,
        making(DEACTIVATE, ({state}) => (state === 'deactivated' ? {[name]: value} : undefined)),
      ]),
    ),
  ),
  ...breaking('store.users.refused-anonymize-changes-nothing', {
    'a refused request deactivates the user': {
      seam: 'effect',
      situation: 'invalid',
      in: DEACTIVATE,
    },
  }),
  ...breaking('store.users.anonymize-false-only-deactivates', {
    'any value anonymizes': receiving(DEACTIVATE, ({query}) =>
      query['anonymize'] === undefined ? {} : {query: {anonymize: 'true'}},
    ),
    '0 anonymizes': receiving(DEACTIVATE, ({query}) =>
      query['anonymize'] === '0' ? {query: {anonymize: 'true'}} : {},
    ),
  }),
  ...breaking('store.users.deactivated-can-be-reactivated', {
    'a reactivation changes nothing': {seam: 'change', in: REACTIVATE, table: 'users', drop: true},
    'a reactivation keeps deleted_at': {
      seam: 'change',
      in: REACTIVATE,
      table: 'users',
      keep: ['deleted'],
    },
    'a reactivation is refused': around(REACTIVATE, () => () => refusedMove('deactivated')),
    'a reactivation removes the external_id': making(REACTIVATE, () => ({external_id: null})),
    'a reactivation removes admin': making(REACTIVATE, () => ({admin: false})),
    'a reactivation removes plan_admin': making(REACTIVATE, () => ({plan_admin: false})),
    'a reactivation removes only_sees_readable': making(REACTIVATE, () => ({
      only_sees_readable: false,
    })),
    'a reactivation removes the sessions_limit': making(REACTIVATE, () => ({
      sessions_limit: null,
    })),
  }),
  ...breaking('store.users.reactivated-leaves-the-deactivated', {
    'the user stays listed as deactivated': {
      seam: 'change',
      in: REACTIVATE,
      table: 'users',
      keep: ['state'],
    },
    'a reactivation brings back every user': afterwards(REACTIVATE, (done, view) => ({
      ...done,
      changes: view
        .all<User>('users', 'gone', 'yes')
        .map((user) => ({table: 'users', put: {...user, state: 'active', deleted: null} as User})),
    })),
  }),
  ...breaking('store.users.reactivating-an-active-user-changes-nothing', {
    'an active user is deactivated': moving(REACTIVATE, REACTIVATED, ({state}, {now}) =>
      state === 'active' ? {state: 'deactivated', deleted: now} : undefined,
    ),
    'an active user gets a deletion date': moving(REACTIVATE, REACTIVATED, ({state}, {now}) =>
      state === 'active' ? {deleted: now} : undefined,
    ),
  }),
  ...breaking('store.users.deactivating-twice-changes-nothing', {
    'a second deactivation reactivates the user': moving(DEACTIVATE, DEACTIVATED, ({state}) =>
      state === 'deactivated' ? {state: 'active', deleted: null} : undefined,
    ),
    'a second deactivation changes the email': moving(DEACTIVATE, DEACTIVATED, ({state, id}) =>
      state === 'deactivated' ? {email: `gone-${id}@readers.example`} : undefined,
    ),
  }),
  ...breaking('store.users.force-logout-answers-200', {
    'only the external_id is accepted': around(
      LOGOUT,
      (next) => (view, input) =>
        /^\d+$/.test(input.path['id'] ?? '')
          ? next(view, {...input, path: {id: 'none'}})
          : next(view, input),
    ),
  }),
  ...breaking('store.users.unknown-is-not-found', {
    'a forced logout accepts any text': around(
      LOGOUT,
      (next) => (view, input) =>
        /^\d+$/.test(input.path['id'] ?? '') ? next(view, input) : LOGGED_OUT,
    ),
  }),
  ...breaking('store.users.force-logout-takes-the-external-id', {
    'only the id is accepted': around(
      LOGOUT,
      (next) => (view, input) =>
        next(view, /^\d+$/.test(input.path['id'] ?? '') ? input : {...input, path: {id: 'none'}}),
    ),
  }),
  ...breaking('store.users.force-logout-keeps-the-state', {
    'a user is no admin any more': making(LOGOUT, () => ({admin: false})),
    'a user has no external_id any more': making(LOGOUT, ({state}) =>
      state === 'active' ? {external_id: null} : undefined,
    ),
    'an active user is deactivated': making(LOGOUT, ({state}, {now}) =>
      state === 'active' ? {state: 'deactivated', deleted: now} : undefined,
    ),
    'a deactivated user is reactivated': making(LOGOUT, ({state}) =>
      state === 'deactivated' ? {state: 'active', deleted: null} : undefined,
    ),
    'an active user gets a deletion date': making(LOGOUT, ({state}, {now}) =>
      state === 'active' ? {deleted: now} : undefined,
    ),
    'an external_id deactivates an active user': changingByExternalId(({state}, {now}) =>
      state === 'active' ? {state: 'deactivated', deleted: now} : undefined,
    ),
    'an external_id reactivates a deactivated user': changingByExternalId(({state}) =>
      state === 'deactivated' ? {state: 'active', deleted: null} : undefined,
    ),
  }),
];
