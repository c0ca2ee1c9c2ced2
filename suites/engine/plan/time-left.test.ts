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

test('nothing is told before the speed of the run shows', () => {
  for (const waits of [true, false]) {
    const left = new TimeLeft(SCENES, waits);
    expect([left.after(0, 0), left.after(1, 15), left.after(0, 30)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  }
});

test('then waits take their time, and the part that is over shows how long a request takes', () => {
  expect(new TimeLeft(SCENES, true).after(1, 30)).toBe(180);
  expect(new TimeLeft(SCENES, true).after(1, 6000)).toBe(240);
  expect(new TimeLeft(SCENES, false).after(1, 30)).toBe(60);
  expect(new TimeLeft(SCENES, true).after(3, 300)).toBe(0);
});

test('the minutes left never jump, whatever single scenes take', () => {
  // Some scenes reuse everything, some send all, some wait ten minutes, some of which are not needed.
  const kinds = [scene(40), scene(40), scene(2), scene(5, 600), scene(90), scene(1, 60)];
  const seconds = [0.1, 40, 2, 600, 20, 3];
  const scenes = Array.from({length: 300}, (_, nth) => kinds[(nth * 7 + (nth >> 4)) % 6]!);
  const left = new TimeLeft(scenes, true);
  let elapsed = 0;
  let before: number | undefined;
  const jumps: number[] = [];
  for (const [done, one] of scenes.entries()) {
    const now = left.after(done, elapsed);
    const took = done ? seconds[kinds.indexOf(scenes[done - 1]!)]! : 0;
    if (before !== undefined && now !== undefined && before > 900)
      jumps.push(Math.abs(now - (before - took)) / before);
    before = now;
    elapsed += seconds[kinds.indexOf(one)]!;
  }
  expect(jumps.length).toBeGreaterThan(200);
  expect(Math.max(...jumps)).toBeLessThan(0.2);
  expect(before).toBeLessThan(700);
});
