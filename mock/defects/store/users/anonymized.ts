import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, Rendered, type Done} from '../../../operation.ts';
import type {User} from '../../../store/users/user.ts';
import {around, breaking, receiving, findingAll} from '../../breaking.ts';
import {
  LIST,
  UPDATE,
  DEACTIVATE,
  REACTIVATE,
  LOGOUT,
  DEACTIVATED,
  REACTIVATED,
  LOGGED_OUT,
  refusedButDone,
  userIn,
  making,
  moving,
  refusedMove,
} from './changed-users.ts';

/** An anonymized user with a hidden copy of the original user. */
type Marked = User & {before?: User};

/**
 * Changes the anonymization of some users.
 * @param of selects the users; `by` is the value of the query parameter `anonymize`
 * @param leaves the members that it sets, from the original user
 */
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

/** Keeps some members of some users in an anonymization. */
export const keeping = (of: (user: User, by: string) => boolean, ...names: (keyof User)[]): Seam =>
  anonymizing(of, (user) => Object.fromEntries(names.map((name) => [name, user[name]])));

/** Keeps a copy of some original users in an anonymization, for other seams. */
export const marking = (of: (user: User, by: string) => boolean): Seam =>
  anonymizing(of, (before) => ({before}));

/** Lists anonymized users with such a copy as deactivated. */
export const listedAsDeactivated: Seam = findingAll<Marked>(LIST, (users) =>
  users.map((user) => (user.before ? {...user, state: 'deactivated'} : user)),
);

/** Omits `anonymized` from users in a page for whom it is true. */
const withoutSetFlags = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body, (name, member: unknown) => {
      if (member instanceof Rendered) return member.value;
      return name === 'anonymized' && member === true ? undefined : member;
    }),
  );

const ANONYMIZED = refusedButDone({refused: 'anonymized'});

/**
 * Lets a request for an anonymized user restore members.
 * @param response its response
 * @param by whether it does so, by the value of the query parameter `anonymize`
 * @param restored the members, from the user before anonymization
 */
const restoring = (
  operation: string[],
  response: Done,
  by: (value: string) => boolean,
  restored: (before: User) => Partial<User>,
): Seam => ({
  seam: 'several',
  seams: [
    marking(() => true),
    around(operation, (next) => (view, input) => {
      const user = userIn(view, input.path) as Marked | undefined;
      if (user?.state !== 'anonymized' || !user.before || !by(input.query['anonymize'] ?? ''))
        return next(view, input);
      return {...response, changes: [{table: 'users', put: {...user, ...restored(user.before)}}]};
    }),
  ],
});

