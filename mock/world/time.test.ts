import {describe, expect, it} from 'vitest';
import {Clock} from './clock.ts';
import {DueQueue} from './due.ts';
import {systemPorts, type Ports} from './ports.ts';
import {RollingCount} from './rolling-count.ts';
import {windowOf} from './window.ts';

const ports = (state: {now: number}): Ports => ({...systemPorts, now: () => state.now});

describe('Clock', () => {
  it('stands, moves, runs on from the instant that it shows', () => {
    const real = {now: 1000};
    const clock = new Clock(ports(real), {frozen: 50});
    real.now = 2000;
    expect(clock.now()).toBe(50);
    clock.advance(7);
    expect(clock.now()).toBe(57);
    clock.run();
    real.now = 2010;
    expect(clock.now()).toBe(67);
    clock.advance(100);
    expect(clock.now()).toBe(167);
  });
});

describe('DueQueue', () => {
  it('gives by time, then by sequence', () => {
    const queue = new DueQueue();
    const order = [5, 3, 9, 3, 1, 5, 5, 2, 8, 1].map((at, i) => ({
      at,
      seq: 100 - i,
      event: 'e',
      key: '',
    }));
    for (const due of order) queue.add(due);
    const sorted = [...order].sort((a, b) => a.at - b.at || a.seq - b.seq);
    expect(queue.all()).toEqual(sorted);
    expect(order.map(() => queue.take())).toEqual(sorted);
    expect([queue.take(), queue.next]).toEqual([undefined, Infinity]);
  });
});

describe('the other kinds of windows', () => {
  const admitted = (kind: 'fixed' | 'aligned' | 'bucket', times: number[]): boolean[] => {
    const window = windowOf(kind, 2, 1000);
    return times.map((at) => window.admit(at));
  };

  it.each([
    ['fixed', [700, 1500, 1600, 1700], [true, true, false, true]],
    ['aligned', [700, 900, 950, 1000], [true, true, false, true]],
    ['bucket', [700, 700, 900, 1200], [true, true, false, true]],
  ] as const)('%s counts in its own way', (kind, times, expected) =>
    expect(admitted(kind, [...times])).toEqual(expected),
  );

  it('say when they open', () => {
    for (const [kind, opens] of [
      ['fixed', 1700],
      ['aligned', 1000],
      ['bucket', 1200],
    ] as const) {
      const window = windowOf(kind, 2, 1000);
      while (window.admit(700));
      expect(window.opensAt(), kind).toBe(opens);
    }
  });
});

describe('Window', () => {
  it('slides: the oldest admission leaves after the span', () => {
    const window = windowOf('sliding', 2, 1000);
    expect([window.admit(0), window.admit(400), window.admit(999)]).toEqual([true, true, false]);
    expect([window.opensAt(), window.left(999), window.left(1000)]).toEqual([1000, 0, 1]);
    expect([window.admit(1000), window.admit(1399), window.admit(1400)]).toEqual([
      true,
      false,
      true,
    ]);
  });
});

it('a sliding window takes room for requests, not for its limit', () => {
  const window = windowOf('sliding', 1e12, 1000);
  for (let at = 0; at < 1000; at++) expect(window.admit(at)).toBe(true);
  expect([window.left(999), window.left(1499)]).toEqual([1e12 - 1000, 1e12 - 500]);
});

it.each([1, 2, 63, 64, 65, 200])('a sliding window of %d admits as many in any span', (limit) => {
  const window = windowOf('sliding', limit, 1000);
  const admitted: number[] = [];
  for (let at = 0; at < 5000; at += 3) {
    const counted = admitted.filter((each) => each > at - 1000).length;
    expect(window.left(at)).toBe(limit - counted);
    expect(window.admit(at)).toBe(counted < limit);
    if (counted < limit) admitted.push(at);
    else expect(window.opensAt()).toBe((admitted.at(-limit) ?? NaN) + 1000);
  }
});

it.each(['sliding', 'fixed', 'aligned', 'bucket'] as const)(
  'a %s window opens again within its span when the clock is set back an hour',
  (kind) => {
    const hour = 3_600_000;
    const window = windowOf(kind, 2, 60_000);
    expect([window.admit(hour), window.admit(hour), window.admit(hour)]).toEqual([
      true,
      true,
      false,
    ]);
    window.left(60_000);
    expect(window.admit(120_000)).toBe(true);
  },
);

describe('RollingCount', () => {
  it('forgets by the second', () => {
    const count = new RollingCount({span: 10_000});
    count.add(1500);
    count.add(1999, 4);
    count.add(3000);
    expect([
      count.count(10_999),
      count.count(11_000),
      count.wait(11_000, 1),
      count.count(13_000),
    ]).toEqual([6, 1, 2, 0]);
  });
  it('waits until enough reads have left the period', () => {
    const count = new RollingCount({span: 10_000}, [
      [1, 2],
      [4, 3],
      [6, 1],
    ]);
    const waits = (now: number): number[] => [4, 1].map((limit) => count.wait(now, limit));
    expect([count.wait(7000, 6), ...waits(7000)]).toEqual([4, 7, 9]);
    expect([count.count(11_000), ...waits(11_000)]).toEqual([4, 3, 5]);
  });
  it('takes a second out of order and gives itself away whole', () => {
    const count = new RollingCount({span: 10_000}, [[5, 2]]);
    count.add(3000, 3);
    expect(count.image()).toEqual([
      [3, 3],
      [5, 2],
    ]);
    expect([count.count(12_999), count.count(13_000)]).toEqual([5, 2]);
  });
  it.each([
    ['aligned', [2, 2, 1, 0]],
    ['fixed', [2, 2, 3, 0]],
  ] as const)('%s: the span turns as a whole', (kind, left) => {
    const count = new RollingCount({span: 10_000, kind});
    const counts = [
      [4000, 2],
      [9999, 0],
      [10_000, 1],
      [20_000, 0],
    ].map(([at, more]) => {
      const now = count.count(at!);
      if (more) count.add(at!, more);
      return [now, count.count(at!)];
    });
    expect(counts.map(([, after]) => after)).toEqual(left);
  });
});
