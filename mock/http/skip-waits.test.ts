import {afterEach, expect, it} from 'vitest';
import {suiteWorld, type SuiteWorld} from '../testing/client.ts';
import type {NewWorld} from '../world/worlds.ts';

let suite: SuiteWorld;
afterEach(() => suite.mock.close());

async function runStarted(spec: NewWorld, tool = 'metadata-extraction') {
  suite = await suiteWorld({}, spec);
  const {body: publication} = await suite.publish();
  const {body: run} = await suite.workspace('POST', `/publications/${publication.id}/runs`, {tool});
  return {publication, poll: () => suite.workspace('GET', `/runs/${run.id}`)};
}

const notes = (): unknown[] => suite.world.journal.newest(1).flatMap((entry) => entry.notes ?? []);

it('a poll of a run moves the clock to the next event, and says so in the journal', async () => {
  const {poll} = await runStarted({skipWaits: true});
  const began = suite.world.now();
  const seen: [string, number][] = [];
  for (let n = 0; n < 3; n++) seen.push([(await poll()).body.state, suite.world.now() - began]);
  expect(seen).toEqual([
    ['running', 1000],
    ['succeeded', 4000],
    ['succeeded', 4000],
  ]);
  const [begin, end, last] = suite.world.journal.newest(3).map((entry) => entry.notes);
  expect(begin).toEqual([expect.stringContaining('skip-waits moved the clock by 1000 ms')]);
  expect(end).toEqual([expect.stringContaining('skip-waits moved the clock by 3000 ms')]);
  expect(last).toEqual([]);
});

it('moves no further than to the next event, whatever it is about', async () => {
  const {publication, poll} = await runStarted({skipWaits: true}, 'convert-to-pdf');
  const began = suite.world.now();
  await suite.world.advance(500);
  await suite.workspace('POST', `/publications/${publication.id}/runs`, {tool: 'file-validation'});
  const at: number[] = [];
  for (let n = 0; n < 4; n++) {
    await poll();
    at.push(suite.world.now() - began);
  }
  expect(at).toEqual([1000, 1500, 5500, 21_000]);
});

it('does nothing without being asked for, nor for another workspace, nor for what waits for nothing', async () => {
  const {poll} = await runStarted({});
  const began = suite.world.now();
  expect((await poll()).body.state).toBe('queued');
  expect(suite.world.now()).toBe(began);
  await suite.mock.close();

  const {publication} = await runStarted({skipWaits: true});
  const other = suite.key('second-workspace');
  const start = suite.world.now();
  for (const [path, key] of [
    ['/account', suite.key()],
    ['/publications', suite.key()],
    [`/publications/${publication.id}`, other],
  ] as const)
    await suite.workspace('GET', path, undefined, key);
  await suite.workspace('GET', '/runs/run_of_nobody');
  expect(suite.world.now()).toBe(start);
  await suite.workspace('GET', `/publications/${publication.id}/files`);
  expect(suite.world.now()).toBe(start + 1000);
});

it('a poll of content in conversion moves the clock', async () => {
  suite = await suiteWorld({}, {skipWaits: true});
  const issues = '/integration-api/v1/dashboard/issues';
  const uploaded = {
    publication_date: '2026-03-02',
    name: 'Of Moons',
    external_id: 'of-moons',
    extension: 'epub',
    file_url: 'https://files.presscheck.example/good.epub',
  };
  const before = suite.world.now();
  expect((await suite.store('POST', issues, uploaded)).status).toBeLessThan(300);
  expect(suite.world.now()).toBe(before);
  const read = await suite.store('GET', `${issues}/of-moons`);
  expect(JSON.stringify(read.body)).toContain('"conversion_status":"done"');
  expect([suite.world.now() - before, notes().length]).toEqual([5000, 1]);
});

it('a poll of a pending order moves nothing: only its buyer ends its wait', async () => {
  suite = await suiteWorld({}, {skipWaits: true});
  const api = '/integration-api/v1';
  const sale = {
    type: 'sale',
    external_reference: 'basket-1',
    return_url: 'https://shop.example/thanks',
    unit_price: 5,
    currency_id: 'USD',
    user: {id: 'ada', email: 'ada@readers.example'},
    products: [
      {
        type: 'content',
        id: 'tides',
        name: 'Of Tides',
        url: 'https://books.example/tides',
        unit_price: 5,
        currency_id: 'USD',
      },
    ],
  };
  const {body} = await suite.store('POST', `${api}/orders`, sale);
  const read = () => suite.store('GET', `${api}/orders/basket-1?id_type=external`);
  // Something else is due: a poll of what waits for it would skip to it.
  const {body: publication} = await suite.publish();
  await suite.workspace('POST', `/publications/${publication.id}/runs`, {tool: 'file-validation'});
  const before = suite.world.now();
  expect((await read()).body.status).toBe('pending');
  expect(suite.world.now()).toBe(before);
  // Its URL expires, which changes no order (Orders, Sale orders).
  await suite.world.advance(2 * 1000 * body.data.checkout.ttl);
  expect((await read()).body.status).toBe('pending');
});

it('how long tools work is a number of the world', async () => {
  const {poll} = await runStarted({numbers: {'runs.works_percent': 50}});
  await suite.world.advance(2499);
  expect((await poll()).body.state).toBe('running');
  await suite.world.advance(1);
  expect((await poll()).body.state).toBe('succeeded');
});
