import {expect, test} from 'vitest';
import type {PreparedScene} from './prepare.ts';
import {TimeLeft} from './time-left.ts';

const scene = (requests: number, waits = 0): PreparedScene =>
  ({
    given: [],
    act: waits ? [{step: 'advance', id: 'a', ms: waits * 1000}] : [],
    requests,
  }) as unknown as PreparedScene;

const SCENES = [scene(60), scene(60), scene(60, 120)];

test('at first a request takes a second, and waiting its time', () => {
  const left = new TimeLeft(SCENES, true);
  expect([left.after(0, 0), left.after(1, 5), left.after(2, 5)]).toEqual([300, 240, 180]);
});

test('where a hook moves the clock, nothing shows the time at first', () => {
  const left = new TimeLeft(SCENES, false);
  expect([left.after(0, 0), left.after(1, 15), left.after(0, 30)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(left.after(1, 30)).toBe(60);
});

test('then the part that is over shows how much of that is needed', () => {
  const left = new TimeLeft(SCENES, true);
  expect([left.after(1, 30), left.after(2, 30), left.after(3, 30)]).toEqual([120, 45, 0]);
  expect(left.after(1, 6000)).toBe(240);
});
