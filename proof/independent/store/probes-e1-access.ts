import {createPlan, deletePlan, madePlan, sessions} from './commerce-kit.ts';
import {asObject, type Probes, type Site} from './probe-kit.ts';

const users = '/dashboard/users';

/** A token of a new admin, and the id by which the hooks know it. */
async function newToken(site: Site): Promise<{id: unknown; token: string}> {
  const {id, token} = await site.hook('generate-token', {role: 'admin'});
  return {id, token: String(token)};
}

/** What `X-RateLimit-Remaining` says after an update of a user. */
async function leftAfterUpdate(site: Site): Promise<number> {
  const {headers} = await site.update(await site.made());
  return Number(headers.get('x-ratelimit-remaining'));
}

/** Part E: authentication, and the form of requests and answers. */
export const accessE1: Probes = {
  'sts-missing-below-old-prefix': async (s) => {
    const {headers} = await deletePlan(s, (await madePlan(s)).id);
    return !headers.has('strict-transport-security');
  },
  'errors-camel-case': async (s) => {
    const {json} = await s.create({new_password: 'abc'});
    return !('new_password' in asObject(json.errors));
  },
  'plan-errors-without-code': async (s) => {
    return (await createPlan(s, {type: 'weekly'})).json.CODE !== 'error';
  },
  'sessions-errors-in-order-shape': async (s) => {
    const {json} = await sessions(s, '?per_page=0');
    return !Array.isArray(asObject(json.errors).per_page);
  },
  'regenerating-voids-neighbours': async (s) => {
    const first = await newToken(s);
    const second = await newToken(s);
    await s.hook('regenerate-token', {id: first.id});
    return (await s.list(null, {token: second.token})).status !== 200;
  },
  'unknown-id-before-token': async (s) => {
    return (await s.update({id: 9_999_991}, {}, {token: null})).status !== 401;
  },
  'json-surrogate-escapes-broken': async (s) => {
    const body = JSON.stringify(s.body({external_id: 'books'}));
    const raw = body.replace('books', String.raw`books-\ud83d\udcda`);
    return (await s.create({}, {raw})).data.external_id !== 'books-📚';
  },
  'answers-cut-by-characters': async (s) => {
    const {json} = await s.call('GET', '/dashboard/plans/collections');
    return !Array.isArray(json.data);
  },
};

/** Part E: limits. */
export const limitsE1: Probes = {
  'minute-updates-cost-two': async (s) => {
    const before = await leftAfterUpdate(s);
    return before - (await leftAfterUpdate(s)) !== 2;
  },
  'rate-headers-missing-on-writes': async (s) => {
    return (await s.create()).headers.get('x-ratelimit-limit') !== '60';
  },
  'reset-before-exhausted': async (s) => {
    for (let sent = 0; sent < 55; sent += 1) await s.call('HEAD', users);
    const {headers} = await s.call('HEAD', users);
    return headers.get('x-ratelimit-remaining') !== '0' && headers.has('x-ratelimit-reset');
  },
  'daily-head-costs-two': async (s) => {
    await s.hook('leave-reads', {role: 'admin', of: 'token', reads: 2});
    await s.call('HEAD', users);
    return (await s.list(null)).status !== 200;
  },
  'daily-store-forgets-deleted-tokens': async (s) => {
    await s.hook('leave-reads', {role: 'admin', of: 'store', reads: 1});
    const {id, token} = await newToken(s);
    await s.list(null, {token});
    await s.hook('delete-token', {id});
    return (await s.list(null)).status !== 429;
  },
};
