import {asList, asObject, created, creates, listed, type Probe} from './probe-kit.ts';
import {type Probes, refused, type Seen, type Site} from './probe-kit.ts';
import {updated, updates, type Value} from './probe-kit.ts';

const path = '/dashboard/users';
const SHORT = {new_password: 'short'};

/** Reads with the token of a role, so many times; the last answer. */
async function reads(site: Site, times: number, to = path): Promise<Seen> {
  let last = await site.call('GET', to);
  for (let made = 1; made < times; made += 1) last = await site.call('GET', to);
  return last;
}

/** Shows when a header of the last of so many reads does not pass the test. */
function headed(name: string, test: (text: string) => boolean, times = 1): Probe {
  return async (site) => !test((await reads(site, times)).headers.get(name) ?? '');
}

const instant = (value: unknown): number => Date.parse(`${String(value).replace(' ', 'T')}-03:00`);

const plans = (row: Value): Value[] => asList(row.user_plans);

/** Part C: authentication, errors, headers and limits. */
export const doorsC: Probes = {
  'update-open': async (s) => (await s.update(await s.made(), {}, {token: null})).status !== 401,
  'create-missing-token-400': async (s) => (await s.create({}, {token: null})).status !== 401,
  'unauthorized-delete-done': async (s) => {
    const user = await s.made();
    await s.remove(user, '', {token: null});
    return (await s.row(user))?.deleted_at !== null;
  },
  'unauthorized-html': async (s) => {
    const {headers} = await s.list(null, {token: 'nobody'});
    return !(headers.get('content-type') ?? '').includes('json');
  },
  'form-body-accepted': async (s) => {
    const fields = Object.entries(s.body()).map(([name, value]): [string, string] => {
      return [name, String(value)];
    });
    const raw = new URLSearchParams(fields).toString();
    const headers = {'Content-Type': 'application/x-www-form-urlencoded'};
    const {status} = await s.call('POST', path, {raw, headers});
    return status < 400 || status >= 500;
  },
  'errors-message-missing': refused((a) => typeof a.json.message === 'string', SHORT),
  'taken-external-400': async (s) => {
    const {external_id} = await s.made();
    return (await s.create({external_id})).status !== 422;
  },
  'xss-mode-block': headed('x-xss-protection', (text) => text === '1'),
  'nosniff-misspelt': headed('x-content-type-options', (text) => text === 'nosniff'),
  'sts-half-year': headed('strict-transport-security', (text) => text.includes('=31536000;')),
  'reset-in-milliseconds': headed('x-ratelimit-reset', (text) => text.length === 10, 60),
  'minute-per-path': async (s) => {
    await reads(s, 60);
    return (await s.call('GET', '/no/such/path')).status !== 429;
  },
  'daily-tokens-share': async (s) => {
    await s.hook('leave-reads', {role: 'admin', of: 'token', reads: 0});
    return (await s.list(null, {token: s.key('second-admin')})).status !== 200;
  },
  'daily-store-2000': async (s) => {
    await s.hook('leave-reads', {role: 'admin', of: 'store', reads: 2500});
    return (await s.list(null)).status !== 200;
  },
};

/** Part C: what creates and updates answer, refuse and store. */
export const writesC: Probes = {
  'password-echoed': async (s) => (await s.create()).text.includes('long enough 1'),
  'create-inactive': created((u) => u.deleted_at === null),
  'create-code-upper': async (s) => (await s.create()).json.CODE !== 'success',
  'create-plan-required': creates({}, 201),
  'plan-admin-text-accepted': creates({plan_admin: 'x'}, 422),
  'admin-null-when-absent': created((u) => u.admin === false),
  'sessions-limit-null-dropped': created((u) => u.sessions_limit === null),
  'created-timestamp-ms': created((u) => {
    const {timestamp, date} = asObject(u.created_at);
    return timestamp === instant(date) / 1000;
  }),
  'date-in-utc': created((u) => {
    const {timestamp, date} = asObject(u.created_at);
    return timestamp === instant(date) / 1000;
  }),
  'timezone-as-number': created((u) => typeof asObject(u.created_at).timezone === 'string'),
  'update-sessions-zero': updates({sessions_limit: 0}, 422),
  'update-external-always-refused': updates({}, true),
  'update-readable-any-type': updates({only_sees_readable: 'maybe'}, 422),
  'update-plan-not-given': updated({assign_new_plan: 88_120}, (r) => plans(r).length === 1),
  'update-taken-email-ignored': async (s) => {
    const {email} = await s.made();
    return (await s.update(await s.made(), {email})).status !== 422;
  },
  'update-unknown-creates': async (s) => {
    const {status} = await s.update({...s.body(), id: 999_999_999});
    return status !== 404;
  },
};

/** Part C: the list. */
export const listsC: Probes = {
  'list-email-masked': async (s) => {
    const user = await s.made();
    return (await s.row(user))?.email !== user.email;
  },
  'list-created-day-first': listed((r) => /^\d{4}-\d{2}-\d{2}T/.test(String(r.created_at))),
  'list-plans-joined': listed((r) => Array.isArray(r.user_plans)),
  'list-plans-count-null': listed((r) => r.user_plans_count === 0),
  'nothing-found-204': async (s) => (await s.list('nobody@probe.example')).status !== 404,
  'deactivated-shows-anonymized-only': async (s) => {
    const user = await s.made();
    await s.remove(user);
    return (await s.row(user, 'deactivated')) === undefined;
  },
};

async function gone(site: Site, tail = ''): Promise<Value> {
  const user = await site.made();
  await site.remove(user, tail);
  return {...user, row: await site.row(user)};
}

async function reader(site: Site): Promise<Value> {
  return (await site.rows('nora.quist@readers.example'))[0] ?? {};
}

/** Part C: deactivation, anonymization, reactivation, force logout. */
export const statesC: Probes = {
  'deleted-at-true': async (s) => asObject((await gone(s)).row).deleted_at === true,
  'deactivate-name-cleared': async (s) => asObject((await gone(s)).row).name === null,
  'deactivate-data-user': async (s) => {
    return !Array.isArray((await s.remove(await s.made())).json.data);
  },
  'anonymize-true-refused': async (s) => {
    return (await s.remove(await s.made(), '?anonymize=true')).status !== 200;
  },
  'anonymize-email-by-uuid': async (s) => {
    const user = await gone(s, '?anonymize=true');
    return !String(asObject(user.row).email).startsWith(`user-${String(user.id)}@`);
  },
  'anonymize-recurring-kept': async (s) => {
    const user = await reader(s);
    await s.remove(user, '?anonymize=true');
    return plans((await s.row(user)) ?? {}).some((one) => one.state === 'running');
  },
  'old-email-finds-anonymized': async (s) => {
    const user = await gone(s, '?anonymize=true');
    return (await s.list(String(user.email))).status !== 404;
  },
  'reactivate-empty-204': async (s) => (await s.back(await gone(s))).status !== 200,
  'logout-empty-body-400': async (s) => (await s.logout((await s.made()).id)).status !== 200,
};
