import {afterEach, expect, test, vi} from 'vitest';
import {defined} from '../../spec/defined.ts';
import {createMock, type Mock} from '../create-mock.ts';
import {TestShop} from '../testing/checkout.ts';
import {CHANGES, countedTime} from '../testing/faults.ts';
import {systemPorts, type Ports} from '../world/ports.ts';
import type {FaultAct} from './fault-rule.ts';
import {addFault} from './world-faults.ts';

let mock: Mock;
afterEach(() => mock.close());

const account = (): Promise<Response> => fetch(`${mock.urls.workspace}/api/v1/account`);

test('log-normal latency has the median and the spread that were asked for, and is the same after a reset', async () => {
  const {ports, waits} = countedTime();
  mock = await createMock({limits: false, machine: ports});
  const rule = {id: 'slow', act: {latency: {median_ms: 200, sigma: 0.5}}};
  await addFault(defined(mock.world('demo'), 'the demo world'), rule);
  for (let n = 0; n < 400; n++) await (await account()).text();
  const drawn = [...waits];
  const sorted = drawn.toSorted((a, b) => a - b);
  // Of a normal distribution, 16, 50 and 84 of 100 are below the mean less the deviation, the mean, and both together.
  for (const [share, deviations] of [
    [0.16, -1],
    [0.5, 0],
    [0.84, 1],
  ] as const) {
    const expected = 200 * Math.exp(deviations * 0.5);
    const ratio = (sorted[400 * share] ?? NaN) / expected;
    expect(ratio, `${share}`).toBeGreaterThan(0.85);
    expect(ratio, `${share}`).toBeLessThan(1.15);
  }
  expect(new Set(drawn).size).toBeGreaterThan(100);
  await mock.worlds.reset('demo');
  for (let n = 0; n < 20; n++) await (await account()).text();
  expect(waits.slice(400)).toEqual(drawn.slice(0, 20));
});

/** The time of the machine, with the waits that nothing has ended yet. */
function watchedTime(): {ports: Ports; open: Set<number>} {
  const open = new Set<number>();
  const later: Ports['later'] = (ms, call) => {
    open.add(ms);
    const ended = (): void => void open.delete(ms);
    const cancel = systemPorts.later(ms, () => (ended(), call()));
    return () => (ended(), cancel());
  };
  return {ports: {...systemPorts, later}, open};
}

test.each<[string, FaultAct]>([
  ['a latency', {latency_ms: 599_999}],
  ['a drip', {drip: 1}],
  ['a response that never comes', {never: 'after'}],
])('a client that leaves during %s leaves nothing behind', async (_name, act) => {
  const {ports, open} = watchedTime();
  const lines: string[] = [];
  mock = await createMock({limits: false, machine: ports, report: (line) => lines.push(line)});
  const shop = new TestShop(mock, defined(mock.world('demo'), 'the demo world'));
  const change = await CHANGES.store(shop);
  const before = change.count();
  await addFault(shop.world, {id: 'slow', match: {interface: 'store', nth: {to: 1}}, act});
  const leaves = new AbortController();
  const response = fetch(change.url, {...change.sent, signal: leaves.signal})
    .then((answered) => answered.text())
    .catch((error: Error) => error.name);
  await vi.waitFor(() => {
    expect(change.count()).toBe(before + 1);
    expect(open.size).toBe(act.never ? 0 : 1);
  });
  leaves.abort();
  expect(await response).toBe('AbortError');
  await vi.waitFor(() => expect(open.size).toBe(0));
  await vi.waitFor(() =>
    expect(shop.world.journal.newest(1)[0]?.notes?.[0]).toContain('fault slow: '),
  );
  expect(await shop.call('GET', '/dashboard/users')).toBeDefined();
  expect(lines.filter((line) => /^5\d\d /.test(line))).toEqual([]);
});
