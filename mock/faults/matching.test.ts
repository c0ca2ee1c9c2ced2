import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest';
import {createMock, type Mock} from '../create-mock.ts';
import {defined} from '../../spec/defined.ts';
import {systemPorts} from '../world/ports.ts';
import type {World} from '../world/world.ts';
import type {FaultMatch, FaultRule} from './fault-rule.ts';
import {fitsPath} from './path-pattern.ts';
import {faultsOf, replaceFaults, unfiredFaults} from './world-faults.ts';

let mock: Mock;
let now = Date.UTC(2026, 2, 1);
beforeAll(async () => {
  mock = await createMock({limits: false, machine: {...systemPorts, now: () => now}});
});
afterAll(() => mock.close());

const world = (): World => defined(mock.world('demo'), 'the demo world');
const order = async (...rules: FaultRule[]): Promise<void> => {
  await replaceFaults(world(), rules);
};
beforeEach(() => order());

const FULL = 'demo-key-harbour-full';
const SITES: Record<string, (path?: string) => Promise<number>> = {
  account: () => get('workspace', '/api/v1/account'),
  tools: () => get('workspace', '/api/v1/tools'),
  publication: () => get('workspace', '/api/v1/publications/pub_x'),
  users: () => get('store', '/integration-api/v1/dashboard/users'),
  unknown: () => get('workspace', '/api/v1/nothing'),
};

async function get(at: 'workspace' | 'store', path: string, method = 'GET'): Promise<number> {
  const headers = {authorization: `Bearer ${FULL}`, 'x-user-token': 'demo-token-riverside-admin'};
  const response = await fetch(mock.urls[at] + path, {method, headers});
  await response.arrayBuffer();
  return response.status;
}

test.each<[FaultMatch | undefined, string[]]>([
  [undefined, ['account', 'tools', 'publication', 'users', 'unknown']],
  [{interface: 'workspace'}, ['account', 'tools', 'publication', 'unknown']],
  [{interface: 'store'}, ['users']],
  [{operation: 'getAccount'}, ['account']],
  [{interface: 'workspace', operation: 'getPublication'}, ['publication']],
  [{path: '/api/v1/account'}, ['account']],
  [{path: '/api/v1/*'}, ['account', 'tools', 'unknown']],
  [{path: '/api/**'}, ['account', 'tools', 'publication', 'unknown']],
  [{method: 'POST'}, []],
  [{credential: 'admin'}, ['users']],
  [{tenant: 'ws_harbour'}, ['account', 'tools', 'publication', 'unknown']],
  [{tenant: 'ws_lighthouse'}, []],
])('a rule with match %j acts on %j', async (match, expected) => {
  await order({act: {status: 599}, ...(match && {match})});
  const acted: string[] = [];
  for (const [name, send] of Object.entries(SITES)) if ((await send()) === 599) acted.push(name);
  expect(acted).toEqual(expected);
});

const accounts = async (count: number): Promise<number[]> => {
  const statuses: number[] = [];
  for (let n = 0; n < count; n++) statuses.push(await SITES['account']!());
  return statuses;
};

test('nth counts the requests that match, not those in between', async () => {
  await order({match: {operation: 'getAccount', nth: {from: 2, to: 3}}, act: {status: 503}});
  await SITES['tools']!();
  expect(await accounts(4)).toEqual([200, 503, 503, 200]);
  expect(faultsOf(world())).toMatchObject([{matched: 4, fired: 2}]);
});

test('the first rule that matches acts, and a rule that is switched off does not', async () => {
  await order(
    {act: {status: 501}, enabled: false},
    {act: {status: 502}, match: {nth: {to: 1}}},
    {act: {status: 503}, match: {nth: {to: 1}}},
  );
  expect(await accounts(3)).toEqual([502, 503, 200]);
});

test('a probability with a seed draws the same requests again after a reset, and rules stay', async () => {
  await order({id: 'half', match: {probability: {of: 0.5, seed: 3}}, act: {status: 503}});
  const first = await accounts(20);
  expect(new Set(first)).toEqual(new Set([200, 503]));
  await mock.worlds.reset('demo');
  expect(faultsOf(world())).toMatchObject([{id: 'half', matched: 0, fired: 0}]);
  expect(await accounts(20)).toEqual(first);
  await order({id: 'half', match: {probability: {of: 0.5, seed: 4}}, act: {status: 503}});
  expect(await accounts(20)).not.toEqual(first);
});

test('a window follows the clock of the world', async () => {
  await order({match: {between: ['+10s', '+20s']}, act: {status: 503}});
  const statuses: number[] = [];
  for (const advanced of [0, 9_999, 1, 9_999, 1]) {
    await world().advance(advanced);
    statuses.push(...(await accounts(1)));
  }
  expect(statuses).toEqual([200, 200, 503, 503, 200]);
  now += 1000;
});

test('a fault with a status counts against no limit', async () => {
  const limited = await mock.worlds.create({
    template: 'demo',
    credentials: 'demo',
    limits: true,
    faults: [{act: {status: 503}}],
  });
  const headers = {authorization: `Bearer ${FULL}`};
  const url = `${mock.urls.workspace}/w/${limited.id}/api/v1/account`;
  for (let n = 0; n < 70; n++) expect((await fetch(url, {headers})).status).toBe(503);
  await limited.setFaults([]);
  expect((await fetch(url, {headers})).status).toBe(200);
});

test('a rule that never fired is told, with the reason', async () => {
  await order(
    {id: 'met', act: {status: 503}, match: {operation: 'getAccount', nth: {to: 1}}},
    {
      id: 'late',
      name: 'the 90th',
      act: {status: 503},
      match: {operation: 'getAccount', nth: {from: 90}},
    },
    {id: 'other', act: {status: 503}, match: {operation: 'listTools'}},
    {id: 'off', enabled: false, act: {status: 503}},
  );
  await accounts(2);
  expect(unfiredFaults({list: () => [world()]})).toEqual([
    'fault late (the 90th) of world demo never fired: it matched 1 request, none of them in its turn (nth, probability); requests on which an earlier rule acted are not counted',
    'fault other of world demo never fired: no request matched it',
  ]);
});

test('a rule survives a snapshot', async () => {
  await order({id: 'kept', act: {status: 503}});
  const restored = await mock.worlds.restore('copy', world().image());
  expect(faultsOf(restored)).toEqual(faultsOf(world()));
});

test.each([
  ['/a/*/c', '/a/b/c', true],
  ['/a/*/c', '/a/b/b/c', false],
  ['/a/**/c', '/a/b/b/c', true],
  ['/a/**', '/a/', true],
  ['/a/*', '/a', false],
  ['/a.c', '/abc', false],
  [`/${'**a'.repeat(80)}`, `/${'a'.repeat(3000)}b`, false],
])('the pattern %.20s fits %.20s: %s', (pattern, path, expected) => {
  expect(fitsPath(pattern, path)).toBe(expected);
});
