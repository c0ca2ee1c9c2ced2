import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, type Done} from '../../../operation.ts';
import type {User} from '../../../store/users/user.ts';
import {around, breaking, hearing, seeing} from '../../breaking.ts';
import {
  LIST,
  UPDATE,
  DEACTIVATE,
  REACTIVATE,
  LOGOUT,
  DEACTIVATED,
  REACTIVATED,
  LOGGED_OUT,
  allTheSame,
  userIn,
  making,
  moving,
  refusedMove,
} from './changed-users.ts';

/** A user who keeps in a corner who it was before anonymization. */
type Marked = User & {marked?: User};

/** What an anonymization leaves of some users. `by` is the word that was said. */
const anonymizing = (
  of: (user: User, by: string) => boolean,
  leaves: (user: User) => Partial<Marked>,
): Seam =>
  around(DEACTIVATE, (next) => (view, input) => {
    const user = userIn(view, input.path);
    const by = input.query['anonymize'] ?? '';
    const done = next(view, input);
    if (isRefused(done) || !user || !['true', '1'].includes(by) || !of(user, by)) return done;
    return {
      ...done,
      changes: (done.changes ?? []).map((change) =>
        'put' in change ? {...change, put: {...change.put, ...leaves(user)}} : change,
      ),
    };
  });

/** Anonymization of some users keeps members. */
export const keeping = (of: (user: User, by: string) => boolean, ...names: (keyof User)[]): Seam =>
  anonymizing(of, (user) => Object.fromEntries(names.map((name) => [name, user[name]])));

/** Anonymization of some users leaves a mark that other seams find. */
export const marking = (of: (user: User, by: string) => boolean): Seam =>
  anonymizing(of, (marked) => ({marked}));

/** The list shows users with a mark as deactivated. */
export const unflagged: Seam = seeing(LIST, (view) => ({
  all: <R>(table: string, index: string, value: string) =>
    view
      .all<Marked>(table, index, value)
      .map((user) => (user.marked ? {...user, state: 'deactivated'} : user)) as R[],
}));

const ANONYMIZED = allTheSame({refused: 'anonymized'});

/** A request about an anonymized user that brings something back. */
const restoring = (
  operation: string[],
  answer: Done,
  by: (word: string) => boolean,
  what: (was: User) => Partial<User>,
): Seam => ({
  seam: 'several',
  seams: [
    marking(() => true),
    around(operation, (next) => (view, input) => {
      const user = userIn(view, input.path) as Marked | undefined;
      if (user?.state !== 'anonymized' || !user.marked || !by(input.query['anonymize'] ?? ''))
        return next(view, input);
      return {...answer, changes: [{table: 'users', put: {...user, ...what(user.marked)}}]};
    }),
  ],
});

