import type {Asker, How, Json, Probe, Probes} from '../corpus/asking.ts';
import {PROBES_F} from './probes-f.ts';
import {PROBES_G} from './probes-g.ts';
import {PROBES_H} from './probes-h.ts';

const V1 = '/integration-api/v1';
const MINUTE = 60_000;

const inner = (body: Json, member: string): Json => (body[member] ?? {}) as Json;

/** Creates a user. @returns what is answered of him */
async function made(s: Asker, changes: Json = {}): Promise<Json> {
  const user = {
    email: 'reader@probe.example',
    external_id: 'probe-1',
    new_password: 'long enough 1',
  };
  const body = {...user, ...changes};
  return inner(await s.ask('POST', `${V1}/dashboard/users`, {body}), 'data');
}

const creates =
  (changes: Json): Probe =>
  (s) =>
    made(s, changes);

function updated(s: Asker, user: Json, changes: Json): Promise<Json> {
  const {id, email, external_id} = user;
  const body = {email, external_id, only_sees_readable: false, ...changes};
  return s.ask('PUT', `${V1}/dashboard/users/${String(id)}`, {body});
}

const remove = (s: Asker, {id}: Json): Promise<Json> =>
  s.ask('DELETE', `${V1}/dashboard/users/${String(id)}`);

const signIn = (s: Asker, {id}: Json, type = 'web'): Promise<Json> =>
  s.hook('sign-in', {role: 'admin', user: id, type});

const logOut = (s: Asker, id: unknown): Promise<Json> =>
  s.ask('POST', `${V1}/users/${String(id)}/force-logout`);

const sessionsOf = (s: Asker, {id}: Json): Promise<Json> =>
  s.ask('GET', `${V1}/auth-sessions?user_id=${String(id)}`);

const endSessions = (s: Asker, {id}: Json): Promise<Json> =>
  s.ask('DELETE', `${V1}/auth-sessions/users/${String(id)}`);

/** Visits the page of those who have signed in. */
const visit = (s: Asker, {cookie}: Json): Promise<Json> =>
  s.ask('GET', '/site/lyra/shelf', {role: null, headers: {cookie: String(cookie)}});

/** Asks for the list of users as the API does, but not quite. */
const users =
  (method: string, how: How): Probe =>
  (s) =>
    s.ask(method, `${V1}/dashboard/users`, how);

/** Uploads content. @returns what is answered of it */
async function uploaded(s: Asker, changes: Json = {}): Promise<Json> {
  const file = {extension: 'epub', file_url: 'https://files.example/1.epub'};
  const names = {name: 'Title', external_id: 'isbn-1', publication_date: '2026-02-03'};
  const body = {...names, ...file, ...changes};
  return inner(inner(await s.ask('POST', `${V1}/dashboard/issues`, {body}), 'data'), 'issue');
}

const readIssue = (s: Asker, {id}: Json): Promise<Json> =>
  s.ask('GET', `${V1}/dashboard/issues/${String(id)}`);

const uploads =
  (changes: Json): Probe =>
  (s) =>
    uploaded(s, changes);

const searches =
  (query: string): Probe =>
  (s) =>
    s.ask('GET', `${V1}/dashboard/issues?query=${query}`);

const reads =
  (query: string): Probe =>
  (s) =>
    s.ask('GET', `${V1}/consumption/sessions${query}`);

const PLAN = {
  type: 'prepaid',
  name: 'Plan',
  details: '<p>Plan</p>',
  duration: 3,
  recommended: false,
  private: false,
  assigns_collections: true,
  download_files: false,
  free_trial: false,
  concurrency_limit: 2,
  collections: ['Field Guides'],
  prices: {USD: 999},
};

/** Creates a plan. @returns what is answered of it */
const madePlan = async (s: Asker): Promise<Json> =>
  inner(await s.ask('POST', `${V1}/dashboard/plans`, {body: PLAN}), 'data');

const BOOK = {type: 'content', id: 'lyra:tide-tables'};
const NORA = {id: 'reader-nora.quist', email: 'nora.quist@readers.example'};

/** Creates an order. @returns what is answered of it */
async function ordered(s: Asker, type: string, changes: Json = {}): Promise<Json> {
  const price = {unit_price: 12.5, currency_id: 'USD'};
  const sale = {
    return_url: 'https://shop.example/thanks',
    ...price,
    products: [{...BOOK, ...price}],
  };
  const terms = type === 'permission' ? {products: [BOOK]} : sale;
  const body = {type, external_reference: 'cart-1', user: NORA, ...terms, ...changes};
  return inner(await s.ask('POST', `${V1}/orders`, {body}), 'data');
}

