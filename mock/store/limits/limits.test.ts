import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {createMock, type Mock} from '../../create-mock.ts';
import type {World} from '../../world/world.ts';
import type {TokenRow} from '../access/rows.ts';
import {counters} from './admit.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;
const LIST = '/integration-api/v1/dashboard/users';

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({control: false});
});
afterAll(() => mock.close());

const open = (): Promise<World> => mock.worlds.create({template: 'suite', seed: 11});
const tokens = (world: World, role: string): TokenRow[] =>
  ([...world.table('tokens').all()] as TokenRow[]).filter((token) => token.role === role);
const send = (world: World, token: TokenRow, method = 'GET', path = LIST): Promise<Response> =>
  fetch(`${mock.urls.store}/w/${world.id}${path}`, {method, headers: {'x-user-token': token.secret}});
const statuses = async (world: World, token: TokenRow, times: number, method = 'GET'): Promise<number[]> => {
  const seen: number[] = [];
  for (let i = 0; i < times; i++) seen.push((await send(world, token, method)).status);
  return seen;
};
const preload = (world: World, token: TokenRow, of: 'token' | 'store', count: number): void =>
  world.reads(counters(token, 'v1')[of]).add(world.now(), count);

describe('the minute', () => {
  it('serves 60 requests of a token, reads and writes together, then answers 429 until a minute has passed', async () => {
    const world = await open();
    const [token, other] = tokens(world, 'admin');
    expect(new Set(await statuses(world, token!, 30))).toEqual(new Set([200]));
    expect(new Set(await statuses(world, token!, 29, 'POST'))).toEqual(new Set([400]));
    const last = await send(world, token!);
    expect([last.status, last.headers.get('x-ratelimit-remaining')]).toEqual([200, '0']);
    const refused = await send(world, token!);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('x-ratelimit-limit')).toBe('60');
    expect(refused.headers.get('x-ratelimit-reset')).toBe(String(world.now() / SECOND + 60));
    expect(refused.headers.get('retry-after')).toBeNull();
    expect((await send(world, other!)).status).toBe(200);
    await world.advance(60 * SECOND);
    expect((await send(world, token!)).status).toBe(200);
  });

  it('counts down, and tells no reset before the end', async () => {
    const world = await open();
    const [token] = tokens(world, 'admin');
    for (const left of ['59', '58', '57']) {
      const {headers} = await send(world, token!);
      expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining'), headers.get('x-ratelimit-reset')]).toEqual(['60', left, null]);
    }
  });
});

describe('the days of reads', () => {
  it.each<['token' | 'store', number]>([['token', 2000], ['store', 5000]])('end after %s reads: %i', async (of, most) => {
    const world = await open();
    const [token, other] = tokens(world, 'admin');
    const [foreign] = tokens(world, 'second-store');
    preload(world, token!, of, most - 2);
    expect((await send(world, token!, 'HEAD')).status).toBe(200);
    expect((await send(world, token!)).status).toBe(200);
    const refused = await send(world, token!);
    expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('x-ratelimit-reset')]).toEqual([429, '86400', null]);
    expect((await send(world, other!)).status).toBe(of === 'token' ? 200 : 429);
    expect((await send(world, foreign!)).status).toBe(200);
    expect((await send(world, token!, 'POST')).status).toBe(400);
    expect((await send(world, token!, 'GET', '/api/v3/ping')).status).toBe(200);
    await world.advance(DAY - SECOND);
    expect((await send(world, token!)).status).toBe(429);
    await world.advance(SECOND);
    expect((await send(world, token!)).status).toBe(200);
  });

  it('roll: a slot is free a day after its read', async () => {
    const world = await open();
    const [token] = tokens(world, 'admin');
    await send(world, token!);
    await world.advance(3600 * SECOND);
    preload(world, token!, 'token', 1999);
    expect((await send(world, token!)).headers.get('retry-after')).toBe(String(23 * 3600));
    await world.advance(23 * 3600 * SECOND);
    expect(await statuses(world, token!, 2)).toEqual([200, 429]);
  });
});
