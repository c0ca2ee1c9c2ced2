import {expect, test} from 'vitest';
import {nextDay} from './next-day.ts';
import type {Prepared} from '../planning/prepare.ts';
import type {RunServices} from '../run-services.ts';

const scene = (exhausts: boolean, ms: number): Prepared =>
  ({
    scene: {id: 'a scene', exhausts},
    given: [],
    act: [{step: 'advance', id: 's1', ms}],
  }) as unknown as Prepared;

const PLAIN = scene(false, 0);
const EXHAUSTS = scene(true, 60_000);
const FAR = scene(false, 3_600_000);

/** Milliseconds by which the clock is moved before each of these scenes. */
async function moved(scenes: Prepared[], hook = true): Promise<number[]> {
  const times: number[] = [];
  for (const [index, one] of scenes.entries()) {
    times.push(0);
    const environment = {
      advance: async (ms: number) => void (times[index] = ms),
      close: async () => undefined,
    };
    const target = {
      open: async () => environment,
      lacks: () => (hook ? undefined : 'give a hook'),
    };
    await nextDay(one, scenes[index - 1], {target, shared: {}} as unknown as RunServices);
  }
  return times;
}

test('a day passes before what exhausts, and before what moves the clock far', async () => {
  const day = 86_460_000;
  expect(await moved([PLAIN, PLAIN, EXHAUSTS, EXHAUSTS, FAR, FAR])).toEqual([0, 0, day, 0, day, 0]);
  expect(await moved([PLAIN, EXHAUSTS, FAR], false)).toEqual([0, 0, 0]);
  expect(await moved([FAR])).toEqual([0]);
});
