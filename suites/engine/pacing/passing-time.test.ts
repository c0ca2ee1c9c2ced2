import {expect, test} from 'vitest';
import {DeploymentClock} from '../../target/deployment-clock.ts';
import {VirtualTime} from '../virtual-time.ts';
import {Pacer} from './pacer.ts';
import {PassingTime} from './passing-time.ts';

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

test('after a refusal the clock is not moved any more', async () => {
  const {clock, moves, waited} = movable();
  const time = new PassingTime(clock);
  await time.until(time.now() + MINUTE_MS);
  expect(time.noteRefused()).toBe(true);
  await time.until(time.now() + MINUTE_MS);
  expect(moves).toEqual([MINUTE_MS]);
  expect(waited()).toBeGreaterThanOrEqual(MINUTE_MS);
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

test('a credential is slowed down only if the refusal is not one of another clock', async () => {
  const {clock, moves} = movable();
  const pacer = new Pacer(clock, 2);
  for (let sent = 0; sent < 3; sent += 1) await pacer.pace('a');
  expect(moves).toHaveLength(1);
  pacer.slowDown('a');
  const waiting = clock.now();
  for (let sent = 0; sent < 4; sent += 1) await pacer.pace('a');
  expect(moves).toHaveLength(1);
  expect(clock.now() - waiting).toBeLessThan(3 * MINUTE_MS);
});

test('after a refusal the clock is moved only if limits follow it', async () => {
  const {clock, moves, waited} = movable();
  const time = new PassingTime(clock);
  await time.sleep(MINUTE_MS);
  expect(moves).toEqual([]);
  expect(waited()).toBe(MINUTE_MS);
  for (let sent = 0; sent < 150; sent += 1) time.noteSent('a');
  await time.sleep(MINUTE_MS);
  expect(moves).toEqual([MINUTE_MS]);
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
