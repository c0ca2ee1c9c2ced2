import type {Defect, Seam} from '../../defect.ts';
import {refuse, type Done, type View} from '../../operation.ts';
import type {User} from '../../store/users/user.ts';
import {afterwards, around, breaking, hearing, seeing} from '../breaking.ts';

const CREATE = ['createUser'];
const LIST = ['listUsers'];
const UPDATE = ['updateUser'];
const DEACTIVATE = ['deactivateUser'];
const REACTIVATE = ['reactivateUser'];
const LOGOUT = ['forceLogout'];

/** The user that a path names. */
const userIn = (view: View, path: Record<string, string>): User | undefined => view.find<User>('users', path['id'] ?? '');

/** An answer that makes a user something else as well. */
const making = (operation: string[], other: (user: User, view: View) => Partial<User> | undefined): Seam =>
  afterwards(operation, (done, view, {path}) => {
    const user = putIn(done) ?? userIn(view, path);
    const more = user && other(user, view);
    return more ? {...done, changes: [...(done.changes ?? []), {table: 'users', put: {...user, ...more}}]} : done;
  });

const putIn = ({changes = []}: Done): User | undefined =>
  changes.flatMap((change) => (change.table === 'users' && 'put' in change ? [change.put as User] : []))[0];

/** A move that is answered, whatever became of it, and leaves the user as the function says. */
const moving = (operation: string[], answer: Done, other: (user: User, view: View) => Partial<User> | undefined): Seam =>
  around(operation, (next) => (view, input) => {
    const user = userIn(view, input.path);
    const moved = user && other(user, view);
    return moved ? {...answer, changes: [{table: 'users', put: {...user, ...moved}}]} : next(view, input);
  });

const DEACTIVATED: Done = {situation: 'deactivated', body: {CODE: 'success', data: []}};
const REACTIVATED: Done = {situation: 'reactivated', body: {CODE: 'success', data: 1}};
const LOGGED_OUT: Done = {situation: 'logged-out', body: {CODE: 'success', data: []}};

/** Nothing of the body of a request but what is left. */
const without = (body: unknown, ...names: string[]): {body: unknown} => ({
  body: Object.fromEntries(Object.entries(body as object).filter(([name]) => !names.includes(name))),
});

