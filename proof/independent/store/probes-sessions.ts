import {checkoutOf, createPlan, isInside, ordered, sessionIds, sessions} from './commerce-kit.ts';
import {visit} from './commerce-kit.ts';
import {asList, asObject, type Probe, type Probes, type Site, type Value} from './probe-kit.ts';

const TABLET = 'Mozilla/5.0 (iPad; CPU OS 17_1 like Mac OS X) Version/17.1 Mobile Safari/604.1';

async function rows(site: Site): Promise<Value[]> {
  return asList((await sessions(site)).json.data);
}

/** Shows when a session does not pass the test. */
function shows(test: (row: Value) => boolean, type = 'web'): Probe {
  return async (site) => {
    await site.signIn(await site.made(), type);
    return !test((await rows(site))[0] ?? {});
  };
}

/** Shows when the data of a session do not pass the test. */
function data(test: (data: Value) => boolean, type = 'web'): Probe {
  return shows((row) => test(asObject(row.session_data)), type);
}

/** Shows when the data of a session that a tablet has begun do not pass the test. */
function tablet(test: (data: Value) => boolean): Probe {
  return async (site) => {
    const user = await site.made();
    const body = new URLSearchParams({email: String(user.email), password: 'long enough 1'});
    const headers = {'user-agent': TABLET};
    await visit(`${site.server.url}/site/lyra/sign-in`, {method: 'POST', body, headers});
    return !test(asObject((await rows(site))[0]?.session_data));
  };
}

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/;
const text =
  (member: string) =>
  (row: Value): boolean =>
    typeof row[member] === 'string';

/** The members of sessions. */
export const sessionMembers: Probes = {
  'session-id-as-number': shows(text('id')),
  'session-user-id-as-text': shows((row) => Number.isInteger(row.user_id)),
  'session-email-missing': shows(text('user_email')),
  'session-external-missing': shows(text('user_external_id')),
  'session-ip-null': shows(text('ip_address')),
  'session-data-as-text': shows((row) => typeof row.session_data === 'object'),
  'session-activity-zoned': shows((row) => LOCAL.test(String(row.last_activity))),
  'session-diff-as-number': shows(text('last_activity_diff')),
  'session-expires-as-unix': shows((row) => LOCAL.test(String(row.session_expires_at))),
  'session-type-browser': data((one) => one.type === 'web'),
  'session-browser-missing': data(text('browser')),
  'session-device-lower-case': data((one) => one.device === 'Desktop'),
  'session-tablet-unknown': tablet((one) => one.device === 'Tablet'),
  'session-raw-missing': data(text('raw')),
  'session-raw-cut': tablet((one) => one.raw === TABLET),
  'session-app-missing': data(text('app_name'), 'mobile'),
  'session-app-version-missing': data(text('app_version'), 'mobile'),
  'session-os-version-missing': data(text('os_version'), 'mobile'),
};

/** Three sessions: two of one user, one of another. */
async function three(site: Site): Promise<[Value, Value]> {
  const one = await site.made({external_id: 'twin-1'});
  const other = await site.made({external_id: 'twin-12'});
  await site.signIn(one);
  await site.signIn(other);
  await site.signIn(one, 'mobile');
  return [one, other];
}

/** Shows when a filter finds another number of sessions. */
function finds(tail: (one: Value) => string, count: number): Probe {
  return async (site) => {
    const [one] = await three(site);
    return (await sessionIds(site, tail(one))).length !== count;
  };
}

function answers(tail: string, status: number): Probe {
  return async (site) => (await sessions(site, `?${tail}`)).status !== status;
}

/** Shows when the pagination of a page of two does not pass the test. */
function pages(test: (pagination: Value) => boolean, size = 2): Probe {
  return async (site) => {
    await three(site);
    const {json} = await sessions(site, `?per_page=${size}`);
    return !test(asObject(json.pagination));
  };
}

/** Shows when a walk with pages of one does not visit two sessions of a user once each. */
const walk: Probe = async (site) => {
  const [one] = await three(site);
  const tail = `?user_id=${String(one.id)}&per_page=1`;
  const seen = await sessionIds(site, tail);
  let {json} = await sessions(site, tail);
  for (let turns = 0; turns < 4; turns += 1) {
    const {has_more: more, next_cursor: cursor} = asObject(json.pagination);
    if (more !== true) break;
    const next = `${tail}&cursor=${encodeURIComponent(String(cursor))}`;
    seen.push(...(await sessionIds(site, next)));
    ({json} = await sessions(site, next));
  }
  const all = await sessionIds(site, `?user_id=${String(one.id)}`);
  return String(seen) !== String(all);
};

