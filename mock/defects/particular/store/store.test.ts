import {seedUsers} from '../../../store/users/seed.ts';
import type {Got, SuiteWorld} from '../../../testing/client.ts';
import {describeDefects, type Way} from '../../../testing/defect-ways.ts';
import {store} from './all.ts';

const API = '/integration-api/v1';
const USERS = `${API}/dashboard/users`;

/** Creates `n@r.example`, or with other members. */
const create = (on: SuiteWorld, n: string, members: object = {}, as?: string): Promise<Got> =>
  on.store(
    'POST',
    USERS,
    {email: `${n}@r.example`, external_id: `ext-${n}`, new_password: 'long enough', ...members},
    as,
  );

/** Creates, and gives the user. */
const made = async (on: SuiteWorld, n: string, members: object = {}): Promise<any> =>
  (await create(on, n, members)).body.data;

const update = (on: SuiteWorld, user: any, members: object = {}, as?: string): Promise<Got> => {
  const {id, email, external_id} = user;
  const body = {email, external_id, only_sees_readable: false, ...members};
  return on.store('PUT', `${USERS}/${id}`, body, as);
};

const leave = (on: SuiteWorld, {id}: any, query = ''): Promise<Got> =>
  on.store('DELETE', `${USERS}/${id}${query}`);
const back = (on: SuiteWorld, {id}: any): Promise<Got> =>
  on.store('PUT', `${USERS}/${id}/re-activate`);
const logout = async (on: SuiteWorld, id: string): Promise<number> =>
  (await on.store('POST', `${API}/users/${encodeURIComponent(id)}/force-logout`)).status;

/** The users that a search finds; [] for none. */
async function found(on: SuiteWorld, query: string, as?: string): Promise<any[]> {
  const path = `${USERS}?query=${encodeURIComponent(query)}`;
  const {body} = await on.store('GET', path, undefined, as);
  return body.data?.paginator?.data ?? [];
}

/** A member of the users that a search finds. */
const column = async (on: SuiteWorld, query: string, name: string): Promise<unknown[]> =>
  (await found(on, query)).map((row) => row[name]);

/** The status of a create. */
const creating =
  (members: object): Way =>
  async (on) =>
    (await create(on, 'a', members)).status;

/** What a list shows of an external_id. */
const listing =
  (id: string): Way =>
  async (on) => {
    await create(on, 'a', {external_id: id});
    return column(on, 'a@r.example', 'external_id');
  };

/** The status of a forced logout by an external_id. */
const loggingOut =
  (id: string, as = id): Way =>
  async (on) => {
    await create(on, 'a', {external_id: id});
    return logout(on, as);
  };

/** Moves on to an instant whose ISO 8601 form fits. */
async function until(on: SuiteWorld, pattern: RegExp): Promise<void> {
  while (!pattern.test(new Date(on.world.now()).toISOString())) await on.world.advance(3_600_000);
}

const values: Record<string, Way> = {
  'an email with a plus is refused': creating({email: 'a+b@r.example'}),
  'the external_id 0 is refused': creating({external_id: '0'}),
  'the length is counted in bytes': creating({external_id: 'é'.repeat(40)}),
  'a long password is counted in bytes': creating({new_password: 'é'.repeat(200)}),
  'a short password is counted in bytes': creating({new_password: 'éèêëéèê'}),
  'a password of digits is refused': creating({new_password: '31415926'}),
  'an external_id of digits loses its zeros': listing('0042'),
  'an external_id is listed in lower case': listing('Ext-A'),
  'lists have question marks for letters outside ASCII': listing('Zoë'),
  'lists escape markup': listing('a<b&c'),
  'two blanks in an external_id become one': listing('a  b'),
  'a sessions_limit above 32767 is capped': async (on) => {
    await create(on, 'a', {sessions_limit: 40_000});
    return column(on, 'a@r.example', 'sessions_limit');
  },
  'a sessions_limit of 1 is forgotten': async (on) => {
    await create(on, 'a', {sessions_limit: 1});
    return column(on, 'a@r.example', 'sessions_limit');
  },
};

