import {expect, test} from 'vitest';
import {LIMITS} from '../../../rate-limits/limited.ts';
import {DeploymentClock} from '../../../target/deployment-clock.ts';
import {VirtualTime} from '../../facts/virtual-time.ts';
import {Pacer} from './pacer.ts';
import {PassingTime} from './passing-time.ts';
import {RateLimitRetry} from './rate-limit-retry.ts';

const MINUTE_MS = 60_000;

/** A deployment whose clock the hook `advance` moves, and how often it was called. */
function movable({fails = false} = {}) {
  const machine = new VirtualTime();
  const began = machine.now();
  const moves: number[] = [];
  const clock = new DeploymentClock(machine, async (ms) => {
    if (fails) throw new Error('the hook fails');
    moves.push(ms);
  });
  return {clock, moves, waited: () => machine.now() - began};
}

test('a movable clock is moved rather than waited for', async () => {
  const {clock, moves, waited} = movable();
  const time = new PassingTime(clock);
  const until = time.now() + MINUTE_MS;
  await time.until(until);
  expect(time.now()).toBeGreaterThanOrEqual(until);
  expect(moves).toEqual([MINUTE_MS]);
  expect(waited()).toBeLessThan(1000);
});

test('the clock is moved by whole seconds', async () => {
  const {clock, moves} = movable();
  await new PassingTime(clock).until(clock.now() + 57_000.25);
  expect(moves).toEqual([58_000]);
});

test('a short wait moves nothing', async () => {
  const {clock, moves, waited} = movable();
  await new PassingTime(clock).until(clock.now() + 500);
  expect(moves).toEqual([]);
  expect(waited()).toBe(500);
});

test('requests in parallel move the clock once', async () => {
  const {clock, moves} = movable();
  const time = new PassingTime(clock);
  const until = time.now() + MINUTE_MS;
  await Promise.all([time.until(until), time.until(until), time.until(until)]);
  expect(moves).toEqual([MINUTE_MS]);
});

test.each([
  ['without the hook', () => new DeploymentClock(new VirtualTime())],
  ['with a hook that fails', () => movable({fails: true}).clock],
])('time is waited for %s', async (_, make) => {
  const clock = make();
  const until = clock.now() + MINUTE_MS;
  await new PassingTime(clock).until(until);
  expect(clock.now()).toBeGreaterThanOrEqual(until);
  expect(clock.moved).toBe(0);
});

test('a request that is refused again after a move that would have freed it shows that limits ignore the clock', async () => {
  const {clock, moves, waited} = movable();
  const time = new PassingTime(clock);
  await time.until(time.now() + MINUTE_MS);
  expect(time.noteRefused()).toBe(true);
  await time.sleep(MINUTE_MS);
  expect(moves).toEqual([MINUTE_MS, MINUTE_MS]);
  time.noteSent('a');
  expect(time.noteRefused()).toBe(true);
  await time.sleep(MINUTE_MS);
  expect(moves).toHaveLength(2);
  expect(waited()).toBeGreaterThanOrEqual(MINUTE_MS);
});

/**
 * Sends paced requests to a server that serves some a minute, each again after a refusal.
 * @returns how many were served in the end, and how long the run really waited
 */
async function sentTo(clockOfLimits: 'the moved clock' | 'the machine', limit: number) {
  const machine = new VirtualTime();
  const began = machine.now();
  const clock = new DeploymentClock(machine, async () => undefined);
  const pacer = new Pacer(clock);
  const retry = new RateLimitRetry(pacer.time, () => false);
  let served: number[] = [];
  const send = async () => {
    await pacer.pace('a');
    await machine.sleep(600);
    const now = (clockOfLimits === 'the machine' ? machine : clock).now();
    served = served.filter((at) => at > now - MINUTE_MS);
    const isServed = served.length < limit;
    if (isServed) served.push(now);
    return {status: isServed ? 200 : 429, headers: {}, situations: isServed ? [] : LIMITS};
  };
  let done = 0;
  for (let sent = 0; sent < 400; sent += 1) {
    const {status} = await retry.send('a', send, () => pacer.slowDown('a'));
    if (status === 200) done += 1;
  }
  return {done, waited: machine.now() - began - 400 * 600};
}

test.each([60, 50, 30])(
  'where limits of %i follow the moved clock, nothing waits for more than ten seconds',
  async (limit) => {
    const {done, waited} = await sentTo('the moved clock', limit);
    expect(done).toBe(400);
    expect(waited).toBeLessThan(10_000);
  },
);

test('where limits follow another clock, a slow deployment is waited for once that was seen', async () => {
  const {done, waited} = await sentTo('the machine', 60);
  expect(done).toBe(400);
  expect(waited).toBeGreaterThan(MINUTE_MS);
});

test('a refusal before the clock was moved says nothing about its limits', () => {
  const {clock} = movable();
  expect(new PassingTime(clock).noteRefused()).toBe(false);
});

test('an unconfirmed move before a burst is told once; after a burst that was not as documented bursts wait', async () => {
  const {clock, moves, waited} = movable();
  const pacer = new Pacer(clock);
  await pacer.pace('a');
  expect(pacer.time.takeUnconfirmedMove()).toBe(false);
  await pacer.quiet('a');
  expect(moves).toEqual([61_000]);
  expect(waited()).toBeLessThan(1000);
  expect(pacer.time.takeUnconfirmedMove()).toBe(true);
  expect(pacer.time.takeUnconfirmedMove()).toBe(false);
  pacer.time.waitBeforeBursts();
  await pacer.pace('a');
  await pacer.quiet('a');
  expect(moves).toHaveLength(1);
  expect(waited()).toBeGreaterThan(MINUTE_MS);
  expect(pacer.time.takeUnconfirmedMove()).toBe(false);
});

test('after a refusal a credential waits until more requests were served in a minute than a limit by another clock allows', async () => {
  const {clock, moves, waited} = movable();
  const pacer = new Pacer(clock);
  await pacer.pace('a');
  await pacer.quietAfterRefusal('a');
  expect(moves).toEqual([]);
  expect(waited()).toBeGreaterThan(MINUTE_MS);
  for (let sent = 0; sent < 150; sent += 1) await pacer.pace('a');
  const before = moves.length;
  await pacer.quietAfterRefusal('a');
  await pacer.quiet('a');
  expect(pacer.time.takeUnconfirmedMove()).toBe(false);
  expect(moves.length).toBe(before + 1);
  expect(waited()).toBeLessThan(2 * MINUTE_MS);
});

test('a credential is slowed down at its second refusal, unless limits follow another clock', async () => {
  const {clock} = movable();
  const pacer = new Pacer(clock, 24);
  const movesAfter = async (): Promise<number> => {
    const before = clock.moved;
    for (let sent = 0; sent < 24; sent += 1) await pacer.pace('a');
    return clock.moved - before;
  };
  await movesAfter();
  const plain = await movesAfter();
  pacer.slowDown('a');
  expect(await movesAfter()).toBeLessThan(1.5 * plain);
  pacer.slowDown('a');
  expect(await movesAfter()).toBeGreaterThan(1.5 * plain);
});

test('one movement of the clock makes room for several requests', async () => {
  const {clock, moves} = movable();
  const pacer = new Pacer(clock, 40);
  for (let sent = 0; sent < 40; sent += 1) {
    await pacer.pace('a');
    await clock.sleep(1000);
  }
  for (let sent = 0; sent < 20; sent += 1) await pacer.pace('a');
  expect(moves).toHaveLength(1);
});
