import * as fc from 'fast-check';
import {expect, inject, test} from 'vitest';
import type {Exchange} from '../../../../spec/exchange.ts';
import {CircuitBreaker} from './circuit-breaker.ts';
import {Interrupted, InterruptibleClock} from '../../facts/interruption.ts';
import {Pacer} from './pacer.ts';
import {realClock} from '../../facts/ports.ts';

const virtual = () => {
  const clock = {
    time: 0,
    now: () => clock.time,
    sleep: async (ms: number) => void (clock.time += Math.max(0, ms)),
  };
  return clock;
};

test('no minute of a credential has more than the limit, however requests come', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.integer({min: 0, max: 3000})), {
        minLength: 60,
        maxLength: 200,
      }),
      async (drawn) => {
        const clock = virtual();
        const pacer = new Pacer(clock, 20);
        const sent: Record<string, number[]> = {a: [], b: []};
        for (const [credential, pause] of drawn) {
          clock.time += pause;
          await pacer.pace(credential);
          sent[credential]!.push(clock.time);
        }
        for (const times of Object.values(sent))
          for (const [i, time] of times.entries())
            expect(
              times.filter((one, j) => j <= i && one > time - 60_000).length,
            ).toBeLessThanOrEqual(20);
      },
    ),
    {numRuns: 60, seed: 6},
  );
});

test('pacing waits no longer than it has to', async () => {
  const clock = virtual();
  const pacer = new Pacer(clock, 58);
  for (let i = 0; i < 58; i += 1) await pacer.pace('a');
  expect(clock.time).toBe(0);
  await pacer.pace('a');
  expect(clock.time).toBeLessThanOrEqual(61_000);
  await pacer.pace('b');
  expect(clock.time).toBeLessThanOrEqual(61_000);
});

test('before a burst there is a quiet minute, after unpaced requests too', async () => {
  const clock = virtual();
  const pacer = new Pacer(clock);
  await pacer.quiet('a');
  expect(clock.time).toBe(0);
  pacer.note('a');
  clock.time += 20_000;
  await pacer.quiet('a');
  expect(clock.time).toBeGreaterThan(60_000);
});

test('an interrupt ends a wait of days at once', async () => {
  const controller = new AbortController();
  const clock = new InterruptibleClock(realClock, controller.signal);
  const began = realClock.now();
  const waiting = clock.sleep(40 * 24 * 3_600_000);
  setImmediate(() => controller.abort());
  await expect(waiting).rejects.toThrow(Interrupted);
  await expect(clock.sleep(5)).rejects.toThrow(Interrupted);
  expect(realClock.now() - began).toBeLessThan(2000 * inject('patience'));
});

const exchange = (status: number): Exchange => ({
  step: 's',
  op: 'o',
  as: 'full',
  status,
  situations: [],
  documented: [],
  headers: {},
  body: undefined,
  sentAt: 0,
  gotAt: 0,
  sent: {method: 'GET', url: '', headers: {}},
});

test('the breaker trips on silence in a row, not across answers, not on the 429 of a burst', () => {
  const after = (statuses: number[], burst = false): boolean => {
    const breaker = new CircuitBreaker();
    for (const status of statuses) breaker.note(exchange(status), burst);
    return breaker.whyTripped !== undefined;
  };
  expect(after([0, 0, 0, 0, 0])).toBe(true);
  expect(after([502, 503, 504, 0, 429])).toBe(true);
  expect(after([0, 0, 0, 0, 500, 0])).toBe(false);
  expect(after([0, 0, 0, 0])).toBe(false);
  expect(after([500, 500, 500, 500, 500, 500, 404, 404])).toBe(false);
  expect(after(Array(60).fill(429), true)).toBe(false);
});