const updates: Record<string, Way> = {
  'the third update is lost': async (on) => {
    const user = await made(on, 'a');
    for (const sessions_limit of [2, 3, 4]) await update(on, user, {sessions_limit});
    return column(on, 'a@r.example', 'sessions_limit');
  },
  'an email that the user had before is not stored': async (on) => {
    const user = await made(on, 'a');
    await update(on, user, {email: 'b@r.example'});
    await update(on, user);
    return column(on, 'a@r.example', 'id');
  },
  'a sessions_limit only grows': async (on) => {
    await update(on, await made(on, 'a', {sessions_limit: 5}), {sessions_limit: 4});
    return column(on, 'a@r.example', 'sessions_limit');
  },
  'another email clears the sessions_limit': async (on) => {
    await update(on, await made(on, 'a', {sessions_limit: 5}), {email: 'b@r.example'});
    return column(on, 'b@r.example', 'sessions_limit');
  },
  'a new password takes a role from who has two': async (on) => {
    const user = await made(on, 'a', {admin: true, plan_admin: true});
    await update(on, user, {new_password: 'another one'});
    return column(on, 'a@r.example', 'plan_admin');
  },
  'an update in the second of a deactivation is lost': async (on) => {
    const user = await made(on, 'a');
    await leave(on, await made(on, 'b'));
    await update(on, user, {sessions_limit: 9});
    return column(on, 'a@r.example', 'sessions_limit');
  },
  'a create in between keeps a user deactivated': async (on) => {
    const user = await made(on, 'a');
    await leave(on, user);
    await create(on, 'b');
    await back(on, user);
    return column(on, 'deactivated', 'id');
  },
  'a deactivation at the same moment takes an update back': async (on) => {
    const user = await made(on, 'a');
    const left = leave(on, user);
    const {status} = await update(on, user, {sessions_limit: 9});
    await left;
    // Whichever comes first: an update that was accepted is kept.
    return [status, await column(on, 'a@r.example', 'sessions_limit')];
  },
  'a reactivation at the same moment brings the person back': async (on) => {
    const user = await made(on, 'a');
    await leave(on, user);
    await Promise.all([back(on, user), leave(on, user, '?anonymize=true')]);
    return column(on, 'a@r.example', 'id');
  },
};

const filters: Record<string, Way> = {
  'who is plan admin too is missing': async (on) => {
    const {id} = await made(on, 'a', {admin: true, plan_admin: true});
    return (await column(on, 'admins', 'id')).includes(id);
  },
  'admins of one name are listed once': async (on) => {
    await made(on, 'a', {admin: true});
    await made(on, 'b', {admin: true, email: 'a@other.example'});
    return (await column(on, 'admins', 'name')).filter((name) => name === 'a');
  },
  'deactivated admins are missing': async (on) => {
    await leave(on, await made(on, 'a', {admin: true}));
    return column(on, 'deactivated', 'email');
  },
  'of users who left in one second one is listed': async (on) => {
    for (const n of ['a', 'b']) await leave(on, await made(on, n));
    return column(on, 'deactivated', 'email');
  },
  'an underscore stands for any character': async (on) => {
    for (const n of ['a_b', 'axb']) await create(on, n);
    return column(on, 'a_b@r.example', 'email');
  },
  'an email that begins with admins lists the admins': async (on) => {
    await create(on, 'admins');
    return column(on, 'admins@r.example', 'email');
  },
  'a plus is read as a blank': async (on) => {
    await create(on, 'a+b');
    return column(on, 'a+b@r.example', 'email');
  },
  'capitals are not found': async (on) => {
    await create(on, 'Ada');
    return column(on, 'Ada@r.example', 'email');
  },
  'a last page with one user is lost': walking(16),
  'the first of a full second page is lost': walking(30),
};

/** The ids on all pages of a list with `count` users. */
function walking(count: number): Way {
  return async (on) => {
    seedUsers(on.world, 'store-a', count - on.world.table('users').of('store-a').length);
    const ids: number[] = [];
    for (const page of [1, 2, 3]) {
      const {status, body} = await on.store('GET', `${USERS}?page=${page}`);
      if (status === 200) ids.push(...body.data.paginator.data.map(({id}: any) => id));
    }
    return ids;
  };
}

const refusals: Record<string, Way> = {
  'an update that fails in two fields is stored in part': async (on) => {
    const [user] = [await made(on, 'a'), await made(on, 'b')];
    await update(on, user, {email: 'b@r.example', external_id: 'other', sessions_limit: 9});
    return column(on, 'a@r.example', 'sessions_limit');
  },
  'a refused create keeps its email taken': async (on) => {
    await create(on, 'a');
    await create(on, 'b', {external_id: 'ext-a'});
    return (await create(on, 'b')).status;
  },
  'a refused create that comes again makes the user': async (on) => {
    await create(on, 'a');
    for (let i = 0; i < 2; i++) await create(on, 'b', {external_id: 'ext-a'});
    return column(on, 'b@r.example', 'email');
  },
  'a number deactivates': async (on) => {
    const {status} = await leave(on, await made(on, 'a'), '?anonymize=2');
    return [status, await column(on, 'deactivated', 'email')];
  },
  'the second refused reactivation restores the person': async (on) => {
    const user = await made(on, 'a');
    await leave(on, user, '?anonymize=true');
    for (let i = 0; i < 2; i++) await back(on, user);
    return column(on, 'deactivated', 'external_id');
  },
  'of two fields that are taken one is named': async (on) => {
    await create(on, 'a');
    return Object.keys((await create(on, 'a')).body.errors);
  },
};

