import {isInside, sessionIds, sessions} from './commerce-kit.ts';
import {asList, asObject, type Probe, type Probes, type Site, type Value} from './probe-kit.ts';

const MINUTE = 60_000;

/** A new user who has signed in so many times. */
async function signedIn(site: Site, times: number, type = 'web'): Promise<Value> {
  const user = await site.made();
  for (let count = 0; count < times; count += 1) await site.signIn(user, type);
  return user;
}

async function rowsOf(site: Site, user: Value): Promise<Value[]> {
  return asList((await sessions(site, `?user_id=${String(user.id)}`)).json.data);
}

/** Shows when a new session does not pass the test. */
function shown(test: (session: Value) => boolean, type = 'web'): Probe {
  return async (site) => {
    const [first = {}] = await rowsOf(site, await signedIn(site, 1, type));
    return !test(first);
  };
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/;

/** The second page of a list of sessions, of which the first has one. */
async function secondPage(site: Site, tail = ''): Promise<Value[]> {
  const {json} = await sessions(site, `?per_page=1${tail}`);
  const cursor = String(asObject(json.pagination).next_cursor);
  return asList((await sessions(site, `?per_page=1${tail}&cursor=${cursor}`)).json.data);
}

function endAll(site: Site, user: Value): Promise<{status: number; data: Value}> {
  return site.call('DELETE', `/auth-sessions/users/${String(user.id)}`);
}

/** Part D: the list of sessions. */
export const sessionsD: Probes = {
  'session-activity-day-first': shown((one) => ISO.test(String(one.last_activity))),
  'session-expires-zoned': shown((one) => ISO.test(String(one.session_expires_at))),
  'session-type-app': shown((one) => asObject(one.session_data).type === 'mobile', 'mobile'),
  'sessions-has-more-missing': async (s) => {
    return typeof asObject((await sessions(s)).json.pagination).has_more !== 'boolean';
  },
  'sessions-external-lost-with-page': async (s) => {
    await signedIn(s, 1);
    const user = await signedIn(s, 1);
    const tail = `?external_id=${String(user.external_id)}&per_page=50`;
    return (await sessionIds(s, tail)).length !== 1;
  },
  'sessions-external-lost-by-cursor': async (s) => {
    const user = await s.made();
    await s.signIn(user);
    await signedIn(s, 1);
    await s.signIn(user);
    const page = await secondPage(s, `&external_id=${String(user.external_id)}`);
    return page.some((one) => one.user_id !== user.id);
  },
  'sessions-per-page-lost-by-cursor': async (s) => {
    await signedIn(s, 4);
    return (await secondPage(s)).length !== 1;
  },
  'session-activity-of-sign-in': async (s) => {
    const user = await s.made();
    const {cookie} = await s.signIn(user);
    const [before = {}] = await rowsOf(s, user);
    s.clock.time += 60 * MINUTE;
    await isInside(s, cookie);
    return (await rowsOf(s, user))[0]?.last_activity === before.last_activity;
  },
  'session-diff-forgets-hours': async (s) => {
    const user = await signedIn(s, 1);
    s.clock.time += 125 * MINUTE;
    return !/hour|12\d min/.test(String((await rowsOf(s, user))[0]?.last_activity_diff));
  },
};

/** Part D: the deletion of sessions. */
export const sessionEndsD: Probes = {
  'sessions-delete-count-missing': async (s) => {
    return (await endAll(s, await signedIn(s, 1))).data.deleted_count !== 1;
  },
  'sessions-delete-newest-kept': async (s) => {
    const user = await signedIn(s, 3);
    await endAll(s, user);
    return (await rowsOf(s, user)).length !== 0;
  },
  'sessions-delete-none-404': async (s) => (await endAll(s, await s.made())).status !== 200,
  'session-delete-again-200': async (s) => {
    const [first = {}] = await rowsOf(s, await signedIn(s, 1));
    const path = `/auth-sessions/${String(first.id)}`;
    await s.call('DELETE', path);
    return (await s.call('DELETE', path)).status !== 404;
  },
};