const orderAt = (s: Asker, method: string, {id}: Json): Promise<Json> =>
  s.ask(method, `${V1}/orders/${String(id)}?id_type=internal`, {body: {}});

/** Opens the checkout of an order, or leaves it. @returns the cookie that is set there */
async function checkout(s: Asker, order: Json, cookie = '', leave = ''): Promise<string> {
  const {pathname, search} = new URL(String(inner(order, 'checkout')['url']));
  const how = {role: null, headers: {cookie}};
  await s.ask(leave === '' ? 'GET' : 'POST', `${pathname}${leave}${search}`, how);
  return /^set-cookie: ([^;]*)/im.exec(s.answers.at(-1) ?? '')?.[1] ?? '';
}

/** Requests that show a fault which changes nothing of what the suite is answered. */
export const PROBES: Probes = {
  ...PROBES_F,
  ...PROBES_G,
  ...PROBES_H,
  'method-405': users('PATCH', {body: {}}),
  'null-body-crashes': users('POST', {body: 'null'}),
  'form-body-accepted': users('POST', {
    body: 'email=a%40probe.example&external_id=probe-1&new_password=long+enough+1',
  }),
  'plan-collections-text-crashes': (s) =>
    s.ask('POST', `${V1}/dashboard/plans`, {body: {collections: 'Field Guides'}}),
  'sessions-delete-cookie-cached': async (s) => {
    const user = await made(s);
    const session = await signIn(s, user);
    await endSessions(s, user);
    await visit(s, session);
  },
  'sessions-delete-counts-expired': async (s) => {
    const user = await made(s);
    await signIn(s, user, 'mobile');
    await signIn(s, user);
    s.wait(24 * 60 * MINUTE);
    await endSessions(s, user);
  },
  'session-delete-cookie-lives': async (s) => {
    const session = await signIn(s, await made(s));
    await s.ask('DELETE', `${V1}/auth-sessions/${String(session['session'])}`);
    await visit(s, session);
  },
  'sign-in-page-admits-deactivated': async (s) => {
    await remove(s, await made(s));
    const body = 'email=reader%40probe.example&password=long+enough+1';
    await s.ask('POST', '/site/lyra/sign-in', {role: null, body});
  },
  'deactivated-mobile-sign-in': async (s) => {
    const user = await made(s);
    await remove(s, user);
    await signIn(s, user, 'mobile');
  },
  'session-activity-of-sign-in': async (s) => {
    const user = await made(s);
    const session = await signIn(s, user);
    s.wait(60 * MINUTE);
    await visit(s, session);
    await sessionsOf(s, user);
  },
  'upload-cover-path-refused': uploads({cover: '/covers/a.png'}),
  'upload-lang-unknown-code': uploads({lang: 'xx'}),
  'issue-terms-kept-when-absent': async (s) => {
    const issue = await uploaded(s, {author: ['Ana']});
    const body = {name: 'Title', external_id: 'isbn-1', publication_date: '2026-02-03'};
    await s.ask('PUT', `${V1}/dashboard/issues/${String(issue['id'])}`, {body});
    await readIssue(s, issue);
  },
  'issues-converting-starting-only': async (s) => {
    await uploaded(s);
    s.wait(25_000);
    await searches('converting')(s);
  },
  'issue-number-found-as-external': async (s) => {
    const issue = await uploaded(s);
    await uploaded(s, {external_id: String(issue['id'])});
    await readIssue(s, issue);
  },
  'issues-search-number-prefix': searches('6110'),
  'issue-delete-empties-orders': async (s) => {
    const products = [BOOK, {...BOOK, id: 'lyra:glass-orchard'}];
    const order = await ordered(s, 'permission', {products});
    await s.ask('DELETE', `${V1}/dashboard/issues/${BOOK.id}`);
    await orderAt(s, 'GET', order);
  },
  'order-user-email-case': async (s) => {
    await ordered(s, 'permission', {user: {email: NORA.email.toUpperCase()}});
    await s.ask('GET', `${V1}/dashboard/users?query=${NORA.email}`);
  },
  'order-reference-case-ignored': async (s) => {
    await ordered(s, 'permission', {external_reference: 'Ref-A'});
    await ordered(s, 'permission', {external_reference: 'ref-a'});
    await s.ask('GET', `${V1}/orders/Ref-A?id_type=external`);
  },
  'orders-day-in-utc': async (s) => {
    s.wait(14 * 60 * MINUTE);
    const {created_at: day} = await ordered(s, 'report');
    await s.ask('GET', `${V1}/orders?start_at=${String(day)}&end_at=${String(day)}`);
  },
  'checkout-signs-in-once': async (s) => {
    const order = await ordered(s, 'sale');
    await checkout(s, order);
    await visit(s, {cookie: await checkout(s, order)});
  },
  'checkout-cancel-race': async (s) => {
    const order = await ordered(s, 'sale');
    const paying = checkout(s, order, '', '/pay');
    await orderAt(s, 'DELETE', order);
    await paying;
    await orderAt(s, 'GET', order);
  },
  'checkout-pays-cancelled': async (s) => {
    const order = await ordered(s, 'sale');
    await orderAt(s, 'DELETE', order);
    await checkout(s, order, '', '/pay');
    await orderAt(s, 'GET', order);
  },
  'checkout-reading-voids-older': async (s) => {
    const order = await ordered(s, 'sale');
    await orderAt(s, 'GET', order);
    await checkout(s, order);
  },
  'checkout-late-for-signed-in': async (s) => {
    const order = await ordered(s, 'sale');
    const cookie = await checkout(s, order);
    s.wait(61 * MINUTE);
    await checkout(s, order, cookie);
  },
  'checkout-keeps-other-session': async (s) => {
    const cookie = await checkout(s, await ordered(s, 'sale'));
    const user = {id: 'reader-omar', email: 'omar@probe.example'};
    await checkout(s, await ordered(s, 'sale', {user}), cookie);
    await s.ask('GET', `${V1}/auth-sessions?external_id=${user.id}`);
  },
  'reading-reason-case': reads('?reason_type=Free_Issue'),
  'readings-issue-any-store': reads('?issue_id=655020'),
  'reading-value-null-of-deleted-plan': async (s) => {
    const {plan_id: plan} = inner(
      await s.ask('POST', `${V1}/dashboard/plans`, {body: PLAN}),
      'data',
    );
    const reading = {user: 7_340_022, reason_type: 'global_subscription', reason_value: plan};
    await s.hook('record-reading', {role: 'admin', issue: 610_020, ...reading});
    await s.ask('DELETE', `/api/v1/dashboard/plans/${String(plan)}`);
    await reads('')(s);
  },
  'password-cut-at-72': async (s) => {
    const start = 'x'.repeat(72);
    const {id: user} = await made(s, {new_password: `${start}-the-rest`});
    await s.hook('try-login', {role: 'admin', user, password: `${start}-other`});
  },
  'external-normalised': creates({external_id: 'cafe\u0301'}),
  'plan-zero-ignored': creates({assign_new_plan: 0}),
  'password-trimmed': creates({new_password: 'abcdef  '}),
  'external-number-accepted': creates({external_id: 778_899}),
  'update-password-empty': async (s) => updated(s, await made(s), {new_password: ''}),
  'update-email-case-change-lost': async (s) => {
    await updated(s, await made(s), {email: 'Reader@probe.example'});
    await users('GET', {})(s);
  },
  'sessions-concurrency-ignored': async (s) => {
    const user = await made(s, {assign_new_plan: (await madePlan(s))['plan_id']});
    for (let count = 0; count < 3; count += 1) await signIn(s, user);
    await sessionsOf(s, user);
  },
  'plan-concurrency-mobile-free': async (s) => {
    const user = await made(s, {assign_new_plan: (await madePlan(s))['plan_id']});
    for (let count = 0; count < 4; count += 1) await signIn(s, user, 'mobile');
    await sessionsOf(s, user);
  },
  'logout-not-sent-home': async (s) => {
    const user = await made(s);
    const session = await signIn(s, user);
    await logOut(s, user['id']);
    await visit(s, session);
  },
  'logout-uuid-unknown': async (s) => {
    const {url} = inner(await ordered(s, 'sale'), 'checkout');
    const token = new URL(String(url)).searchParams.get('external-auth-token') ?? '';
    const pass = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString();
    await logOut(s, /"uuid":"([^"]*)"/.exec(pass)?.[1]);
  },
  'plan-upload-file-refused': async (s) => {
    const {plan_id: id} = await madePlan(s);
    await s.ask('PUT', `${V1}/dashboard/plans/${String(id)}`, {body: {upload_file: 'x'}});
  },
  'daily-store-race': async (s) => {
    await s.hook('leave-reads', {role: 'admin', of: 'store', reads: 1});
    const roles = ['admin', 'second-admin', 'admin'];
    await Promise.all(roles.map((role) => s.ask('GET', `${V1}/dashboard/users`, {role})));
  },
};