/** What is left of a create with other members. */
const leftOf =
  (members: object, shown: string): Way =>
  async (on) => [(await create(on, 'a', members)).status, await column(on, 'a@r.example', shown)];

/** What is left of an update with other members. */
const updating =
  (members: object): Way =>
  async (on) => {
    const {status} = await update(on, await made(on, 'a'), {admin: true, ...members});
    const [row] = await found(on, 'a@r.example');
    return [status, row.admin, row.sessions_limit];
  };

const types: Record<string, Way> = {
  'a create whose limit is a text is refused too late': leftOf({sessions_limit: '5'}, 'email'),
  'a create whose flag is a number is refused too late': leftOf({plan_admin: 1}, 'email'),
  'an update whose limit is a text stores the other members': updating({sessions_limit: 'x'}),
  'an update whose limit is a decimal stores the other members': updating({sessions_limit: 1.5}),
  'digits before letters are a limit': leftOf({sessions_limit: '12 a day'}, 'sessions_limit'),
  'a decimal limit of an update is rounded': updating({sessions_limit: 1.5}),
  'a number in the place of an external_id gets an exponent': leftOf(
    {external_id: 7},
    'external_id',
  ),
  'a day that no month has is taken': creating({new_plan_custom_valid_to: '2031-02-29'}),
  'a yes deactivates': async (on) => {
    const {status} = await leave(on, await made(on, 'a'), '?anonymize=yes');
    return [status, await column(on, 'deactivated', 'email')];
  },
};

const ids: Record<string, Way> = {
  'letters after an id are ignored': async (on) => {
    const {id} = await made(on, 'a');
    return (await leave(on, {id: `${id}x`})).status;
  },
  'the beginning of an external_id is enough': loggingOut('reader-of-books', 'reader-of'),
  'an id above 31 bits is invalid': async (on) => (await leave(on, {id: 3_000_000_000})).status,
  'an external_id with a slash is not found': loggingOut('a/b'),
  'an external_id outside ASCII is not found': loggingOut('Zoë'),
  'an external_id is decoded twice': loggingOut('50%25'),
  'an external_id of digits is taken for an id': loggingOut('9780000000'),
  'a blank in an external_id becomes a plus': loggingOut('a b'),
  'capitals of a token do not matter': async (on) =>
    (await on.store('GET', USERS, undefined, on.token().toUpperCase())).status,
};

const states: Record<string, Way> = {
  'who had been deactivated before keeps it': async (on) => {
    const user = await made(on, 'a');
    await leave(on, user);
    await back(on, user);
    await leave(on, user, '?anonymize=true');
    return column(on, 'deactivated', 'external_id');
  },
  'an admin keeps the name': async (on) => {
    await leave(on, await made(on, 'a', {admin: true}), '?anonymize=true');
    return column(on, 'deactivated', 'name');
  },
  'a second deactivation does not set it': async (on) => {
    const user = await made(on, 'a');
    await leave(on, user);
    await back(on, user);
    await leave(on, user);
    return column(on, 'deactivated', 'deleted_at');
  },
  'the email before an update finds the anonymized user': async (on) => {
    const user = await made(on, 'a');
    await update(on, user, {email: 'b@r.example'});
    await leave(on, user, '?anonymize=true');
    return column(on, 'a@r.example', 'id');
  },
  'anonymize=1 leaves a deactivated user as it is': async (on) => {
    const user = await made(on, 'a');
    await leave(on, user);
    await leave(on, user, '?anonymize=1');
    return column(on, 'deactivated', 'name');
  },
};

const instants: Record<string, Way> = {
  'the 31st is listed as the 30th': async (on) => {
    await until(on, /-31T/);
    await create(on, 'a');
    return column(on, 'a@r.example', 'created_at_date_string');
  },
  'noon is midnight': async (on) => {
    await until(on, /T12/);
    return (await made(on, 'a')).created_at.date;
  },
  'the minute is a second too long': async (on) => {
    for (let i = 0; i < 60; i++) await logout(on, 'nobody');
    await on.world.advance(60_000);
    return logout(on, 'nobody');
  },
  'the day of a store is a second too long': async (on) => {
    const facets = {tenant: 'store-a', version: 'v1'};
    on.world.reads.of('store.limits.store_reads', facets).count.add(on.world.now(), 5000);
    await on.world.advance(86_400_000);
    return (await on.store('GET', USERS)).status;
  },
  'not on the last days of a month': async (on) => {
    await until(on, /-29T/);
    await leave(on, await made(on, 'a'));
    return column(on, 'deactivated', 'deleted_at');
  },
};

