import {expect, test} from 'vitest';
import {RateLimitRetry, waitAfter} from './rate-limit-retry.ts';
import type {WaitingClock} from '../../../../spec/clock.ts';
import {Pacer} from './pacer.ts';

const DATE = 'Mon, 02 Mar 2026 09:30:00 GMT';

/** A clock that notes how long it slept. */
function clockOf(): WaitingClock & {slept: number[]} {
  let now = 0;
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
    },
  };
}

test.each<[headers: Record<string, string>, seconds: number]>([
  [{}, 61],
  [{'retry-after': '7'}, 8],
  [{'retry-after': '0'}, 1],
  [{'retry-after': 'Mon, 02 Mar 2026 09:30:20 GMT', date: DATE}, 21],
  [{'retry-after': 'Mon, 02 Mar 2026 09:29:20 GMT', date: DATE}, 61],
  [{'retry-after': 'Mon, 02 Mar 2026 09:30:20 GMT'}, 61],
  [{'retry-after': 'soon', date: DATE}, 61],
])('a 429 with %j wants %i seconds', (headers, seconds) => {
  expect(waitAfter({headers})).toBe(1000 * seconds);
});

test('without a Date a date is compared with the time of its reception', () => {
  const headers = {'retry-after': 'Mon, 02 Mar 2026 09:30:20 GMT'};
  expect(waitAfter({headers, gotAt: Date.parse(DATE)})).toBe(21_000);
});

/** Sends a request whose responses have these statuses. */
function sending(statuses: number[], headers: Record<string, string> = {}) {
  let sent = 0;
  return async () => ({status: statuses[sent++] ?? 200, headers});
}

test('a 429 that is a ceiling on runs is not waited out', async () => {
  const clock = clockOf();
  const rateLimitRetry = new RateLimitRetry(clock, () => true);
  const refused = async () => ({status: 429, headers: {}, situations: ['daily-limit']});
  expect(await rateLimitRetry.send('a', refused)).toMatchObject({status: 429});
  expect(clock.slept).toEqual([]);
});

test('a 429 is waited out, and the request sent again', async () => {
  const clock = clockOf();
  const rateLimitRetry = new RateLimitRetry(clock, () => false);
  const refused: number[] = [];
  const note = ({status}: {status: number}): void => void refused.push(status);
  const headers = {'retry-after': '7'};
  expect(await rateLimitRetry.send('a', sending([429, 200], headers), note)).toMatchObject({
    status: 200,
  });
  expect(clock.slept).toEqual([8000]);
  expect(refused).toEqual([429]);
  // What came too early for the deployment waits for the whole window.
  expect(await rateLimitRetry.send('a', sending([429, 429, 200], headers))).toMatchObject({
    status: 200,
  });
  expect(clock.slept).toEqual([8000, 8000, 61_000]);
});

test('a limit that never ends is given up, and taken up again once a request is served', async () => {
  const clock = clockOf();
  const rateLimitRetry = new RateLimitRetry(clock, () => false);
  const always = sending(Array.from({length: 99}, () => 429));
  expect(await rateLimitRetry.send('a', always)).toMatchObject({status: 429});
  expect(clock.slept.length).toBe(2);
  expect(await rateLimitRetry.send('a', always)).toMatchObject({status: 429});
  expect(clock.slept.length).toBe(2);
  // As long as nobody is served, no other credential is waited for either.
  expect(await rateLimitRetry.send('b', sending([429]))).toMatchObject({status: 429});
  expect(clock.slept.length).toBe(2);
  await rateLimitRetry.send('b', sending([200]));
  // Another credential has a limit of its own.
  expect(await rateLimitRetry.send('b', sending([429]))).toMatchObject({status: 200});
  await rateLimitRetry.send('a', sending([200]));
  expect(await rateLimitRetry.send('a', sending([429]))).toMatchObject({status: 200});
  expect(clock.slept.length).toBe(4);
});

test('in one run a limit is waited for so often and no more', async () => {
  const clock = clockOf();
  const rateLimitRetry = new RateLimitRetry(clock, () => false);
  for (let request = 0; request < 50; request += 1) await rateLimitRetry.send('a', sending([429]));
  expect(clock.slept.length).toBe(12);
});

test('a quota that is used up for hours is waited for only where max_wait allows it', async () => {
  const headers = {'retry-after': '7200'};
  const clock = clockOf();
  const send = (longest: number) =>
    new RateLimitRetry(clock, (ms) => ms <= longest).send('a', sending([429], headers));
  expect(await send(0)).toMatchObject({status: 429});
  expect(clock.slept).toEqual([]);
  expect(await send(8_000_000)).toMatchObject({status: 200});
  expect(clock.slept).toEqual([7_201_000]);
});

test('a day that is spent is known until the next one begins', async () => {
  const rateLimitRetry = new RateLimitRetry(clockOf(), () => false);
  const headers = {'retry-after': '7200'};
  expect(await rateLimitRetry.send('a', sending([429], headers))).toMatchObject({status: 429});
  expect(rateLimitRetry.isDaySpent).toBe(true);
  rateLimitRetry.beginDay();
  expect(rateLimitRetry.isDaySpent).toBe(false);
  await rateLimitRetry.send('a', sending([429, 200], {'retry-after': '7'}));
  expect(rateLimitRetry.isDaySpent).toBe(false);
});

test('a credential that was refused too early is sent more slowly', async () => {
  const clock = clockOf();
  const pacer = new Pacer(clock);
  const inAMinute = async (): Promise<number> => {
    const from = clock.now();
    for (let sent = 0; ; sent += 1) {
      await pacer.pace('a');
      if (clock.now() > from) return sent;
    }
  };
  expect(await inAMinute()).toBe(58);
  pacer.slowDown('a');
  await pacer.quiet('a');
  expect(await inAMinute()).toBe(29);
  for (let again = 0; again < 9; again += 1) pacer.slowDown('a');
  await pacer.quiet('a');
  expect(await inAMinute()).toBe(12);
  await pacer.quiet('b');
  for (let sent = 0; sent < 58; sent += 1) await pacer.pace('b');
});