/** What anonymization takes, and what brings it back. */
export const anonymized: Defect[] = [
  ...breaking('store.users.anonymize-takes-true-and-1', {
    '`true` only deactivates': hearing(DEACTIVATE, ({query}) =>
      query['anonymize'] === 'true' ? {query: {}} : {},
    ),
    '`1` only deactivates': hearing(DEACTIVATE, ({query}) =>
      query['anonymize'] === '1' ? {query: {}} : {},
    ),
    '`1` is refused': {
      seam: 'schema',
      in: 'deactivateUser',
      pointer: 'query/anonymize',
      keyword: 'enum',
      as: ['true', 'false'],
    },
    '`true` is refused': {
      seam: 'schema',
      in: 'deactivateUser',
      pointer: 'query/anonymize',
      keyword: 'enum',
      as: ['1', '0'],
    },
    '`1` keeps external id and name': keeping((_user, by) => by === '1', 'external_id', 'name'),
  }),
  ...breaking('store.users.active-can-be-anonymized', {
    'an active user is only deactivated': hearing(DEACTIVATE, ({path}, view) =>
      userIn(view, path)?.state === 'active' ? {query: {}} : {},
    ),
    'an active user has to be deactivated first': around(
      DEACTIVATE,
      (next) => (view, input) =>
        userIn(view, input.path)?.state === 'active' && input.query['anonymize'] !== undefined
          ? refusedMove('active')
          : next(view, input),
    ),
  }),
  ...breaking('store.users.deactivated-can-be-anonymized', {
    'a deactivated user stays so': moving(DEACTIVATE, DEACTIVATED, ({state}) =>
      state === 'deactivated' ? {} : undefined,
    ),
    'a deactivated user is refused': around(
      DEACTIVATE,
      (next) => (view, input) =>
        userIn(view, input.path)?.state === 'deactivated'
          ? refusedMove('deactivated')
          : next(view, input),
    ),
  }),
  ...breaking('store.users.anonymizing-replaces-the-email', {
    'it stays': {seam: 'change', in: DEACTIVATE, table: 'users', keep: ['email']},
    'it has no id': making(DEACTIVATE, ({state}) =>
      state === 'anonymized' ? {email: 'user@anonymized.invalid'} : undefined,
    ),
    'it has the next id': making(DEACTIVATE, ({state, id}) =>
      state === 'anonymized' ? {email: `user-${id + 1}@anonymized.invalid`} : undefined,
    ),
    'it stays by `1`': keeping((_user, by) => by === '1', 'email'),
    'it stays of a deactivated user': keeping(({state}) => state === 'deactivated', 'email'),
  }),
  ...breaking('store.users.anonymizing-clears-the-name', {
    'it stays': {seam: 'change', in: DEACTIVATE, table: 'users', keep: ['name']},
    'it is a generic one': making(DEACTIVATE, ({state}) =>
      state === 'anonymized' ? {name: 'Anonymous'} : undefined,
    ),
    'not by `1`': keeping((_user, by) => by === '1', 'name'),
    'not of a deactivated user': keeping(({state}) => state === 'deactivated', 'name'),
  }),
  ...breaking('store.users.anonymizing-clears-the-external-id', {
    'it stays': {seam: 'change', in: DEACTIVATE, table: 'users', keep: ['external_id']},
    'it is a generic one': making(DEACTIVATE, ({state, id}) =>
      state === 'anonymized' ? {external_id: `user-${id}`} : undefined,
    ),
    'not by `1`': keeping((_user, by) => by === '1', 'external_id'),
    'not of a deactivated user': keeping(({state}) => state === 'deactivated', 'external_id'),
    'the list hides it': {
      seam: 'several',
      seams: [
        keeping(() => true, 'external_id'),
        {
          seam: 'member',
          situation: 'page',
          pointer: '/data/paginator/data/*/external_id',
          edit: 'null',
        },
      ],
    },
  }),
  ...breaking('store.users.anonymizing-sets-the-flag', {
    'it is never set': {
      seam: 'member',
      situation: 'page',
      pointer: '/data/paginator/data/*/anonymized',
      edit: {set: false},
    },
    'the user is deactivated': making(DEACTIVATE, ({state}) =>
      state === 'anonymized' ? {state: 'deactivated'} : undefined,
    ),
    'not of a deactivated user': {
      seam: 'several',
      seams: [marking(({state}) => state === 'deactivated'), unflagged],
    },
    'not by `1`': {seam: 'several', seams: [marking((_user, by) => by === '1'), unflagged]},
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
    'of a user who had been deactivated it finds the user': {
      seam: 'several',
      seams: [
        marking(({state}) => state === 'deactivated'),
        seeing(LIST, (view) => ({
          all: <R>(table: string, index: string, value: string) =>
            (index === 'email'
              ? view.oldest<Marked>(table, {
                  limit: 10_000,
                  where: (user) => user.email === value || user.marked?.email === value,
                })
              : view.all(table, index, value)) as R[],
        })),
      ],
    },
  }),
  ...breaking('store.users.anonymization-is-irreversible', {
    'an update brings the email back': {seam: 'effect', situation: 'invalid', in: UPDATE},
    'an update is taken': around(UPDATE, (next) => (view, input) => {
      const user = userIn(view, input.path);
      const {email} = input.body as {email: string};
      return user?.state === 'anonymized'
        ? {situation: 'updated', changes: [{table: 'users', put: {...user, email}}]}
        : next(view, input);
    }),
    'a reactivation brings the person back': moving(REACTIVATE, REACTIVATED, ({state, id}) =>
      state === 'anonymized'
        ? {
            state: 'deactivated',
            email: `restored-${id}@readers.example`,
            external_id: `restored-${id}`,
          }
        : undefined,
    ),
    'a second deactivation gives an external id': moving(DEACTIVATE, DEACTIVATED, ({state, id}) =>
      state === 'anonymized' ? {external_id: `reader-${id}`} : undefined,
    ),
    'a forced logout brings the person back': restoring(
      LOGOUT,
      LOGGED_OUT,
      () => true,
      ({email, external_id, name}) => ({email, external_id, name, state: 'deactivated'}),
    ),
    'a second anonymization brings the name back': restoring(
      DEACTIVATE,
      DEACTIVATED,
      (by) => by === '1',
      ({name}) => ({name}),
    ),
    '`anonymize=false` brings everything back': restoring(
      DEACTIVATE,
      DEACTIVATED,
      (by) => by === 'false',
      ({email, external_id, name}) => ({email, external_id, name, state: 'deactivated'}),
    ),
    'a refused reactivation brings the name back': restoring(
      REACTIVATE,
      ANONYMIZED,
      () => true,
      ({name}) => ({name}),
    ),
  }),
  ...breaking('store.users.deactivating-an-anonymized-user-changes-nothing', {
    'it gives an external id': moving(DEACTIVATE, DEACTIVATED, ({state, id}) =>
      state === 'anonymized' ? {external_id: `reader-${id}`} : undefined,
    ),
    'it gives an email': moving(DEACTIVATE, DEACTIVATED, ({state, id}) =>
      state === 'anonymized' ? {email: `reader-${id}@readers.example`} : undefined,
    ),
  }),
  ...breaking('store.users.anonymized-cannot-be-reactivated', {
    'who was deactivated before can': {
      seam: 'several',
      seams: [
        marking(({state}) => state === 'deactivated'),
        moving(REACTIVATE, REACTIVATED, (user) =>
          (user as Marked).marked ? {state: 'active', deleted: null} : undefined,
        ),
      ],
    },
  }),
];
