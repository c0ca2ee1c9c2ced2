import * as fc from 'fast-check';
import {expect, inject, test} from 'vitest';
import {MINUTE_MS} from '../../spec/durations.ts';
import type {Exchange} from '../../spec/exchange.ts';
import {judgeMinutes, judgeServed, judgeTogether} from './limit-arithmetic.ts';

/** A limit of `n` a minute: whether a request at `now` (milliseconds) is served. */
type Limit = (now: number) => boolean;
type Kind = (n: number, phase: number, span?: number) => Limit;

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
  'windows aligned with the clock': (n, phase, span = MINUTE_MS) =>
    counted(n, (now) => Math.floor((now + phase) / span)),
  'windows from the first request on': (n, _phase, span = MINUTE_MS) => {
    let began = -Infinity;
    return counted(n, (now) => (now >= began + span ? (began = now) : began));
  },
  'a sliding window': (n, _phase, span = MINUTE_MS) => {
    let log: number[] = [];
    return (now) => {
      log = log.filter((then) => then > now - span);
      return log.length < n && log.push(now) > 0;
    };
  },
  'a sliding window that counts refusals too': (n, _phase, span = MINUTE_MS) => {
    let log: number[] = [];
    return (now) => {
      log = log.filter((then) => then > now - span);
      return log.push(now) <= n;
    };
  },
  'a token bucket': (n, _phase, span = MINUTE_MS) => {
    let tokens = n;
    let then = 0;
    return (now) => {
      tokens = Math.min(n, tokens + ((now - then) * n) / span);
      then = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    };
  },
};

/**
 * What the scene of the limits sees when every answer takes `latency` milliseconds, half of it
 * before it is judged.
 */
function scene(limit: Limit, latency: number, start: number) {
  let now = start;
  const ask = (): Exchange => {
    const sentAt = now;
    const status = limit(now + latency / 2) ? 200 : 429;
    now += latency;
    return {
      step: 's',
      op: 'o',
      as: 'full',
      sentAt,
      gotAt: now,
      status,
      situations: ['done'],
      documented: [],
      headers: {},
      body: {},
      sent: {method: 'GET', url: '', headers: {}},
    };
  };
  const burst = (most = 122): Exchange[] => {
    const asked: Exchange[] = [];
    while (asked.length < most && asked.at(-1)?.status !== 429) asked.push(ask());
    return asked;
  };
  const first = burst();
  const round = [ask(), ask()];
  const during = [ask()];
  now += 5000 + 3 * latency;
  const refilled = [ask()];
  now += 26_000;
  const half = burst(62);
  now += 31_000;
  const passed = [ask()];
  now += 33_000;
  const second = burst();
  const roundAgain = [ask(), ask()];
  return {
    requests: [first, round, during, refilled, half, passed, second, roundAgain],
    bursts: [first, second],
    rounds: [round, roundAgain],
  };
}
const judged = (limit: Limit, latency: number, start: number) => {
  const {requests, bursts} = scene(limit, latency, start);
  return judgeMinutes(requests, bursts);
};
/** Runs of a property, in hundreds of which `npm run test:all` has as many. */
const RUNS = inject('all') ? 100 : 20;
const phase = fc.integer({min: 0, max: MINUTE_MS});
const fast = fc.integer({min: 1, max: 15});
/** A burst into which a window turns is twice as long. */
const latencies = fc.integer({min: 1, max: 90});
const kinds = Object.entries(KINDS);

test.each(kinds)('%s of 60 is right, whenever and however slowly it is asked', (_name, kind) => {
  fc.assert(
    fc.property(phase, phase, latencies, (p, start, latency) => {
      const {violations, witnesses, inconclusive} = judged(kind(60, p), latency, start);
      expect({violations, inconclusive}).toEqual({violations: [], inconclusive: undefined});
      expect(witnesses).toHaveLength(1);
    }),
    {numRuns: 3 * RUNS, seed: 3},
  );
});

test.each(
  kinds.flatMap(([name, kind]) => [59, 61, 30, 120, 121].map((n) => [n, name, kind] as const)),
)('%i by %s is wrong', (n, _name, kind) => {
  fc.assert(
    fc.property(phase, phase, fast, (p, start, latency) => {
      expect(judged(kind(n, p), latency, start).violations).toHaveLength(1);
    }),
    {numRuns: 2 * RUNS, seed: 4},
  );
});

test.each(
  kinds
    .filter(([name]) => name.includes('window'))
    .flatMap(([name, kind]) => [59, 61].map((n) => [n, name, kind] as const)),
)('%i by %s is wrong for slow deployments too', (n, _name, kind) => {
  fc.assert(
    fc.property(phase, phase, latencies, (p, start, latency) => {
      expect(judged(kind(n, p), latency, start).violations).toHaveLength(1);
    }),
    {numRuns: 2 * RUNS, seed: 5},
  );
});

test.each(
  kinds.flatMap(([name, kind]) => [1, 10, 20, 30].map((span) => [span, name, kind] as const)),
)('60 every %i seconds by %s are wrong', (span, _name, kind) => {
  fc.assert(
    fc.property(phase, phase, fast, (p, start, latency) => {
      expect(judged(kind(60, p, span * 1000), latency, start).violations).toHaveLength(1);
    }),
    {numRuns: 2 * RUNS, seed: 6},
  );
});