const tenants: Record<string, Way> = {
  'an email of two stores finds both users': async (on) => {
    await create(on, 'a');
    await create(on, 'a', {}, on.token('second-store'));
    return column(on, 'a@r.example', 'email');
  },
  'a user with an external_id of the own store is updated': async (on) => {
    const {id} = await made(on, 'a');
    await create(on, 'b', {external_id: 'ext-a'}, on.token('second-store'));
    const foreign = {id, email: 'new@r.example', external_id: 'ext-a'};
    const {status} = await update(on, foreign, {}, on.token('second-store'));
    return [status, await column(on, 'new@r.example', 'email')];
  },
};

/** The status of an update with another external_id than the present one. */
const updatingId =
  (id: string, given: string): Way =>
  async (on) =>
    (await update(on, await made(on, 'a', {external_id: id}), {external_id: given})).status;

/** Whether a user could log in. */
const admitted = async (on: SuiteWorld, {id}: any): Promise<unknown> =>
  ([...on.world.table('users').all()] as any[]).find((row) => row.id === id).may_log_in;

const nearMisses: Record<string, Way> = {
  'an external_id of digits is compared as a number': updatingId('42', '42.0'),
  'accents of an external_id are not compared': updatingId('zoë', 'zoe'),
  'capitals of an external_id are not compared': updatingId('zoe', 'Zoe'),
  'an email with two at signs is taken': creating({email: 'a@b@r.example'}),
  'two dots in the host of an email are taken': creating({email: 'a@r..example'}),
  'a day with a time is taken': creating({new_plan_custom_valid_to: '2031-05-14T00:00:00Z'}),
  'a day of one figure is taken': creating({new_plan_custom_valid_to: '2031-5-4'}),
  'the external_id of a deactivated user is free': async (on) => {
    await leave(on, await made(on, 'a'));
    return (await create(on, 'b', {external_id: 'ext-a'})).status;
  },
};

const moments: Record<string, Way> = {
  'a deactivated admin can log in': async (on) => {
    const user = await made(on, 'a', {admin: true});
    await leave(on, user);
    return admitted(on, user);
  },
  'after a second deactivation a user can log in': async (on) => {
    const user = await made(on, 'a');
    for (const move of [leave, back, leave]) await move(on, user);
    return admitted(on, user);
  },
  'updates of two users in turn lose the third': async (on) => {
    const [one, other] = [await made(on, 'a'), await made(on, 'b')];
    for (const user of [one, other]) await update(on, user);
    await update(on, one, {sessions_limit: 9});
    return column(on, 'a@r.example', 'sessions_limit');
  },
  'an older user cannot follow a newer one': async (on) => {
    const [one, other] = [await made(on, 'a'), await made(on, 'b')];
    await leave(on, other);
    await leave(on, one);
    return column(on, 'deactivated', 'email');
  },
  'requests at the same moment pass the minute': async (on) => {
    // It opens the connections.
    await atOnce(on);
    for (let sent = 6; sent < 59; sent += 1) await on.store('GET', USERS);
    return atOnce(on);
  },
  'reads at the same moment pass the quota': async (on) => {
    // It opens the connections.
    await atOnce(on);
    await on.world.setNumber('store.limits.store_reads_per_day', 7);
    return atOnce(on);
  },
};

/** How many of some reads at the same moment are served. */
async function atOnce(on: SuiteWorld): Promise<number> {
  const all = await Promise.all(Array.from({length: 6}, () => on.store('GET', USERS)));
  return all.filter(({status}) => status === 200).length;
}

const ways: Record<string, Way> = {
  ...values,
  ...updates,
  ...filters,
  ...refusals,
  ...types,
  ...ids,
  ...states,
  ...instants,
  ...tenants,
  ...nearMisses,
  ...moments,
};

/** What a backend does with plain values: no defect shows. */
const plainLife: Way = async (on) => {
  const user = await made(on, 'ada');
  const updated = await update(on, user, {sessions_limit: 3, plan_admin: true});
  const listed = await found(on, 'ada@r.example');
  const out = [await logout(on, 'ext-ada'), await logout(on, String(user.id))];
  const left = await leave(on, user);
  const gone = await found(on, 'deactivated');
  const again = await back(on, user);
  const ended = await leave(on, await made(on, 'bob'), '?anonymize=true');
  const nobody = [await logout(on, 'nobody'), (await leave(on, {id: 999_999})).status];
  return [user, updated.body, listed, out, left.body, gone, again.body, ended.body, nobody];
};

describeDefects('the store', store, ways, plainLife);
