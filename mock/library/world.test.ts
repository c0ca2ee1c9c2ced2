import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {createMock, type Mock, type World} from '../library.ts';
import {test as withWorld} from '../vitest.ts';

let mock: Mock;
beforeAll(async () => void (mock = await createMock()));
afterAll(() => mock.close());

// oxlint-disable-next-line typescript/no-explicit-any -- what the mock answers is compared, not typed
type Answer = any;

async function send(world: World, method: string, path: string, body?: object): Promise<Answer> {
  const isStore = path.startsWith('/integration-api');
  const response = await fetch(`${isStore ? world.urls.store : world.urls.workspace}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(isStore
        ? {'x-user-token': world.keys['admin'] ?? ''}
        : {authorization: `Bearer ${world.keys['full']}`}),
    },
    ...(body && {body: JSON.stringify(body)}),
  });
  return response.json();
}

const SALE = {
  type: 'sale',
  external_reference: 'basket-7',
  return_url: 'https://shop.example/thanks',
  unit_price: 9.5,
  currency_id: 'USD',
  user: {id: 'reader-zoe', email: 'zoe@readers.example'},
  products: [{type: 'content', id: 'low-water', unit_price: 9.5, currency_id: 'USD'}],
};

test('a world of the library disturbs no other, and is gone once it is dropped', async () => {
  const [one, other] = await Promise.all([mock.world(), mock.world()]);
  await send(one, 'POST', '/integration-api/v1/orders', SALE);
  const {data} = await send(other, 'GET', '/integration-api/v1/orders?page=1');
  expect(JSON.stringify(data)).not.toContain('basket-7');
  await one.drop();
  expect(() => one.credentials()).toThrow('was dropped');
  await other.drop();
});

test('a world of the library has a clock, a journal and an outbox, and acts for buyers and time', async () => {
  const world = await mock.world({frozenAt: '2026-03-01T12:00:00Z', limits: false});
  await world.clock.advance(1000);
  expect(world.clock.now()).toEqual(new Date('2026-03-01T12:00:01Z'));
  await world.clock.freeze('2026-03-02T00:00:00Z');
  await send(world, 'POST', '/integration-api/v1/orders', SALE);
  expect(await world.outbox.find()).toEqual([]);
  expect(await world.pay('basket-7')).toMatchObject({
    order_status: 'approved',
    redirect: expect.stringContaining('https://shop.example/thanks'),
  });
  expect(await world.outbox.waitFor({to: 'zoe@readers.example'})).toMatchObject({
    kind: 'sale-approved',
  });
  await expect(world.outbox.waitFor({to: 'no@readers.example'}, {timeoutMs: 1})).rejects.toThrow(
    'no mail',
  );
  expect(await world.journal.waitFor({operation: 'createOrder'})).toMatchObject({
    status: 201,
    method: 'POST',
  });
  expect(await world.journal.find({status: 404})).toEqual([]);
  await expect(world.journal.waitFor({status: 404}, {timeoutMs: 1})).rejects.toThrow(
    'no request {"status":404} in 1 ms; the last ones were 201 POST /integration-api/v1/orders',
  );
  const {data} = await send(world, 'GET', '/api/v1/publications');
  const run = await send(world, 'POST', `/api/v1/publications/${data[0].id}/runs`, {
    tool: 'file-validation',
  });
  expect(await world.finishRun(run.id)).toBe('succeeded');
  await world.drop();
});

test('a world of the library orders faults, and its clock has a speed', async () => {
  const world = await mock.world({
    speed: 2,
    skipWaits: true,
    faults: [{id: 'first', match: {interface: 'store'}, act: {status: 502}}],
  });
  const account = async (): Promise<number> =>
    (await fetch(`${world.urls.workspace}/api/v1/account`)).status;
  const busy = await world.faults.add({
    match: {operation: 'getAccount', nth: {from: 2}},
    act: {status: 503},
  });
  expect([await account(), await account()]).toEqual([401, 503]);
  expect([busy.id, busy.matched, busy.fired]).toEqual(['fault-1', 2, 1]);
  expect(await world.faults.list()).toMatchObject([
    {id: 'first', matched: 0, fired: 0},
    {id: 'fault-1', matched: 2, fired: 1, act: {status: 503}},
  ]);
  await world.reset();
  expect(busy.fired).toBe(0);
  await busy.remove();
  expect([await account(), await account()]).toEqual([401, 401]);
  expect(await world.faults.list()).toMatchObject([{id: 'first'}]);
  await expect(world.faults.add({act: {status: 200}})).rejects.toThrow(
    'body/act/status: must be >= 400',
  );
  const speed = async (): Promise<Answer> => ((await world.control('getClock')) as Answer).speed;
  expect(await speed()).toBe(2);
  await world.clock.speed(60);
  expect(await speed()).toBe(60);
  await expect(world.clock.speed(0)).rejects.toThrow('body/speed: must be >= 0.1');
  await world.drop();
});

test('the mock shows the secrets of the default world by role', () => {
  expect(mock.keys).toMatchObject({
    full: 'demo-key-harbour-full',
    admin: 'demo-token-riverside-admin',
  });
});

test('a world of the library goes back to a snapshot and to what it was, and becomes a seed', async () => {
  const world = await mock.world({template: 'demo', seed: 5, frozenAt: '2026-03-01T12:00:00Z'});
  const before = await world.snapshot();
  await send(world, 'POST', '/integration-api/v1/orders', SALE);
  expect(await world.snapshot()).not.toEqual(before);
  await world.reset();
  expect(await world.snapshot()).toEqual(before);
  await world.restore(before);
  const {left_out: _left, ...seed} = (await world.seed()) as Answer;
  const planted = await mock.world({from: seed});
  expect(planted.credentials().workspaces).toMatchObject(
    world.credentials().workspaces.map(({id, name}) => ({id, name})),
  );
  await world.drop();
  await planted.drop();
});

test('a world of the library calls any operation of the control plane, and says what is wrong and what to do', async () => {
  const world = await mock.world();
  expect(await world.control('getNumbers')).toHaveProperty('numbers');
  await expect(world.control('changeNumbers', {body: {nope: 1}})).rejects.toThrow(
    /unknown number `nope`; there are /,
  );
  await expect(world.control('getNumber')).rejects.toThrow(
    'no operation getNumber; there are listWorlds',
  );
  await expect(world.clock.advance(-1)).rejects.toThrow('body/advance_ms: must be >= 0');
  await expect(world.pay('nope')).rejects.toThrow('no order nope');
  await expect(mock.world({from: {}, seed: 1})).rejects.toThrow('leave out seed');
  const folder = mkdtempSync(join(tmpdir(), 'presscheck-world-'));
  const file = join(folder, 'seed.yaml');
  writeFileSync(file, 'stores:\n  - nam: x\n');
  await expect(mock.world({from: file})).rejects.toThrow(`${file}: line 2, column 5: stores[0]`);
  rmSync(folder, {recursive: true});
  await world.drop();
});

const seen: string[] = [];
describe('presscheck/vitest', () => {
  withWorld('gives a test a world', ({world}) => void seen.push(world.id));
  withWorld('gives another test another one', ({world}) => {
    expect(seen).toHaveLength(1);
    expect(seen).not.toContain(world.id);
  });
  const seeded = withWorld.extend({worldOptions: {from: {stores: [{name: 'Riverside Books'}]}}});
  seeded('makes it as wanted', ({world}) => {
    expect(world.credentials().stores).toMatchObject([{id: 'riverside-books'}]);
  });
});

describe('a mistake in what the library is given', () => {
  test.each([
    [{templat: 'demo'}, 'mock.world has no option templat; did you mean template?'],
    [{frozen_at: null}, 'mock.world has no option frozen_at; did you mean frozenAt?'],
    [{frozenAt: 'soon'}, 'The option frozenAt of mock.world: must match format "date-time"'],
    [{faults: [{act: {status: 200}}]}, 'The option faults[0].act.status of mock.world: must be'],
    [{from: {stores: [{}]}}, 'The option from of mock.world: stores[0]: must have required'],
    [
      {from: {stores: [{name: 'A', orders: [{type: 'sale', user: 'x', products: []}]}]}},
      'The option from of mock.world: stores[0].orders[0]',
    ],
    [{from: 'none.yaml'}, 'The option from of mock.world: none.yaml'],
  ] as [object, string][])('%j', async (options, message) => {
    const refused = await mock.world(options).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(TypeError);
    expect(String(refused)).toContain(message);
    expect(String(refused)).not.toContain('/openapi.json');
  });

  test('an instant, a filter or a world that does not exist is named, and dropping twice is none', async () => {
    const world = await mock.world();
    await expect(world.clock.freeze('soon')).rejects.toThrow('clock.freeze: soon is no instant');
    await expect(world.journal.find({op: 'getAccount'} as object)).rejects.toThrow(
      'the journal has no filter op; there are method, path, status, operation, situation',
    );
    await world.drop();
    await world.drop();
    const closed = await createMock();
    await closed.close();
    await expect(closed.world()).rejects.toThrow('the mock is closed');
  });
});
