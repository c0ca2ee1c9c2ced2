import type {Defect, Seam} from '../../../defect.ts';
import type {User} from '../../../store/users/user.ts';
import {afterwards, around, breaking, hearing} from '../../breaking.ts';
import {LIST, UPDATE, DEACTIVATE, REACTIVATE, LOGOUT, DEACTIVATED, REACTIVATED, LOGGED_OUT, userIn, making, moving, refusedMove} from './changed-users.ts';

/** Moves between active, deactivated and anonymized. */
export const states: Defect[] = [
  ...breaking('store.users.deactivation-deactivates', {
    'nothing happens': {seam: 'change', in: DEACTIVATE, table: 'users', drop: true},
    'the user has a date and stays': {seam: 'change', in: DEACTIVATE, table: 'users', keep: ['state']},
  }),
  ...breaking(
    'store.users.deactivation-keeps-the-person',
    Object.fromEntries(
      Object.entries({email: 'gone@readers.example', external_id: null, name: null}).map(([name, value]): [string, Seam] => [
        `${name} is lost`, making(DEACTIVATE, ({state}) => (state === 'deactivated' ? {[name]: value} : undefined)),
      ]),
    ),
  ),
  ...breaking('store.users.refused-anonymize-changes-nothing', {
    'the user is deactivated': {seam: 'effect', situation: 'invalid', in: DEACTIVATE},
  }),
  ...breaking('store.users.anonymize-takes-true-and-1', {
    '`true` only deactivates': hearing(DEACTIVATE, ({query}) => (query['anonymize'] === 'true' ? {query: {}} : {})),
    '`1` only deactivates': hearing(DEACTIVATE, ({query}) => (query['anonymize'] === '1' ? {query: {}} : {})),
    '`1` is refused': {seam: 'schema', in: 'deactivateUser', pointer: 'query/anonymize', keyword: 'enum', as: ['true', 'false']},
    '`true` is refused': {seam: 'schema', in: 'deactivateUser', pointer: 'query/anonymize', keyword: 'enum', as: ['1', '0']},
  }),
  ...breaking('store.users.anonymize-false-only-deactivates', {
    'any value anonymizes': hearing(DEACTIVATE, ({query}) => (query['anonymize'] === undefined ? {} : {query: {anonymize: 'true'}})),
  }),
  ...breaking('store.users.active-can-be-anonymized', {
    'an active user is only deactivated': hearing(DEACTIVATE, ({path}, view) => (userIn(view, path)?.state === 'active' ? {query: {}} : {})),
    'an active user has to be deactivated first': around(DEACTIVATE, (next) => (view, input) =>
      userIn(view, input.path)?.state === 'active' && input.query['anonymize'] !== undefined ? refusedMove('active') : next(view, input),
    ),
  }),
  ...breaking('store.users.deactivated-can-be-anonymized', {
    'a deactivated user stays so': moving(DEACTIVATE, DEACTIVATED, ({state}) => (state === 'deactivated' ? {} : undefined)),
    'a deactivated user is refused': around(DEACTIVATE, (next) => (view, input) =>
      userIn(view, input.path)?.state === 'deactivated' ? refusedMove('deactivated') : next(view, input),
    ),
  }),
  ...breaking('store.users.anonymizing-replaces-the-email', {
    'it stays': {seam: 'change', in: DEACTIVATE, table: 'users', keep: ['email']},
    'it has no id': making(DEACTIVATE, ({state}) => (state === 'anonymized' ? {email: 'user@anonymized.invalid'} : undefined)),
    'it has the next id': making(DEACTIVATE, ({state, id}) => (state === 'anonymized' ? {email: `user-${id + 1}@anonymized.invalid`} : undefined)),
  }),
  ...breaking('store.users.anonymizing-clears-the-name', {
    'it stays': {seam: 'change', in: DEACTIVATE, table: 'users', keep: ['name']},
    'it is a generic one': making(DEACTIVATE, ({state}) => (state === 'anonymized' ? {name: 'Anonymous'} : undefined)),
  }),
  ...breaking('store.users.anonymizing-clears-the-external-id', {
    'it stays': {seam: 'change', in: DEACTIVATE, table: 'users', keep: ['external_id']},
    'it is a generic one': making(DEACTIVATE, ({state, id}) => (state === 'anonymized' ? {external_id: `user-${id}`} : undefined)),
  }),
  ...breaking('store.users.anonymizing-sets-the-flag', {
    'it is never set': {seam: 'member', situation: 'page', pointer: '/data/paginator/data/*/anonymized', edit: {set: false}},
    'the user is deactivated': making(DEACTIVATE, ({state}) => (state === 'anonymized' ? {state: 'deactivated'} : undefined)),
  }),
  ...breaking('store.users.old-email-finds-nobody', {
    'it still finds the user': around(LIST, (next) => {
      const found = new Map<string, ReturnType<typeof next>>();
      return (view, input) => {
        const {query = ''} = input.query;
        const done = found.get(query) ?? next(view, input);
        if (query.includes('@')) found.set(query, done);
        return done;
      };
    }),
    'the email stays': {seam: 'change', in: DEACTIVATE, table: 'users', keep: ['email']},
  }),
  ...breaking('store.users.anonymization-is-irreversible', {
    'an update brings the email back': {seam: 'effect', situation: 'invalid', in: UPDATE},
    'an update is taken': around(UPDATE, (next) => (view, input) => {
      const user = userIn(view, input.path);
      const {email} = input.body as {email: string};
      return user?.state === 'anonymized' ? {situation: 'updated', changes: [{table: 'users', put: {...user, email}}]} : next(view, input);
    }),
    'a reactivation brings the person back': moving(REACTIVATE, REACTIVATED, ({state, id}) =>
      state === 'anonymized' ? {state: 'deactivated', email: `restored-${id}@readers.example`, external_id: `restored-${id}`} : undefined,
    ),
    'a second deactivation gives an external id': moving(DEACTIVATE, DEACTIVATED, ({state, id}) => (state === 'anonymized' ? {external_id: `reader-${id}`} : undefined)),
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
      changes: view.all<User>('users', 'gone', 'yes').map((user) => ({table: 'users', put: {...user, state: 'active', deleted: null} as User})),
    })),
  }),
  ...breaking('store.users.reactivating-an-active-user-changes-nothing', {
    'it deactivates': moving(REACTIVATE, REACTIVATED, ({state}, {now}) => (state === 'active' ? {state: 'deactivated', deleted: now} : undefined)),
    'it gives a date of deletion': moving(REACTIVATE, REACTIVATED, ({state}, {now}) => (state === 'active' ? {deleted: now} : undefined)),
  }),
  ...breaking('store.users.deactivating-twice-changes-nothing', {
    'the second brings the user back': moving(DEACTIVATE, DEACTIVATED, ({state}) => (state === 'deactivated' ? {state: 'active', deleted: null} : undefined)),
    'the second takes the email': moving(DEACTIVATE, DEACTIVATED, ({state, id}) => (state === 'deactivated' ? {email: `gone-${id}@readers.example`} : undefined)),
  }),
  ...breaking('store.users.deactivating-an-anonymized-user-changes-nothing', {
    'it gives an external id': moving(DEACTIVATE, DEACTIVATED, ({state, id}) => (state === 'anonymized' ? {external_id: `reader-${id}`} : undefined)),
    'it gives an email': moving(DEACTIVATE, DEACTIVATED, ({state, id}) => (state === 'anonymized' ? {email: `reader-${id}@readers.example`} : undefined)),
  }),
  ...breaking('store.users.force-logout-takes-the-external-id', {
    'an id alone': around(LOGOUT, (next) => (view, input) => next(view, /^\d+$/.test(input.path['id']!) ? input : {...input, path: {id: 'none'}})),
    'anything at all': around(LOGOUT, () => () => LOGGED_OUT),
  }),
  ...breaking('store.users.force-logout-keeps-the-state', {
    'an active user is deactivated': making(LOGOUT, ({state}, {now}) => (state === 'active' ? {state: 'deactivated', deleted: now} : undefined)),
    'a deactivated user is back': making(LOGOUT, ({state}) => (state === 'deactivated' ? {state: 'active', deleted: null} : undefined)),
    'an active user has a date of deletion': making(LOGOUT, ({state}, {now}) => (state === 'active' ? {deleted: now} : undefined)),
  }),
];
