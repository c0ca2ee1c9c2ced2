import {afterEach, beforeEach, expect, test} from 'vitest';
import {suiteWorld, type SuiteWorld} from '../testing/client.ts';
import {walkStore, walkWorkspace, type Walked} from '../testing/walk-operations.ts';

const DAY_MS = 86_400_000;
const PRESENT = Date.UTC(2026, 2, 15, 12);

let suite: SuiteWorld;
beforeEach(async () => {
  suite = await suiteWorld({control: {}}, {frozenAt: PRESENT});
});
afterEach(() => suite.mock.close());

// oxlint-disable-next-line typescript/no-explicit-any -- what the mock answers is compared, not typed
const control = async (path: string, body?: object): Promise<any> => {
  const response = await fetch(`${suite.mock.urls.control}/worlds/w/${path}`, {
    ...(body && {
      method: 'POST',
      headers: {'content-type': 'application/json'},
      body: JSON.stringify(body),
    }),
  });
  return {status: response.status, body: await response.json()};
};

const freezeAt = async (instant: number): Promise<void> => {
  const at = new Date(instant).toISOString();
  const {body} = await control('clock', {freeze_at: at});
  expect(body).toMatchObject({now: at, frozen: true});
};

const statusesOf = (walked: Walked[]): string[] =>
  walked.map(({operation, status}) => `${operation} ${status}`);

test.each([
  ['an hour', PRESENT - DAY_MS / 24],
  ['a year', PRESENT - 365 * DAY_MS],
  ['to the first instant', 0],
])(
  'a world whose clock went back %s answers every operation as a new one',
  async (_by, instant) => {
    const fresh = statusesOf(await walkWorkspace(suite));
    const {body: kept} = await suite.publish();
    await suite.workspace('POST', `/publications/${kept.id}/runs`, {tool: 'convert-to-pdf'});
    await freezeAt(instant);
    expect(statusesOf(await walkWorkspace(suite))).toEqual(fresh);
    expect((await suite.workspace('GET', `/publications/${kept.id}`)).status).toBe(200);
    const inStore = statusesOf(await walkStore(suite));
    const other = await suiteWorld();
    expect(inStore).toEqual(statusesOf(await walkStore(other)));
    await other.mock.close();
    for (const path of ['clock', 'journal?since=1970-01-01T00:00:00Z', 'outbox', 'limits', 'seed'])
      expect((await control(path)).status, path).toBe(200);
  },
);

test('limits count what was before the instant to which the clock goes back', async () => {
  await suite.world.setNumber('store.limits.token_reads_per_day', 3);
  await suite.world.setNumber('workspace.limits.requests_per_minute', 4);
  await suite.world.setNumber('runs.daily_limit', 1);
  const read = () => suite.store('GET', '/integration-api/v1/dashboard/users');
  const {body} = await suite.publish();
  const start = () =>
    suite.workspace('POST', `/publications/${body.id}/runs`, {tool: 'blurb-writing'});
  await read();
  expect((await start()).status).toBe(202);
  await suite.world.advance(3_600_000);
  for (const status of [200, 200, 429]) expect((await read()).status).toBe(status);
  expect((await start()).status).toBe(422);
  await freezeAt(PRESENT - 1000);
  for (const status of [200, 200, 200, 429]) expect((await read()).status).toBe(status);
  expect((await start()).status).toBe(202);
  expect(Number((await read()).headers.get('retry-after'))).toBeLessThanOrEqual(DAY_MS / 1000);
  await freezeAt(PRESENT - 500);
  expect((await read()).status).toBe(429);
});

test('links, and the journal of a world whose clock went back', async () => {
  const {body: early} = await suite.reserve();
  await suite.world.advance(1_860_000);
  expect((await suite.put(early)).status).toBe(403);
  await freezeAt(PRESENT);
  expect((await suite.put(early)).status).toBe(200);
  const since = new Date(PRESENT + 1).toISOString();
  const {entries} = (await control(`journal?since=${since}`)).body;
  expect(entries.map(({status}: {status: number}) => status)).toEqual([403]);
});

test('a clock that went back runs on from there', async () => {
  await freezeAt(PRESENT - DAY_MS);
  const {body} = await control('clock', {run: true});
  expect(body.frozen).toBe(false);
  expect(Date.parse(body.now)).toBeGreaterThanOrEqual(PRESENT - DAY_MS);
  expect(Date.parse(body.now)).toBeLessThan(PRESENT);
});