/** The list of sessions. */
export const sessionLists: Probes = {
  'sessions-no-code': async (s) => (await sessions(s)).json.CODE !== 'success',
  'sessions-nested': async (s) => !Array.isArray((await sessions(s)).json.data),
  'sessions-per-page-missing': pages((one) => one.per_page === 2),
  'sessions-cursor-as-number': pages((one) => typeof one.next_cursor === 'string'),
  'sessions-cursor-always': pages((one) => one.next_cursor === null, 50),
  'sessions-has-more-number': pages((one) => one.has_more === true),
  'sessions-full-page-more': pages((one) => one.has_more === false, 3),
  'sessions-default-50': async (s) => {
    return asObject((await sessions(s)).json.pagination).per_page !== 100;
  },
  'sessions-page-of-one-refused': answers('per_page=1', 200),
  'sessions-200-refused': answers('per_page=200', 200),
  'sessions-zero-accepted': answers('per_page=0', 422),
  'sessions-201-capped': answers('per_page=201', 422),
  'sessions-text-page-ignored': answers('per_page=many', 422),
  'sessions-user-text-ignored': answers('user_id=nora', 422),
  'sessions-user-ignored': finds((one) => `?user_id=${String(one.id)}`, 2),
  'sessions-external-ignored': finds(() => '?external_id=twin-1', 2),
  'sessions-external-prefix': finds(() => '?external_id=twin-1', 2),
  'sessions-filter-lost-by-cursor': walk,
  'sessions-cursor-skips-one': walk,
  'sessions-cursor-repeats-one': async (s) => {
    const user = await s.made();
    for (let count = 0; count < 3; count += 1) await s.signIn(user);
    const {json} = await sessions(s, '?per_page=1');
    const cursor = String(asObject(json.pagination).next_cursor);
    const [first] = await sessionIds(s, '?per_page=1');
    return (await sessionIds(s, `?cursor=${cursor}`)).includes(first);
  },
  'sessions-any-store': async (s) => {
    await three(s);
    const token = s.key('second-store');
    const {json} = await s.call('GET', '/auth-sessions', {token});
    return asList(json.data).length !== 0;
  },
  'sessions-concurrency-ignored': async (s) => {
    const plan = (await createPlan(s, {concurrency_limit: 2})).data.plan_id;
    const user = await s.made({assign_new_plan: plan});
    for (let count = 0; count < 3; count += 1) await s.signIn(user);
    return (await sessionIds(s)).length > 2;
  },
};

/** Deletes the first session of two of a user; shows when the rest does not pass the test. */
function deletes(test: (left: unknown[], first: unknown) => boolean): Probe {
  return async (site) => {
    const user = await site.made();
    const {session: first} = await site.signIn(user);
    await site.signIn(user);
    await site.call('DELETE', `/auth-sessions/${String(first)}`);
    return !test(await sessionIds(site), first);
  };
}

/** Shows when the answer to the deletion of one session, or of all, does not pass the test. */
function told(all: boolean, test: (json: Value, status: number) => boolean): Probe {
  return async (site) => {
    const user = await site.made();
    const {session} = await site.signIn(user);
    const tail = all ? `users/${String(user.id)}` : String(session);
    const {json, status} = await site.call('DELETE', `/auth-sessions/${tail}`);
    return !test(json, status);
  };
}

function unknown(tail: string): Probe {
  return async (site) => (await site.call('DELETE', `/auth-sessions/${tail}`)).status !== 404;
}

/** Shows when a cookie works after the deletion of its session. */
function survives(all: boolean, type = 'web'): Probe {
  return async (site) => {
    const user = await site.made();
    const {session, cookie} = await site.signIn(user, type);
    const tail = all ? `users/${String(user.id)}` : String(session);
    await site.call('DELETE', `/auth-sessions/${tail}`);
    return isInside(site, cookie);
  };
}

const count = (json: Value): unknown => asObject(json.data).deleted_count;

/** Deletions of sessions. */
export const sessionDeletes: Probes = {
  'session-delete-204': told(false, (_json, status) => status === 200),
  'session-delete-no-code': told(false, (json) => json.CODE === 'success'),
  'session-delete-no-message': told(false, (json) => typeof json.message === 'string'),
  'session-delete-unknown-200': unknown('77'),
  'session-delete-no-effect': deletes((left, first) => !left.includes(first)),
  'session-delete-takes-all': deletes((left) => left.length === 1),
  'session-delete-by-agent': deletes((left) => left.length === 1),
  'session-delete-cookie-lives': survives(false),
  'session-delete-any-store': async (s) => {
    const {session} = await s.signIn(await s.made());
    const token = s.key('second-store');
    const path = `/auth-sessions/${String(session)}`;
    return (await s.call('DELETE', path, {token})).status !== 404;
  },
  'sessions-delete-no-code': told(true, (json) => json.CODE === 'success'),
  'sessions-delete-no-message': told(true, (json) => typeof json.message === 'string'),
  'sessions-delete-count-text': told(true, (json) => Number.isInteger(count(json))),
  'sessions-delete-count-zero': told(true, (json) => count(json) === 1),
  'sessions-delete-unknown-200': unknown('users/999999999'),
  'sessions-delete-no-effect': survives(true),
  'sessions-delete-mobile-kept': survives(true, 'mobile'),
  'sessions-delete-cookie-cached': survives(true),
  'sessions-delete-counts-expired': async (s) => {
    const user = await s.made();
    await s.signIn(user, 'mobile');
    await s.signIn(user);
    s.clock.time += 24 * 3_600_000;
    const {data: told} = await s.call('DELETE', `/auth-sessions/users/${String(user.id)}`);
    return told.deleted_count !== 1;
  },
  'sessions-delete-any-store': async (s) => {
    const path = `/auth-sessions/users/${String((await s.made()).id)}`;
    return (await s.call('DELETE', path, {token: s.key('second-store')})).status !== 404;
  },
  'logout-uuid-unknown': async (s) => {
    const url = checkoutOf(await ordered(s, 'sale'));
    const token = url.searchParams.get('external-auth-token') ?? '';
    const pass = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString();
    return (await s.logout(asObject(JSON.parse(pass)).uuid)).status !== 200;
  },
  'logout-not-sent-home': async (s) => {
    const user = await s.made();
    const {cookie} = await s.signIn(user);
    await s.logout(user.id);
    const headers = {cookie: String(cookie)};
    const {status} = await visit(`${s.server.url}/site/lyra/shelf`, {headers});
    return status !== 302;
  },
};
