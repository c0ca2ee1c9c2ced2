import {expect, it} from 'vitest';
import {Clock} from './clock.ts';
import {systemPorts} from './ports.ts';

/** A running clock on a machine whose time the test sets. */
function running(state: ConstructorParameters<typeof Clock>[1] = {offset: 500}) {
  const machine = {now: 100_000};
  const ports = {...systemPorts, now: () => machine.now};
  return {machine, ports, clock: new Clock(ports, state)};
}

it('goes on when the clock of the machine goes back', () => {
  const {machine, clock} = running();
  const seen = [100_000, 100_200, 40_000, 40_001, 39_000, 39_010].map((now) => {
    machine.now = now;
    return clock.now();
  });
  expect(seen).toEqual([100_500, 100_700, 100_700, 100_701, 100_701, 100_711]);
});

it('goes on from the instant that was kept, on a machine whose clock was set back meanwhile', () => {
  const {machine, ports, clock} = running();
  clock.now();
  machine.now = 20_000;
  const reopened = new Clock(ports, clock.kept);
  expect(reopened.now()).toBe(100_500);
  machine.now = 20_007;
  expect(reopened.now()).toBe(100_507);
});

it('moves back only when it is told to', () => {
  const {machine, clock} = running();
  clock.now();
  const before = clock.kept;
  clock.advance(1000);
  expect(clock.now()).toBe(101_500);
  clock.rollBack(before);
  expect(clock.now()).toBe(100_500);
  clock.freeze(70);
  expect(clock.now()).toBe(70);
  clock.run();
  machine.now += 5;
  expect(clock.now()).toBe(75);
});

it('runs as many times as fast as real time', () => {
  const {machine, clock} = running();
  clock.setSpeed(60);
  expect(clock.now()).toBe(100_500);
  machine.now += 1000;
  expect([clock.now(), clock.speed]).toEqual([160_500, 60]);
  machine.now -= 700;
  expect(clock.now()).toBe(160_500);
  clock.setSpeed(0.5);
  machine.now += 1001;
  expect(clock.now()).toBe(161_000);
});

it('keeps its speed while it stands', () => {
  const {machine, clock} = running({frozen: 10, speed: 60});
  machine.now += 1000;
  expect(clock.now()).toBe(10);
  clock.advance(5);
  clock.run();
  machine.now += 10;
  expect(clock.now()).toBe(615);
  clock.freeze(700);
  expect(clock.kept).toEqual({frozen: 700, speed: 60});
});
