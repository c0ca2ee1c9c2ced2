import {BEGIN, type How, type Probe, type Probes, type Seen, type Site} from './probe-kit.ts';

const path = '/dashboard/users';
const HOUR = 3_600_000;

function read(site: Site, role = 'admin', how: How = {}): Promise<Seen> {
  return site.call('GET', path, {token: site.key(role), ...how});
}

async function reads(site: Site, times: number): Promise<Seen> {
  let last = await read(site);
  for (let made = 1; made < times; made += 1) last = await read(site);
  return last;
}

function leave(site: Site, of: string, count: number, role = 'admin'): Promise<unknown> {
  return site.hook('leave-reads', {role, of, reads: count});
}

async function ok(...answers: Promise<Seen>[]): Promise<number> {
  return (await Promise.all(answers)).filter((one) => one.status === 200).length;
}

/** Shows when the answer after so many reads is not so. */
function after(count: number, call: (site: Site) => Promise<Seen>, want: number): Probe {
  return async (site) => {
    await reads(site, count);
    return (await call(site)).status !== want;
  };
}

/** Shows when the answer with that many daily reads left is not so. */
function left(of: string, count: number, call: (site: Site) => Promise<Seen>, want: number): Probe {
  return async (site) => {
    await leave(site, of, count);
    return (await call(site)).status !== want;
  };
}

const v3 = (site: Site): Promise<Seen> => site.call('GET', '/api/v3/heartbeat', {root: true});

/** Probes of the minute limit. */
export const minutes: Probes = {
  'minute-limit-none': after(60, read, 429),
  'minute-limit-30': after(59, read, 200),
  'minute-61-served': after(60, read, 429),
  'minute-status-403': after(60, read, 429),
  'minute-per-store': after(60, (s) => read(s, 'second-admin'), 200),
  'minute-writes-free': async (s) => {
    const user = await s.made();
    await reads(s, 58);
    await s.logout(user.id);
    return (await read(s)).status !== 429;
  },
  'minute-deletes-free': async (s) => {
    const user = await s.made();
    await reads(s, 58);
    await s.remove(user);
    return (await read(s)).status !== 429;
  },
  'minute-window-long': async (s) => {
    await reads(s, 60);
    s.clock.time += 61_000;
    return (await read(s)).status !== 200;
  },
  'minute-429-has-effect': async (s) => {
    await reads(s, 60);
    await s.create({email: 'late@probe.example'});
    s.clock.time += 61_000;
    return (await s.list('late@probe.example')).status !== 404;
  },
  'minute-429-html': async (s) => {
    const {headers} = await reads(s, 61);
    return !(headers.get('content-type') ?? '').includes('json');
  },
  'minute-race': async (s) => {
    await reads(s, 58);
    return (await ok(read(s), read(s), read(s), read(s), read(s))) !== 2;
  },
  'remaining-negative': async (s) => {
    const text = (await reads(s, 61)).headers.get('x-ratelimit-remaining');
    return Number(text) < 0;
  },
  'reset-never': async (s) => !(await reads(s, 61)).headers.has('x-ratelimit-reset'),
  'reset-in-seconds': async (s) => {
    const at = Number((await reads(s, 61)).headers.get('x-ratelimit-reset'));
    return at <= BEGIN / 1000 || at > BEGIN / 1000 + 61;
  },
};

/** Probes of the daily quotas. */
export const days: Probes = {
  'daily-token-none': left('token', 0, read, 429),
  'daily-token-1000': left('token', 999, read, 200),
  'daily-2001-served': left('token', 0, read, 429),
  'daily-status-403': left('token', 0, read, 429),
  'daily-blocks-writes': left('token', 0, (s) => s.create(), 201),
  'daily-store-none': left('store', 0, read, 429),
  'daily-shared-with-v3': left('token', 0, v3, 200),
  'daily-store-shared-with-v3': left('store', 0, v3, 200),
  'daily-stores-share': left('store', 0, (s) => read(s, 'second-store'), 200),
  'daily-429-bare': async (s) => {
    await leave(s, 'token', 0);
    return (await read(s)).json.CODE !== 'error';
  },
  'daily-no-retry-after': async (s) => {
    await leave(s, 'token', 0);
    return !(await read(s)).headers.has('retry-after');
  },
  'store-no-retry-after': async (s) => {
    await leave(s, 'store', 0);
    return !(await read(s)).headers.has('retry-after');
  },
  'daily-head-free': async (s) => {
    await leave(s, 'token', 1);
    await s.call('HEAD', path);
    return (await read(s)).status !== 429;
  },
  'daily-writes-counted': async (s) => {
    await leave(s, 'token', 1);
    await s.create();
    return (await read(s)).status !== 200;
  },
  'failed-reads-free': async (s) => {
    await leave(s, 'token', 1);
    await s.list('nobody@probe.example');
    return (await read(s)).status !== 429;
  },
  'daily-resets-at-midnight': async (s) => {
    s.clock.time = Date.UTC(2026, 2, 17, 23, 30);
    await leave(s, 'token', 0);
    s.clock.time += HOUR;
    return (await read(s)).status !== 429;
  },
  'daily-fixed-window': async (s) => {
    await read(s);
    s.clock.time += 23 * HOUR;
    await leave(s, 'token', 0);
    s.clock.time += HOUR + 1000;
    const first = (await read(s)).status;
    return first !== 200 || (await read(s)).status !== 429;
  },
  'daily-token-race': async (s) => {
    await leave(s, 'token', 1);
    return (await ok(read(s), read(s), read(s))) !== 1;
  },
  'daily-store-race': async (s) => {
    await leave(s, 'store', 1);
    return (await ok(read(s), read(s, 'second-admin'), read(s))) !== 1;
  },
};
