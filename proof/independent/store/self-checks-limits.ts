import type {Seen, Site} from './probe-kit.ts';
import {answered, holds} from './self-assert.ts';

const HOUR = 3_600_000;

function read(site: Site, role = 'admin'): Promise<Seen> {
  return site.call('GET', '/dashboard/users', {token: site.key(role)});
}

async function checkMinute(site: Site): Promise<void> {
  for (let used = 1; used <= 60; used += 1) {
    const answer = used % 2 === 0 ? await read(site) : await site.create({admin: 'x'});
    holds(answer.status !== 429, `request ${used}`);
    holds(answer.headers.get('x-ratelimit-remaining') === String(60 - used), 'remaining');
    holds(answer.headers.has('x-ratelimit-reset') === (used === 60), 'reset');
  }
  const over = await site.create({email: 'late@probe.example'});
  answered(over, 429, 'request 61');
  const reset = Number(over.headers.get('x-ratelimit-reset'));
  const now = site.clock.time / 1000;
  holds(reset > now && reset <= now + 61, 'reset');
  answered(await read(site, 'second-admin'), 200, 'another token');
  site.clock.time += 59_999;
  answered(await read(site), 429, 'a millisecond too early');
  site.clock.time = reset * 1000;
  answered(await site.list('late@probe.example'), 404, 'no effect; served again');
}

async function checkQuotas(site: Site): Promise<void> {
  const leave = (of: string, reads: number | null): Promise<unknown> => {
    return site.hook('leave-reads', {role: 'admin', of, reads});
  };
  await leave('token', 2);
  answered(await site.call('HEAD', '/dashboard/users'), 200, 'HEAD');
  answered(await site.create(), 201, 'a write is not counted');
  answered(await read(site), 200, 'the last read');
  const over = await read(site);
  answered(over, 429, 'no read left');
  holds(over.json.CODE === 'error', 'error shape');
  const retry = Date.parse(over.headers.get('retry-after') ?? '');
  holds(retry > site.clock.time && retry <= site.clock.time + 24 * HOUR + 1000, 'Retry-After');
  answered(await site.create(), 201, 'a write is served');
  answered(await read(site, 'second-admin'), 200, 'another token');
  const v3 = {root: true};
  answered(await site.call('GET', '/api/v3/heartbeat', v3), 200, 'v3');
  answered(await site.call('GET', '/api/v3/other', v3), 404, 'v3, unknown');
  await leave('token', null);
  answered(await read(site), 200, 'taken back');
  await leave('store', 0);
  answered(await read(site), 429, 'store');
  answered(await read(site, 'second-admin'), 429, 'store, another token');
  answered(await read(site, 'second-store'), 200, 'another store');
  answered(await site.call('GET', '/api/v3/heartbeat', v3), 200, 'v3');
  await site.hook('advance', {ms: 24 * HOUR - 1});
  answered(await read(site), 429, 'not yet');
  await site.hook('advance', {ms: 1});
  answered(await read(site), 200, 'rolled on');
}

async function checkRaces(site: Site): Promise<void> {
  await site.hook('leave-reads', {role: 'admin', of: 'token', reads: 3});
  const reads = await Promise.all(Array.from({length: 10}, () => read(site)));
  holds(reads.filter((one) => one.status === 200).length === 3, 'quota at once');
  const email = 'once@probe.example';
  const made = await Promise.all(Array.from({length: 10}, () => site.create({email})));
  holds(made.filter((one) => one.status === 201).length === 1, 'one address at once');
  const rest = await Promise.all(Array.from({length: 60}, () => site.create({admin: 'x'})));
  const left = rest.filter((one) => one.status === 422).length;
  holds(left + 20 === 60, `minute at once: ${left}`);
}

async function checkRolling(site: Site): Promise<void> {
  for (let made = 0; made < 2000; made += 1) {
    if (made % 50 === 0) site.clock.time += 61_000;
    const answer = await site.call('HEAD', '/nothing');
    if (answer.status !== 404) holds(false, `read ${made}: ${answer.status}`);
  }
  site.clock.time += 61_000;
  answered(await read(site), 429, 'the 2,001st read');
  site.clock.time += 24 * HOUR - (2000 / 50) * 61_000;
  answered(await read(site), 200, 'one place is free again');
}

/** The minute limit and the daily quotas. */
export async function checkLimits(site: Site): Promise<void> {
  await checkMinute(site);
  await site.hook('reset');
  await checkQuotas(site);
  await site.hook('reset');
  await checkRaces(site);
  await site.hook('reset');
  await checkRolling(site);
}
