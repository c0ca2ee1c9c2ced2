import {createPlan, deletePlan, madePlan, plans} from './commerce-kit.ts';
import {deleteIssue, readIssue, upload, uploaded} from './content-kit.ts';
import {type Probe, type Probes, type Seen, type Site} from './probe-kit.ts';

const MINUTE = 60_000;
const OPEN = {token: null};
const users = '/dashboard/users';

/** Sends so many requests of a kind; the last answer. */
async function many(site: Site, times: number, method = 'GET', path = users): Promise<Seen> {
  let last = await site.call(method, path);
  for (let made = 1; made < times; made += 1) last = await site.call(method, path);
  return last;
}

/** Shows when a header of the last of so many reads does not pass the test. */
function headed(name: string, test: RegExp, times = 1): Probe {
  return async (site) => !test.test((await many(site, times)).headers.get(name) ?? '');
}

function leave(site: Site, of: string, reads: number): Promise<unknown> {
  return site.hook('leave-reads', {role: 'admin', of, reads});
}

async function regenerated(site: Site, times: number): Promise<{old: string; last: string}> {
  let {id, token} = await site.hook('generate-token', {role: 'admin'});
  let old = String(token);
  await site.list(null, {token: old});
  for (let done = 0; done < times; done += 1) {
    old = String(token);
    ({id, token} = await site.hook('regenerate-token', {id}));
  }
  return {old, last: String(token)};
}

/** Part D: authentication, and what belongs to which store. */
export const accessD: Probes = {
  'create-user-open': async (s) => (await s.create({}, OPEN)).status !== 401,
  'deactivate-open': async (s) => (await s.remove(await s.made(), '', OPEN)).status !== 401,
  'issue-read-open': async (s) => (await readIssue(s, 610_020, OPEN)).status !== 401,
  'issue-delete-open': async (s) => {
    return (await deleteIssue(s, (await uploaded(s)).id, OPEN)).status !== 401;
  },
  'upload-answered-as-text': async (s) => {
    const {headers} = await upload(s);
    return !(headers.get('content-type') ?? '').includes('json');
  },
  'head-without-token-served': async (s) => (await s.call('HEAD', users, OPEN)).status !== 401,
  'regenerated-old-cached': async (s) => {
    const {old} = await regenerated(s, 1);
    return (await s.list(null, {token: old})).status !== 401;
  },
  'deleted-token-deletes-plans': async (s) => {
    const {id} = await madePlan(s);
    const {token, id: key} = await s.hook('generate-token', {role: 'admin'});
    await s.hook('delete-token', {id: key});
    return (await deletePlan(s, id, {token: String(token)})).status !== 401;
  },
  'second-regenerated-refused': async (s) => {
    const {last} = await regenerated(s, 2);
    return (await s.list(null, {token: last})).status !== 200;
  },
  'unauthorized-plan-stored': async (s) => {
    const before = await plans(s);
    await createPlan(s, {}, OPEN);
    return (await plans(s)).length !== before.length;
  },
  'collections-any-store': async (s) => {
    const {collection} = await s.hook('seed-collection', {role: 'second-store'});
    const {json} = await s.call('GET', '/dashboard/plans/collections');
    return Array.isArray(json.data) && json.data.includes(collection);
  },
};

/** Part D: limits. */
export const limitsD: Probes = {
  'limit-header-missing': headed('x-ratelimit-limit', /^60$/),
  'remaining-with-limit': headed('x-ratelimit-remaining', /^\d+$/),
  'reset-as-date': headed('x-ratelimit-reset', /^\d{10}$/, 60),
  'minute-head-free': async (s) => {
    await many(s, 60, 'HEAD');
    return (await s.list(null)).status !== 429;
  },
  'minute-not-found-free': async (s) => {
    return (await many(s, 61, 'GET', '/orders/no-such-order')).status !== 429;
  },
  'daily-filtered-reads-free': async (s) => {
    await leave(s, 'token', 1);
    await s.list('admins');
    return (await s.list(null)).status !== 429;
  },
  'daily-second-admin-free-for-store': async (s) => {
    await leave(s, 'store', 1);
    await s.list(null, {token: s.key('second-admin')});
    return (await s.list(null)).status !== 429;
  },
  'daily-head-never-refused': async (s) => {
    await leave(s, 'token', 0);
    return (await s.call('HEAD', users)).status !== 429;
  },
  'reset-lingers': async (s) => {
    await many(s, 60);
    s.clock.time += 2 * MINUTE;
    return (await s.list(null)).headers.has('x-ratelimit-reset');
  },
};
