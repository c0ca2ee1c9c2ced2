import {afterEach, describe, expect, test} from 'vitest';
import {defined} from '../../spec/defined.ts';
import {createMock, type Mock} from '../create-mock.ts';
import {TestShop} from '../testing/checkout.ts';
import {CHANGES, countedTime, exchange, type Seen} from '../testing/faults.ts';
import {systemPorts, type Ports} from '../world/ports.ts';
import type {FaultAct, FaultInterface} from './fault-rule.ts';
import {addFault, faultsOf} from './world-faults.ts';

const INTERFACES = Object.keys(CHANGES) as FaultInterface[];

let mock: Mock | undefined;
afterEach(async () => {
  await mock?.close();
  mock = undefined;
});

async function shopWith(machine: Ports = systemPorts): Promise<{shop: TestShop; lines: string[]}> {
  const lines: string[] = [];
  mock = await createMock({limits: false, machine, report: (line) => lines.push(line)});
  return {shop: new TestShop(mock, defined(mock.world('demo'), 'the demo world')), lines};
}

/** Sends the change of an interface with a fault, and without. */
async function changed(at: FaultInterface, act: FaultAct, until?: (text: string) => boolean) {
  const {ports, waits} = countedTime();
  const {shop, lines} = await shopWith(ports);
  const change = await CHANGES[at](shop);
  const before = change.count();
  await addFault(shop.world, {id: 'ordered', match: {interface: at, nth: {to: 1}}, act});
  const seen = await exchange(change.url, change.sent, until);
  const made = change.count() - before;
  // The journal has an entry when the connection has closed.
  await new Promise(setImmediate);
  const entries = shop.world.journal.newest(100).filter(({notes}) => notes.length);
  return {shop, change, seen, made, waits, lines, entries};
}

/** How each act looks to the client, and whether the change is made. */
const ACTS: Record<
  string,
  {
    act: FaultAct;
    made: number;
    sees: (seen: Seen, status: number) => void;
    until?: (text: string) => boolean;
    waits?: number[];
  }
> = {
  'latency of a fixed time': {
    act: {latency_ms: 1500},
    made: 1,
    waits: [1500],
    sees: ({text, ended}, status) => {
      expect(text).toMatch(`HTTP/1.1 ${status} `);
      expect(ended).toBe('end');
    },
  },
  'a status with Retry-After': {
    act: {status: 503, retry_after: 2},
    made: 0,
    sees: ({text}) =>
      expect(text).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n[^]*retry-after: 2\r\n/i),
  },
  'a reset before the change': {
    act: {reset: 'before'},
    made: 0,
    sees: (seen) => expect(seen).toEqual({text: '', ended: 'reset'}),
  },
  'a reset after the change': {
    act: {reset: 'after'},
    made: 1,
    sees: (seen) => expect(seen).toEqual({text: '', ended: 'reset'}),
  },
  'half a body': {
    act: {half_body: true},
    made: 1,
    sees: ({text, ended}, status) => {
      expect(text).toMatch(`HTTP/1.1 ${status} `);
      expect(ended).toBe('end');
      const [head = '', body = ''] = text.split('\r\n\r\n', 2);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? NaN);
      if (length > 1) expect(body).toHaveLength(length >> 1);
      else if (Number.isNaN(length)) expect(body).not.toMatch(/(^|\r\n)0\r\n\r\n$/);
    },
  },
  'a drip': {
    act: {drip: 100},
    made: 1,
    sees: ({text, ended}, status) => {
      expect(text).toMatch(`HTTP/1.1 ${status} `);
      expect(ended).toBe('end');
    },
  },
  'no response and no change': {
    act: {never: true},
    made: 0,
    sees: ({text}) => expect(text).toBe(''),
  },
  'no response after the change': {
    act: {never: 'after'},
    made: 1,
    sees: ({text}) => expect(text).toBe(''),
  },
};

describe.each(INTERFACES)('at %s', (at) => {
  test.each(Object.keys(ACTS).filter((name) => !name.startsWith('no response')))(
    '%s',
    async (name) => {
      const {act, made, sees, waits} = ACTS[name]!;
      const seen = await changed(at, act);
      sees(seen.seen, seen.change.status);
      expect(seen.made).toBe(made);
      if (waits) expect(seen.waits).toEqual(waits);
      expect(seen.entries).toHaveLength(1);
      expect(seen.entries[0]!.notes![0]).toContain('fault ordered: ');
      expect(seen.lines.some((line) => line.includes('fault ordered: '))).toBe(true);
      expect(faultsOf(seen.shop.world)).toMatchObject([{id: 'ordered', matched: 1, fired: 1}]);
      // Its turn is over: the same request works as documented.
      const again = await CHANGES[at](seen.shop);
      const documented = await exchange(again.url, again.sent);
      expect(documented.text).toMatch(/^HTTP\/1\.1 (200|201|303|422) /);
    },
  );

  test.each(['no response and no change', 'no response after the change'])('%s', async (name) => {
    const {act, made} = ACTS[name]!;
    const {shop} = await shopWith();
    const change = await CHANGES[at](shop);
    const before = change.count();
    await addFault(shop.world, {id: 'ordered', match: {interface: at}, act});
    const seen = exchange(change.url, change.sent);
    await until(
      () => shop.world.journal.newest(1)[0]?.notes.length === 1 || change.count() > before,
    );
    expect(change.count() - before).toBe(made);
    // Only the end of the mock ends the connection.
    await mock?.close();
    expect(await seen).toMatchObject({text: ''});
  });
});

/** Waits until something holds, as long as the test may take. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(setImmediate);
}
