import {expect} from 'vitest';
import {withDefects} from '../apply/with-defects.ts';
import {suiteWorld, type SuiteWorld} from '../../test-client.ts';
import type {ParticularDefect} from './particular.ts';

/**
 * The shortest way to see a defect: sends requests and returns what of the responses differs from
 * those of a mock without the defect.
 */
export type Way = (on: SuiteWorld) => Promise<unknown>;

/** Plays a way on a new world, with a defect or without one. */
export async function played(way: Way, defect?: ParticularDefect): Promise<unknown> {
  const on = await suiteWorld(defect ? {defects: withDefects([defect])} : {}, {
    ...(defect && {defects: [defect.name]}),
  });
  try {
    return await way(on);
  } finally {
    await on.mock.close();
  }
}

/** Expects that a way sees the defect, and that it sees something else without it. */
export async function expectSeen(way: Way, defect: ParticularDefect): Promise<void> {
  const [right, wrong] = [await played(way), await played(way, defect)];
  expect(right).toBeDefined();
  expect(wrong).not.toEqual(right);
}