export const users: Defect[] = [
  // What a create and an update take and keep.
  ...breaking('store.users.created-is-as-given', {
    'the email is answered in capitals': afterwards(CREATE, (done) => withData(done, ({email}) => ({email: String(email).toUpperCase()}))),
    'the external id is cut short': hearing(CREATE, ({body}) => ({body: {...(body as object), external_id: externalIdIn(body).slice(0, 12)}})),
    'the list shows another email': {seam: 'member', situation: 'page', pointer: '/data/paginator/data/*/email', edit: {set: 'somebody@readers.example'}},
    'the list shows another external id': {seam: 'member', situation: 'page', pointer: '/data/paginator/data/*/external_id', edit: {set: 'reader-x'}},
  }),
  ...breaking(
    'store.users.create-needs-no-optional-member',
    Object.fromEntries(
      ['sessions_limit', 'admin', 'plan_admin', 'only_sees_readable'].map((name): [string, Seam] => [
        `${name} is demanded`, {seam: 'schema', in: 'createUser', pointer: `/${name}`, keyword: 'required', as: true},
      ]),
    ),
  ),
  ...breaking(
    'store.users.update-needs-no-optional-member',
    Object.fromEntries(
      ['new_password', 'sessions_limit', 'admin', 'plan_admin', 'user_plan_name'].map((name): [string, Seam] => [
        `${name} is demanded`, {seam: 'schema', in: 'updateUser', pointer: `/${name}`, keyword: 'required', as: true},
      ]),
    ),
  ),
  ...breaking('store.users.flags-given-are-kept', {
    ...Object.fromEntries(
      ['admin', 'plan_admin', 'only_sees_readable'].map((name) => [`${name} is lost`, hearing(CREATE, ({body}) => without(body, name))]),
    ),
    'the list shows every user as an admin': {seam: 'member', situation: 'page', pointer: '/data/paginator/data/*/admin', edit: {set: true}},
    'the list shows no plan admin': {seam: 'member', situation: 'page', pointer: '/data/paginator/data/*/plan_admin', edit: {set: false}},
  }),
  ...breaking('store.users.assigned-plan-must-exist', {
    'any plan does on create': {seam: 'skip', situation: 'plan-unknown', in: CREATE},
    'any plan does on update': {seam: 'skip', situation: 'plan-unknown', in: UPDATE},
  }),
  ...breaking('store.users.email-is-unique', {
    'not on create': {seam: 'skip', situation: 'email-taken', in: CREATE},
    'not on update': {seam: 'skip', situation: 'email-taken', in: UPDATE},
    'not even from oneself': around(UPDATE, (next) => (view, input) =>
      userIn(view, input.path)?.email === (input.body as {email: string}).email ? taken('email') : next(view, input),
    ),
  }),
  ...breaking('store.users.external-id-is-unique', {
    'two users have one': {seam: 'skip', situation: 'external-id-taken', in: CREATE},
  }),
  ...breaking('store.users.parallel-creates-stay-unique', {
    'checked before the other wrote': {seam: 'stale', in: CREATE, table: 'users'},
  }),
  ...breaking('store.users.uniqueness-ends-at-the-store', {
    'it goes through all stores': {seam: 'tenancy', in: CREATE},
  }),
  ...breaking('store.users.external-id-cannot-change', {
    'another is taken': {seam: 'skip', situation: 'external-id-changed', in: UPDATE},
    'another is passed over': hearing(UPDATE, ({body, path}, view) => ({body: {...(body as object), external_id: userIn(view, path)?.external_id}})),
  }),
  ...breaking('store.users.external-id-change-changes-nothing', {
    'the rest is updated': {seam: 'effect', situation: 'invalid', in: UPDATE},
    'the email moves': {seam: 'effect', situation: 'invalid', in: UPDATE, keep: ['admin', 'only_sees_readable', 'sessions_limit']},
    'the flags move': {seam: 'effect', situation: 'invalid', in: UPDATE, keep: ['email']},
  }),
  ...breaking('store.users.external-id-change-is-called-prohibited', {
    'it is called invalid': {seam: 'member', situation: 'invalid', in: UPDATE, pointer: '/errors/external_id', edit: {set: ['The external id is invalid.']}},
  }),
  ...breaking('store.users.own-external-id-is-accepted', {
    'no external id is': around(UPDATE, (next) => (view, input) => ('external_id' in (input.body as object) ? taken('external_id') : next(view, input))),
    'not beside a new email': around(UPDATE, (next) => (view, input) =>
      userIn(view, input.path)?.email === (input.body as {email: string}).email ? next(view, input) : taken('external_id'),
    ),
  }),
  ...breaking('store.users.update-is-kept', {
    'nothing is': {seam: 'change', in: UPDATE, table: 'users', drop: true},
    ...Object.fromEntries(
      ['email', 'sessions_limit', 'admin', 'only_sees_readable'].map((name): [string, Seam] => [
        `${name} is not`, {seam: 'change', in: UPDATE, table: 'users', keep: [name]},
      ]),
    ),
  }),
  ...breaking('store.users.refused-create-makes-nobody', {
    'it makes the user': {seam: 'effect', situation: 'invalid', in: CREATE},
  }),
  ...breaking('store.users.password-is-never-shown', {
    'create repeats it': afterwards(CREATE, (done, _view, {body}) => withData(done, () => ({new_password: (body as {new_password: string}).new_password}))),
    'it is the name': afterwards(CREATE, (done, _view, {body}) => {
      const {new_password: name} = body as {new_password: string};
      return {...done, changes: (done.changes ?? []).map((change) => ('put' in change ? {...change, put: {...change.put, name}} : change))};
    }),
  }),
  ...breaking('store.users.creation-date-is-one-instant', {
    'the timestamp is an hour off': {seam: 'member', situation: 'created', pointer: '/data/created_at/timestamp', edit: {add: 3600}},
    'the zone is another': {seam: 'member', situation: 'created', pointer: '/data/created_at/timezone', edit: {set: 'America/Bogota'}},
  }),

  // What each filter of the list finds.
  ...breaking('store.users.query-by-email-finds-that-user-only', {
    'everyone is found': hearing(LIST, ({query}) => (query['query']?.includes('@') ? {query: {}} : {})),
    'the newest is found': seeing(LIST, (view) => ({all: <R>(table: string) => view.newest(table, {limit: 1}) as R[]})),
    'nobody is found': hearing(LIST, ({query}) => (query['query']?.includes('@') ? {query: {query: 'nobody'}} : {})),
  }),
  ...breaking('store.users.query-deactivated-lists-deactivated-only', {
    'everyone is listed': hearing(LIST, ({query}) => (query['query'] === 'deactivated' ? {query: {...query, query: ''}} : {})),
    'the newest of them is left out': seeing(LIST, (view, {query}) => ({
      all: <R>(table: string, index: string, value: string) => view.all(table, index, value).slice(0, query['query'] === 'deactivated' ? -1 : undefined) as R[],
    })),
    'admins are listed too': seeing(LIST, (view) => ({
      all: <R>(table: string, index: string, value: string) =>
        [...(index === 'gone' ? view.all(table, 'admin', 'yes') : []), ...view.all(table, index, value)] as R[],
    })),
  }),
  ...breaking('store.users.query-admins-lists-admins-only', {
    'everyone is listed': hearing(LIST, ({query}) => (query['query'] === 'admins' ? {query: {...query, query: ''}} : {})),
    'only the first of them': seeing(LIST, (view) => ({
      all: <R>(table: string, index: string, value: string) => view.all(table, index, value).slice(0, index === 'admin' ? 1 : undefined) as R[],
    })),
    'the newest user is listed too': seeing(LIST, (view) => ({
      all: <R>(table: string, index: string, value: string) =>
        [...view.all(table, index, value), ...(index === 'admin' ? view.newest(table, {limit: 1}) : [])] as R[],
    })),
  }),
  ...breaking('store.users.list-without-query-is-unfiltered', {
    'it lists admins': hearing(LIST, ({query}) => (query['query'] === undefined ? {query: {...query, query: 'admins'}} : {})),
    'the newest is left out': seeing(LIST, (view) => ({
      newest: <R>(table: string, asked: Parameters<View['newest']>[1]) => view.newest(table, {...asked, limit: asked.limit + 1}).slice(1) as R[],
    })),
  }),
  ...breaking('store.users.deleted-at-is-set-while-deactivated', {
    'it stays null': {seam: 'change', in: DEACTIVATE, table: 'users', keep: ['deleted']},
    'it is set from the beginning': making(CREATE, ({created}) => ({deleted: created})),
  }),
  ...breaking('store.users.created-is-active', {
    'a new user waits': making(CREATE, ({created}) => ({state: 'deactivated', deleted: created})),
    'a new user is not found': {seam: 'change', in: CREATE, table: 'users', drop: true},
  }),

  // Moves between active, deactivated and anonymized.
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
  ...breaking('store.users.moves-are-the-listed-ones', {
    'an email stays taken for good': around(CREATE, (next) => {
      const used = new Set<string>();
      return (view, input) => {
        const place = `${view.tenant} ${(input.body as {email: string}).email}`;
        if (used.has(place)) return taken('email');
        used.add(place);
        return next(view, input);
      };
    }),
    'a second deactivation makes an anonymized user one who can come back': moving(DEACTIVATE, DEACTIVATED, ({state}) =>
      state === 'anonymized' ? {state: 'deactivated'} : undefined,
    ),
    'who came back cannot be deactivated again': around(DEACTIVATE, (next) => {
      const left = new Set<string>();
      return (view, input) => {
        const user = userIn(view, input.path);
        if (user?.state === 'active' && left.has(user.key)) return DEACTIVATED;
        if (user) left.add(user.key);
        return next(view, input);
      };
    }),
    'who comes back has the first email again': {
      seam: 'several',
      seams: [
        making(CREATE, ({email}) => ({first: email}) as Partial<User>),
        making(REACTIVATE, (user) => ({email: (user as User & {first?: string}).first ?? user.email})),
      ],
    },
    'an update of a deactivated user brings the user back': around(UPDATE, (next) => (view, input) => {
      const user = userIn(view, input.path);
      const {email} = input.body as {email: string};
      return user?.state === 'deactivated' ? {situation: 'updated', changes: [{table: 'users', put: {...user, email, state: 'active', deleted: null} as User}]} : next(view, input);
    }),
    'a forced logout takes the deactivated from the list': making(LOGOUT, ({state}) => (state === 'deactivated' ? {state: 'active'} : undefined)),
  }),
];

function withData(done: Done, other: (data: Record<string, unknown>) => object): Done {
  const body = done.body as {data: Record<string, unknown>};
  return {...done, body: {...body, data: {...body.data, ...other(body.data)}}};
}

const externalIdIn = (body: unknown): string => (body as {external_id: string}).external_id;

const taken = (field: string) => ({
  ...refuse('invalid', `another ${field}`, 'one that is taken', 'take a world without the defect'), errors: {[field]: [`The ${field} has already been taken.`]},
});

const refusedMove = (state: string) => refuse('move-refused', 'another state', state, 'take a world without the defect');
