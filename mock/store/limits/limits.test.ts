import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {suiteWorld, type SuiteWorld} from '../../testing/client.ts';

let on: SuiteWorld;
beforeEach(async () => {
  on = await suiteWorld();
});
afterEach(() => on.mock.close());

const USERS = '/integration-api/v1/dashboard/users';
const rates = ({status, headers}: {status: number; headers: Headers}): unknown => [
  status,
  ...['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after'].map(
    (name) => headers.get(name),
  ),
];
const seconds = (ms: number): string => String(Math.ceil(ms / 1000));
const preload = (of: 'token' | 'store', count: number, version = 'v1'): void => {
  const row = [...on.world.table('tokens').all()].find(
    (token) => (token as any).secret === on.token(),
  )!;
  on.world.reads
    .of(`store.limits.${of}_reads`, {credential: row.key, tenant: row.tenant, version})
    .count.add(on.world.now(), count);
};

describe('the minute', () => {
  it('allows 60 requests of one token and shows the rest in headers', async () => {
    expect(rates(await on.store('GET', USERS))).toEqual([200, '60', '59', null, null]);
    for (let i = 0; i < 58; i++)
      await on.store('POST', `${USERS.replace('/dashboard/users', '')}/users/999/force-logout`);
    const reset = seconds(on.world.now() + 60_000);
    expect(rates(await on.store('GET', USERS))).toEqual([200, '60', '0', reset, null]);
    expect(rates(await on.store('GET', USERS))).toEqual([429, '60', '0', reset, null]);
    expect((await on.store('GET', USERS, undefined, on.token('second-admin'))).status).toBe(200);
    await on.world.advance(60_000);
    expect(rates(await on.store('GET', USERS))).toEqual([200, '60', '59', null, null]);
  });
  it('is 60 of one key on the other API', async () => {
    for (let i = 0; i < 60; i++) expect((await on.workspace('GET', '/account')).status).toBe(200);
    const refused = await on.workspace('GET', '/account');
    expect([refused.status, refused.body.reason, refused.headers.get('retry-after')]).toEqual([
      429,
      'rate_limited',
      null,
    ]);
    expect((await on.workspace('GET', '/account', undefined, on.key('other-key'))).status).toBe(
      200,
    );
    expect(on.world.journal.after(0, 999).find(({status}) => status === 429)!.why!.todo).toContain(
      'frozen',
    );
  });
});

describe('the days', () => {
  it('2,000 reads of a token, writes not, v3 apart', async () => {
    preload('token', 1999);
    expect((await on.store('GET', USERS)).status).toBe(200);
    expect(rates(await on.store('HEAD', USERS))).toEqual([429, '60', '58', null, '86400']);
    expect((await on.store('POST', '/integration-api/v1/users/999/force-logout')).status).toBe(404);
    expect((await on.store('GET', '/api/v3/ping')).status).toBe(200);
    await on.world.advance(86_399_000);
    expect(rates(await on.store('GET', USERS))).toEqual([429, '60', '59', null, '1']);
    await on.world.advance(1000);
    expect((await on.store('GET', USERS)).status).toBe(200);
  });
  it('5,000 reads of a store over all its tokens', async () => {
    preload('store', 4999);
    expect((await on.store('HEAD', USERS)).status).toBe(200);
    expect((await on.store('GET', USERS, undefined, on.token('second-admin'))).status).toBe(429);
    expect((await on.store('GET', USERS, undefined, on.token('second-store'))).status).toBe(200);
  });
  it('are open again when both quotas are', async () => {
    preload('token', 2000);
    await on.world.advance(1000);
    preload('store', 5000);
    const refused = await on.store('GET', USERS);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '86400']);
  });
  it('v3 has counters of its own', async () => {
    preload('token', 2000, 'v3');
    expect((await on.store('GET', '/api/v3/ping')).status).toBe(429);
    expect((await on.store('GET', USERS)).status).toBe(200);
  });
});

it('every answer carries the three security headers', async () => {
  for (const [method, path, as] of [
    ['GET', USERS],
    ['GET', USERS, 'nobody'],
    ['GET', '/nowhere'],
    ['PATCH', USERS],
  ] as const) {
    const {headers} = await on.store(method, path, undefined, as);
    expect([
      headers.get('strict-transport-security'),
      headers.get('x-content-type-options'),
      headers.get('x-xss-protection'),
    ]).toEqual(['max-age=31536000; includeSubdomains', 'nosniff', '1']);
    expect([headers.get('x-powered-by'), headers.get('etag')]).toEqual([null, null]);
  }
});
