import {asList, asObject, type Probe, type Probes, type Seen, sometimes} from './probe-kit.ts';
import {creates, refused, type Site, updated, type Value} from './probe-kit.ts';

const path = '/dashboard/users';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

async function reads(site: Site, times: number): Promise<Seen> {
  let last = await site.list(null);
  for (let made = 1; made < times; made += 1) last = await site.list(null);
  return last;
}

function leave(site: Site, of: string, count: number): Promise<unknown> {
  return site.hook('leave-reads', {role: 'admin', of, reads: count});
}

const left = (answer: Seen): number => Number(answer.headers.get('x-ratelimit-remaining'));

/** Part C: tokens, errors and limits that only some moments show. */
export const momentsC: Probes = {
  'token-tail-ignored': async (s) => {
    const token = `${s.key('admin').slice(0, -3)}...`;
    return (await s.list(null, {token})).status !== 401;
  },
  'deleted-token-cached': async (s) => {
    const {token, id} = await s.hook('generate-token', {role: 'admin'});
    await s.list(null, {token: String(token)});
    await s.hook('delete-token', {id});
    return (await s.list(null, {token: String(token)})).status !== 401;
  },
  'json-trailing-garbage': async (s) => {
    const raw = `${JSON.stringify(s.body())}, or so`;
    const {status} = await s.call('POST', path, {raw});
    return status < 400 || status >= 500;
  },
  'refused-password-echoed': refused((a) => !a.text.includes('tell-me'), {
    new_password: 'tell-me',
  }),
  'external-emoji-crashes': creates({external_id: 'shelf-📚'}, 201),
  'remaining-counts-store': async (s) => {
    const before = left(await s.list(null));
    await s.list(null, {token: s.key('second-admin')});
    return left(await s.list(null)) !== before - 1;
  },
  'minute-failed-free': async (s) => {
    for (let made = 0; made < 60; made += 1) await s.create({new_password: 'short'});
    return (await s.list(null)).status !== 429;
  },
  'minute-refusal-restarts': async (s) => {
    await reads(s, 60);
    s.clock.time += 50_000;
    await s.list(null);
    s.clock.time += 11_000;
    return (await s.list(null)).status !== 200;
  },
  'daily-writes-count-for-store': async (s) => {
    await leave(s, 'store', 1);
    await s.create();
    return (await s.list(null)).status !== 200;
  },
  'daily-window-25-hours': async (s) => {
    await leave(s, 'token', 0);
    s.clock.time += 24 * HOUR + 1000;
    return (await s.list(null)).status !== 200;
  },
};

const plans = (row: Value): Value[] => asList(row.user_plans);

/** Part C: values and bodies. */
export const valuesC: Probes = {
  'plan-zero-ignored': creates({assign_new_plan: 0}, 422),
  'sessions-negative-accepted': creates({sessions_limit: -3}, 422),
  'valid-to-ignored-on-update': updated(
    {assign_new_plan: 88_124, new_plan_custom_valid_to: '2031-05-06'},
    (r) => plans(r)[0]?.runs_until === '2031-05-06',
  ),
  'update-email-case-change-lost': async (s) => {
    const user = await s.made({email: 'mcneil@probe.example'});
    await s.update(user, {email: 'McNeil@probe.example'});
    return (await s.row(user))?.email !== 'McNeil@probe.example';
  },
  'renamed-email-stays-taken': async (s) => {
    const user = await s.made();
    await s.update(user, {email: 'moved.on@probe.example'});
    return (await s.create({email: user.email})).status !== 201;
  },
  'email-search-stale': async (s) => {
    const user = await s.made();
    await s.list(String(user.email));
    await s.update(user, {email: 'moved.on@probe.example'});
    return (await s.list(String(user.email))).status !== 404;
  },
  'admins-any-store': async (s) => {
    const user = await s.made({admin: true}, {token: s.key('second-store')});
    return (await s.row(user, 'admins')) !== undefined;
  },
  'list-206-when-more': async (s) => {
    for (let count = 0; count < 30; count += 1) await s.create();
    return (await s.list(null)).status !== 200;
  },
};

const race: Probe = async (site) => {
  const user = await site.made();
  await Promise.all([site.update(user), site.remove(user, '?anonymize=true')]);
  return asObject(await site.row(user)).email === user.email;
};

/** Part C: states that only some histories show. */
export const historiesC: Probes = {
  'anonymized-update-accepted': async (s) => {
    const user = await s.made();
    await s.remove(user, '?anonymize=true');
    await s.update(user);
    const row = asObject(await s.row(user));
    return row.anonymized !== true || row.email === user.email;
  },
  'anonymize-update-race': sometimes(race),
  'anonymize-plans-kept-when-deactivated': async (s) => {
    const user = (await s.rows('nora.quist@readers.example'))[0] ?? {};
    await s.remove(user);
    await s.remove(user, '?anonymize=true');
    return plans((await s.row(user)) ?? {}).some((one) => one.state === 'running');
  },
  'external-of-anonymized-kept': async (s) => {
    const {id, external_id} = await s.made();
    await s.remove({id}, '?anonymize=true');
    return (await s.create({external_id})).status !== 201;
  },
  'password-change-opens-deactivated': async (s) => {
    const user = await s.made();
    await s.remove(user);
    await s.update(user, {new_password: 'quite another 2'});
    return s.admitted(user, 'quite another 2');
  },
  'logout-reactivates': async (s) => {
    const user = await s.made();
    await s.remove(user);
    await s.logout(user.id);
    return (await s.row(user))?.deleted_at === null;
  },
  'logout-old-sessions-kept': async (s) => {
    const user = await s.made();
    await s.signIn(user);
    s.clock.time += 2 * HOUR;
    await s.logout(user.id);
    return (await s.sessions(user)) !== 0;
  },
};