test('a key that gets less once it was refused is wrong', () => {
  const limit = KINDS['a sliding window']!(60, 0);
  let refused = NaN;
  let later = 0;
  const grudging: Limit = (now) => {
    const free = limit(now) && !(now - refused >= MINUTE_MS && ++later > 5);
    if (!free && Number.isNaN(refused)) refused = now;
    return free;
  };
  expect(judged(grudging, 5, 0).violations).toHaveLength(1);
});

test('bursts that take too long decide nothing', () => {
  expect(judged(KINDS['a sliding window']!(60, 0), 400, 0)).toMatchObject({
    violations: [],
    witnesses: [],
    inconclusive: expect.stringContaining('too long'),
  });
});

test('no limit at all is wrong', () => {
  expect(judged(() => true, 5, 0).violations).toHaveLength(1);
});

test('an answer that never came decides nothing', () => {
  const {bursts, requests} = scene(KINDS['a sliding window']!(60, 0), 5, 0);
  bursts[0]![3]!.status = 0;
  expect(judgeMinutes(requests, bursts).inconclusive).toContain('no answer');
  expect(judgeTogether(requests, bursts, []).inconclusive).toContain('no answer');
});

test('a minute that was used before the first request accuses no limit', () => {
  const limit = KINDS['a sliding window']!(60, 0);
  for (let sent = 0; sent < 60; sent += 1) limit(0);
  const {requests, bursts} = scene(limit, 5, 500);
  expect(judgeMinutes(requests, bursts)).toMatchObject({violations: [], witnesses: [{}]});
});

test('what the limit let pass has to be answered as it deserves', () => {
  const {
    requests: [first = []],
  } = scene(KINDS['a sliding window']!(60, 0), 5, 0);
  expect(judgeServed(first, {o: 'done'}).violations).toEqual([]);
  Object.assign(first[57]!, {status: 403, situations: ['forbidden']});
  expect(judgeServed(first, {o: 'done'}).violations).toHaveLength(1);
});

const together = (limit: Limit) => {
  const {requests, bursts, rounds} = scene(limit, 5, 0);
  return judgeTogether(requests, bursts, rounds);
};

test('kinds in one minute: 60 together is right, 60 of each is wrong, none is undecided', () => {
  const kind = KINDS['a sliding window']!;
  expect(together(kind(60, 0)).witnesses).toHaveLength(1);
  expect(together(kind(120, 0)).violations).toHaveLength(1);
  expect(together(() => false)).toMatchObject({
    witnesses: [],
    violations: [],
    inconclusive: expect.any(String),
  });
});

test('slow bursts, in which a window may turn, show nothing of how kinds are counted', () => {
  const {requests, bursts, rounds} = scene(KINDS['windows aligned with the clock']!(60, 0), 900, 0);
  expect(judgeTogether(requests, bursts, rounds)).toMatchObject({
    violations: [],
    inconclusive: expect.stringContaining('too long'),
  });
});

test('a kind that is still served when a burst has used up the others is counted apart', () => {
  const {requests, bursts, rounds} = scene(KINDS['a sliding window']!(60, 0), 5, 0);
  for (const [one] of rounds) Object.assign(one!, {status: 200, op: 'free'});
  expect(judgeTogether(requests, bursts, rounds).violations).toHaveLength(1);
});

test('a right bucket may serve in those rounds', () => {
  const {requests, bursts, rounds} = scene(KINDS['a token bucket']!(60, 0), 300, 0);
  expect(judgeTogether(requests, bursts, rounds).violations).toEqual([]);
});

test('requests that a gateway answered are counted or not: both are right', () => {
  for (const countsThem of [true, false]) {
    let sent = 0;
    const limit = KINDS['a sliding window']!(60, 0);
    const swallowing: Limit = (now) => {
      sent += 1;
      return sent === 20 && !countsThem ? true : limit(now);
    };
    const {requests, bursts} = scene(swallowing, 5, 0);
    const swallowed = requests[0]?.[19];
    if (swallowed) Object.assign(swallowed, {status: 503, situations: []});
    expect(judgeMinutes(requests, bursts)).toMatchObject({violations: [], witnesses: [{}]});
  }
});

test('figures count what was served: a limit that answers 503 is told as such, and joins the kinds', () => {
  const limit = KINDS['a sliding window']!(60, 0);
  const {requests, bursts, rounds} = scene(limit, 5, 0);
  for (const one of requests.flat().filter(({status}) => status === 429))
    Object.assign(one, {status: 503, ownError: true});
  // The burst goes on, since no 429 ends it.
  const refused = bursts[0]!.at(-1)!;
  bursts[0]!.push(...Array.from({length: 61}, () => ({...refused})));
  expect(judgeMinutes(requests, bursts).violations[0]?.got).toMatch(
    /^60, 0, none, .* served; \d+ answered 503$/,
  );
  expect(judgeTogether(requests, bursts, rounds).violations).toEqual([]);
});