/** Defects of what anonymization removes, and of its permanence (States / User). */
export const anonymized: Defect[] = [
  ...breaking('store.users.anonymize-takes-true-and-1', {
    'true only deactivates': receiving(DEACTIVATE, ({query}) =>
      query['anonymize'] === 'true' ? {query: {}} : {},
    ),
    '1 only deactivates': receiving(DEACTIVATE, ({query}) =>
      query['anonymize'] === '1' ? {query: {}} : {},
    ),
    '1 is refused': {
      seam: 'schema',
      in: 'deactivateUser',
      pointer: 'query/anonymize',
      keyword: 'enum',
      as: ['true', 'false'],
    },
    'true is refused': {
      seam: 'schema',
      in: 'deactivateUser',
      pointer: 'query/anonymize',
      keyword: 'enum',
      as: ['1', '0'],
    },
    '1 keeps external_id and name': keeping((_user, by) => by === '1', 'external_id', 'name'),
  }),
  ...breaking('store.users.active-can-be-anonymized', {
    'an active user is only deactivated': receiving(DEACTIVATE, ({path}, view) =>
      userIn(view, path)?.state === 'active' ? {query: {}} : {},
    ),
    'an active user is refused': around(
      DEACTIVATE,
      (next) => (view, input) =>
        userIn(view, input.path)?.state === 'active' && input.query['anonymize'] !== undefined
          ? refusedMove('active')
          : next(view, input),
    ),
  }),
  ...breaking('store.users.deactivated-can-be-anonymized', {
    'a deactivated user is not anonymized': moving(DEACTIVATE, DEACTIVATED, ({state}) =>
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
    'the email stays': {seam: 'change', in: DEACTIVATE, table: 'users', keep: ['email']},
    'the generic email has no id': making(DEACTIVATE, ({state}) =>
      state === 'anonymized' ? {email: 'user@anonymized.invalid'} : undefined,
    ),
    'the generic email has the next id': making(DEACTIVATE, ({state, id}) =>
      state === 'anonymized' ? {email: `user-${id + 1}@anonymized.invalid`} : undefined,
    ),
    'the email stays with anonymize=1': keeping((_user, by) => by === '1', 'email'),
    'the email of a deactivated user stays': keeping(({state}) => state === 'deactivated', 'email'),
  }),
  ...breaking('store.users.anonymizing-clears-the-name', {
    'the name stays': {seam: 'change', in: DEACTIVATE, table: 'users', keep: ['name']},
    'the name becomes Anonymous': making(DEACTIVATE, ({state}) =>
      state === 'anonymized' ? {name: 'Anonymous'} : undefined,
    ),
    'the name stays with anonymize=1': keeping((_user, by) => by === '1', 'name'),
    'the name of a deactivated user stays': keeping(({state}) => state === 'deactivated', 'name'),
  }),
  ...breaking('store.users.anonymizing-clears-the-external-id', {
    'the external_id stays': {
      seam: 'change',
      in: DEACTIVATE,
      table: 'users',
      keep: ['external_id'],
    },
    'the external_id becomes a generic one': making(DEACTIVATE, ({state, id}) =>
      state === 'anonymized' ? {external_id: `user-${id}`} : undefined,
    ),
    'the external_id stays with anonymize=1': keeping((_user, by) => by === '1', 'external_id'),
    'the external_id of a deactivated user stays': keeping(
      ({state}) => state === 'deactivated',
      'external_id',
    ),
    'the external_id stays but lists hide it': {
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
    'the flag is never set': {
      seam: 'member',
      situation: 'page',
      pointer: '/data/paginator/data/*/anonymized',
      edit: {set: false},
    },
    'the user is only deactivated': making(DEACTIVATE, ({state}) =>
      state === 'anonymized' ? {state: 'deactivated'} : undefined,
    ),
    'the flag is left out': around(LIST, (next) => (view, input) => {
      const done = next(view, input);
      return isRefused(done) ? done : {...done, body: withoutSetFlags(done.body)};
    }),
    'no user has the flag': {
      seam: 'several',
      seams: [
        {
          seam: 'member',
          situation: 'created',
          in: ['createUser'],
          pointer: '/data/anonymized',
          edit: 'drop',
        },
        {
          seam: 'member',
          situation: 'page',
          pointer: '/data/paginator/data/*/anonymized',
          edit: 'drop',
        },
      ],
    },
    'the flag of a deactivated user is not set': {
      seam: 'several',
      seams: [marking(({state}) => state === 'deactivated'), listedAsDeactivated],
    },
    'anonymize=1 does not set the flag': {
      seam: 'several',
      seams: [marking((_user, by) => by === '1'), listedAsDeactivated],
    },
  }),
  ...breaking('store.users.old-email-finds-nobody', {
    'the old email still finds the user': around(LIST, (next) => {
      const found = new Map<string, ReturnType<typeof next>>();
      return (view, input) => {
        const {query = ''} = input.query;
        const done = found.get(query) ?? next(view, input);
        if (query.includes('@')) found.set(query, done);
        return done;
      };
    }),
    'the email stays': {seam: 'change', in: DEACTIVATE, table: 'users', keep: ['email']},
    'the old email of a deactivated user still finds the user': {
      seam: 'several',
      seams: [
        marking(({state}) => state === 'deactivated'),
        findingAll(LIST, (users, {table, index, value, view}) =>
          index === 'email'
            ? view.oldest<Marked>(table, {
                limit: 10_000,
                where: (user) => user.email === value || user.before?.email === value,
              })
            : users,
        ),
      ],
    },
  }),
  ...breaking('store.users.anonymization-is-irreversible', {
    'a refused update is stored': {seam: 'effect', situation: 'invalid', in: UPDATE},
    'an update is accepted': around(UPDATE, (next) => (view, input) => {
      const user = userIn(view, input.path);
      const {email} = input.body as {email: string};
      return user?.state === 'anonymized'
        ? {situation: 'updated', changes: [{table: 'users', put: {...user, email}}]}
        : next(view, input);
    }),
    'a reactivation restores the user': moving(REACTIVATE, REACTIVATED, ({state, id}) =>
      state === 'anonymized'
        ? {
            state: 'deactivated',
            email: `restored-${id}@readers.example`,
            external_id: `restored-${id}`,
          }
        : undefined,
    ),
    'a second deactivation sets an external_id': moving(DEACTIVATE, DEACTIVATED, ({state, id}) =>
      state === 'anonymized' ? {external_id: `reader-${id}`} : undefined,
    ),
    'a forced logout restores the user': restoring(
      LOGOUT,
      LOGGED_OUT,
      () => true,
      ({email, external_id, name}) => ({email, external_id, name, state: 'deactivated'}),
    ),
    'a second anonymization restores the name': restoring(
      DEACTIVATE,
      DEACTIVATED,
      (by) => by === '1',
      ({name}) => ({name}),
    ),
    'anonymize=false restores the user': restoring(
      DEACTIVATE,
      DEACTIVATED,
      (by) => by === 'false',
      ({email, external_id, name}) => ({email, external_id, name, state: 'deactivated'}),
    ),
    'a refused reactivation restores the name': restoring(
      REACTIVATE,
      ANONYMIZED,
      () => true,
      ({name}) => ({name}),
    ),
  }),
  ...breaking('store.users.deactivating-an-anonymized-user-changes-nothing', {
    'a deactivation sets an external_id': moving(DEACTIVATE, DEACTIVATED, ({state, id}) =>
      state === 'anonymized' ? {external_id: `reader-${id}`} : undefined,
    ),
    'a deactivation sets an email': moving(DEACTIVATE, DEACTIVATED, ({state, id}) =>
      state === 'anonymized' ? {email: `reader-${id}@readers.example`} : undefined,
    ),
  }),
  ...breaking('store.users.anonymized-cannot-be-reactivated', {
    'a user who was deactivated before can be reactivated': {
      seam: 'several',
      seams: [
        marking(({state}) => state === 'deactivated'),
        moving(REACTIVATE, REACTIVATED, (user) =>
          (user as Marked).before ? {state: 'active', deleted: null} : undefined,
        ),
      ],
    },
  }),
];
