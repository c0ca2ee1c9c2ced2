import {checkoutOf, createPlan, hook, isInside, ordered, sessionIds} from './commerce-kit.ts';
import {sessions, visit} from './commerce-kit.ts';
import {asList, asObject, type Site, type Value} from './probe-kit.ts';
import {answered, holds} from './self-assert.ts';

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/;
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) Mobile Safari/604.1';
const APP = 'Shelf/4.9 (Pixel 8; Android 14)';

async function signIn(site: Site, email: unknown, agent: string): Promise<string> {
  const body = new URLSearchParams({email: String(email), password: 'long enough 1'});
  const headers = {'user-agent': agent};
  const url = `${site.server.url}/site/lyra/sign-in`;
  const answer = await visit(url, {method: 'POST', body, headers});
  return answer.status === 303 ? answer.cookie : '';
}

async function rowsOf(site: Site, tail: string): Promise<Value[]> {
  return asList((await sessions(site, tail)).json.data);
}

async function checkRows(site: Site): Promise<void> {
  const user = await site.made();
  const cookie = await signIn(site, user.email, PHONE);
  holds(await isInside(site, cookie), 'signed in');
  await signIn(site, user.email, APP);
  site.clock.time += 120_000;
  const rows = await rowsOf(site, `?user_id=${String(user.id)}`);
  holds(rows.length === 2, 'two sessions');
  for (const row of rows) {
    holds(typeof row.id === 'string' && row.user_id === user.id, 'ids');
    holds(row.user_email === user.email && row.user_external_id === user.external_id, 'user');
    holds(typeof row.ip_address === 'string', 'address');
    holds(LOCAL.test(String(row.last_activity)), 'last_activity');
    holds(LOCAL.test(String(row.session_expires_at)), 'session_expires_at');
    holds(row.last_activity_diff === '2 minutes ago', 'last_activity_diff');
  }
  const [web, mobile] = rows.map((row) => asObject(row.session_data));
  const phone = {type: 'web', browser: 'Safari', device: 'Mobile', os: 'iOS', raw: PHONE};
  holds(JSON.stringify(web) === JSON.stringify(phone), 'web');
  holds(mobile?.app_name === 'Shelf' && mobile.app_version === '4.9', 'app');
  holds(mobile?.os === 'Android' && mobile.os_version === '14' && mobile.raw === APP, 'its system');
  holds((await signIn(site, 'nobody@probe.example', APP)) === '', 'no such user');
  const external = `?external_id=${String(user.external_id)}`;
  holds((await rowsOf(site, external)).length === 2, 'external_id');
  holds((await rowsOf(site, '?user_id=999999999')).length === 0, 'nobody');
}

async function checkPages(site: Site): Promise<void> {
  const user = await site.made();
  for (let count = 0; count < 105; count += 1) await site.signIn(user);
  const tail = `?user_id=${String(user.id)}`;
  const first = (await sessions(site, tail)).json;
  const {per_page: size, has_more: more, next_cursor: cursor} = asObject(first.pagination);
  holds(size === 100 && more === true && asList(first.data).length === 100, 'the usual page');
  const last = (await sessions(site, `${tail}&cursor=${String(cursor)}`)).json;
  holds(asList(last.data).length === 5, 'the rest');
  holds(asObject(last.pagination).next_cursor === null, 'no more');
  for (const page of ['1', '200']) {
    const {json} = await sessions(site, `${tail}&per_page=${page}`);
    holds(asObject(json.pagination).per_page === Number(page), `per_page=${page}`);
  }
  for (const wrong of ['per_page=0', 'per_page=201', 'per_page=x', 'user_id=x', 'cursor=x']) {
    answered(await sessions(site, `?${wrong}`), 422, wrong);
  }
  site.clock.time += 12 * 3_600_000;
  holds((await sessionIds(site, tail)).length === 0, 'expired');
}

async function checkDeletes(site: Site): Promise<void> {
  const user = await site.made();
  const signed = [await site.signIn(user), await site.signIn(user, 'mobile')];
  const [one = {}, other = {}] = signed;
  const gone = await site.call('DELETE', `/auth-sessions/${String(one.session)}`);
  answered(gone, 200, 'delete one');
  holds(gone.json.CODE === 'success' && typeof gone.json.message === 'string', 'its answer');
  holds(!(await isInside(site, one.cookie)) && (await isInside(site, other.cookie)), 'one only');
  answered(await site.call('DELETE', `/auth-sessions/${String(one.session)}`), 404, 'again');
  const foreign = {token: site.key('second-store')};
  const path = `/auth-sessions/${String(other.session)}`;
  answered(await site.call('DELETE', path, foreign), 404, 'another store');
  answered(await site.call('DELETE', path, {token: null}), 401, 'no token');
  await site.signIn(user);
  const all = await site.call('DELETE', `/auth-sessions/users/${String(user.id)}`);
  answered(all, 200, 'delete all');
  holds(all.data.deleted_count === 2 && typeof all.json.message === 'string', 'how many');
  holds(!(await isInside(site, other.cookie)), 'at once');
  const home = `${site.server.url}/site/lyra/shelf`;
  const headers = {cookie: String(other.cookie)};
  holds((await visit(home, {headers})).location.endsWith('/site/lyra'), 'the initial address');
  answered(await site.call('DELETE', '/auth-sessions/users/999999999'), 404, 'unknown');
  answered(await site.call('DELETE', '/auth-sessions/users/x'), 404, 'no id');
  holds((await hook(site, 'is-signed-in', {session: other.session})).alive === false, 'hook');
}

async function checkLinks(site: Site): Promise<void> {
  const user = await site.made();
  const named = {id: user.external_id, email: user.email};
  const one = await ordered(site, 'sale', {user: named});
  const opened = await visit(checkoutOf(one));
  const tail = `?user_id=${String(user.id)}`;
  holds((await sessionIds(site, tail)).length === 1, 'the link makes a session');
  const headers = {cookie: opened.cookie};
  await visit(checkoutOf(one), {headers});
  holds((await sessionIds(site, tail)).length === 1, 'but one only');
  const token = checkoutOf(one).searchParams.get('external-auth-token') ?? '';
  const inside = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString();
  const {uuid} = asObject(JSON.parse(inside));
  answered(await site.logout(uuid), 200, 'force-logout by the UUID inside the token');
  holds(!(await isInside(site, opened.cookie)), 'signed out');
}

async function checkConcurrency(site: Site): Promise<void> {
  const {data} = await createPlan(site, {concurrency_limit: 2});
  const user = await site.made({assign_new_plan: data.plan_id});
  for (let count = 0; count < 3; count += 1) await site.signIn(user);
  const tail = `?user_id=${String(user.id)}`;
  holds((await sessionIds(site, tail)).length === 2, 'the plan bounds sessions');
}

/** Authentication sessions. */
export async function checkSessions(site: Site): Promise<void> {
  await checkRows(site);
  await checkPages(site);
  await checkDeletes(site);
  await checkLinks(site);
  await checkConcurrency(site);
  answered(await sessions(site), 200, 'all');
  answered(await site.call('GET', '/auth-sessions', {token: 'x'}), 401, 'wrong token');
}
