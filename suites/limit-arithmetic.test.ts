import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Exchange} from '../spec/step.ts';
import {judgeBursts, judgeTogether, REFILL} from './limit-arithmetic.ts';

/** A limit of `n` a minute: whether a request at `now` (milliseconds) is served. */
type Limit = (now: number) => boolean;
type Kind = (n: number, phase: number) => Limit;

const MINUTE = 60_000;

const counted = (n: number, windowOf: (now: number) => number): Limit => {
  let window = NaN;
  let count = 0;
  return (now) => {
    if (windowOf(now) !== window) [window, count] = [windowOf(now), 0];
    count += 1;
    return count <= n;
  };
};
const KINDS: Record<string, Kind> = {
  'windows aligned with the clock': (n, phase) => counted(n, (now) => Math.floor((now + phase) / MINUTE)),
  'windows from the first request on': (n) => {
    let began = -Infinity;
    return counted(n, (now) => (now >= began + MINUTE ? (began = now) : began));
  },
  'a sliding window': (n) => {
    let log: number[] = [];
    return (now) => {
      log = log.filter((then) => then > now - MINUTE);
      return log.length < n && log.push(now) > 0;
    };
  },
  'a sliding window that counts refusals too': (n) => {
    let log: number[] = [];
    return (now) => {
      log = log.filter((then) => then > now - MINUTE);
      return log.push(now) <= n;
    };
  },
  'a token bucket': (n) => {
    let tokens = n;
    let then = 0;
    return (now) => {
      tokens = Math.min(n, tokens + ((now - then) * n) / MINUTE);
      then = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    };
  },
};

/**
 * What the scene of the limits sees of a limit when every answer takes `latency` milliseconds, half of it before it is
 * judged. The second burst is another credential's.
 */
function scene(limitOf: () => Limit, latency: number, start: number) {
  let now = start;
  let limit = limitOf();
  const ask = (): Exchange => {
    const sentAt = now;
    const status = limit(now + latency / 2) ? 200 : 429;
    now += latency;
    return {step: 's', op: 'o', as: 'full', sentAt, gotAt: now, status, situations: [], documented: [], headers: {}, body: {}, sent: {method: 'GET', url: '', headers: {}}};
  };
  const burst = (): Exchange[] => {
    const asked: Exchange[] = [];
    while (asked.length < 122 && asked.at(-1)?.status !== 429) asked.push(ask());
    return asked;
  };
  const first = burst();
  ask();
  now += REFILL;
  const refilled = [ask()];
  now += 61_000 - REFILL;
  ask();
  now += 29_000;
  limit = limitOf();
  const second = burst();
  now += REFILL;
  return {bursts: [first, second], refills: [refilled, [ask()]]};
}
const judged = (limit: () => Limit, latency: number, start: number) => {
  const {bursts, refills} = scene(limit, latency, start);
  return judgeBursts(60, bursts, refills);
};
const phase = fc.integer({min: 0, max: MINUTE});
const fast = fc.integer({min: 1, max: 15});
/** A burst into which a window turns is twice as long. */
const latencies = fc.integer({min: 1, max: 130});

test.each(Object.entries(KINDS))('%s of 60 is right, whenever and however slowly it is asked', (_name, kind) => {
  fc.assert(
    fc.property(phase, phase, latencies, (p, start, latency) => {
      const {violations, witnesses, inconclusive} = judged(() => kind(60, p), latency, start);
      expect({violations, inconclusive}).toEqual({violations: [], inconclusive: undefined});
      expect(witnesses).toHaveLength(1);
    }),
    {numRuns: 300, seed: 3},
  );
});

test.each(Object.entries(KINDS).flatMap(([name, kind]) => [59, 61, 30, 120, 121].map((n) => [n, name, kind] as const)))('%i by %s is wrong', (n, _name, kind) => {
  fc.assert(
    fc.property(phase, phase, fast, (p, start, latency) => {
      expect(judged(() => kind(n, p), latency, start).violations).toHaveLength(1);
    }),
    {numRuns: 200, seed: 4},
  );
});

test.each(Object.entries(KINDS).filter(([name]) => name.includes('window')).flatMap(([name, kind]) => [59, 61].map((n) => [n, name, kind] as const)))(
  '%i by %s is wrong for slow deployments too',
  (n, _name, kind) => {
    fc.assert(
      fc.property(phase, phase, latencies, (p, start, latency) => {
        expect(judged(() => kind(n, p), latency, start).violations).toHaveLength(1);
      }),
      {numRuns: 200, seed: 5},
    );
  },
);

test('bursts that take too long decide nothing', () => {
  expect(judged(() => KINDS['a sliding window']!(60, 0), 400, 0)).toMatchObject({violations: [], witnesses: [], inconclusive: expect.stringContaining('too long')});
});

test('no limit at all is wrong', () => {
  expect(judged(() => () => true, 5, 0).violations).toHaveLength(1);
});

test('an answer that never came decides nothing', () => {
  const {bursts, refills} = scene(() => KINDS['a sliding window']!(60, 0), 5, 0);
  bursts[0]![3]!.status = 0;
  expect(judgeBursts(60, bursts, refills).inconclusive).toContain('no answer');
  expect(judgeTogether(60, bursts).inconclusive).toContain('no answer');
});

test('two kinds in one minute: 60 together is right, 60 of each is wrong, none at all decides nothing', () => {
  const together = scene(() => KINDS['a sliding window']!(60, 0), 5, 0).bursts;
  const apart = scene(() => KINDS['a sliding window']!(120, 0), 5, 0).bursts;
  expect(judgeTogether(60, together).witnesses).toHaveLength(1);
  expect(judgeTogether(60, apart).violations).toHaveLength(1);
  expect(judgeTogether(60, scene(() => () => false, 5, 0).bursts)).toMatchObject({witnesses: [], violations: [], inconclusive: expect.any(String)});
});
