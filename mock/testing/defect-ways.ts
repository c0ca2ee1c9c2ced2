import {describe, expect, it} from 'vitest';
import {defined} from '../../spec/defined.ts';
import {withDefects} from '../defects/apply/with-defects.ts';
import {suiteWorld, type SuiteWorld} from './client.ts';
import type {ParticularDefect} from '../defects/particular/particular.ts';

/**
 * The shortest way to see a defect: sends requests and returns what of the responses differs from
 * those of a mock without the defect.
 */
export type Way = (on: SuiteWorld) => Promise<unknown>;

/** Plays a way on a new world, with a defect or without one. */
async function played(way: Way, defect?: ParticularDefect): Promise<unknown> {
  const on = await suiteWorld(defect ? {defects: withDefects([defect])} : {}, {
    ...(defect && {defects: [defect.name]}),
  });
  try {
    return await way(on);
  } finally {
    await on.mock.close();
  }
}

/**
 * Tests that every defect has one way that sees it, and that none shows with plain values.
 * @param ways by the name of the defect, without what stands before its colon
 * @param plainLife what a client does with plain values
 */
export function describeDefects(
  of: string,
  defects: ParticularDefect[],
  ways: Record<string, Way>,
  plainLife: Way,
): void {
  describe(`a particular defect of ${of}`, () => {
    it.each(defects.map((defect) => ({...defect, how: howOf(defect)})))('$name', async (defect) => {
      const way = ways[defect.how];
      await expectSeen(defined(way, 'a way to see it'), defect);
    });

    it('is not seen with plain values', async () => {
      const right = await played(plainLife);
      const seen: string[] = [];
      for (const defect of defects)
        if (JSON.stringify(await played(plainLife, defect)) !== JSON.stringify(right))
          seen.push(defect.name);
      expect(seen).toEqual([]);
    });

    it('has one way each', () => {
      expect(Object.keys(ways).toSorted()).toEqual(defects.map(howOf).toSorted());
    });
  });
}

const howOf = ({name}: ParticularDefect): string => name.slice(name.indexOf(': ') + 2);

/** Expects that a way sees the defect, and that it sees something else without it. */
async function expectSeen(way: Way, defect: ParticularDefect): Promise<void> {
  const [right, wrong] = [await played(way), await played(way, defect)];
  expect(right).toBeDefined();
  expect(wrong).not.toEqual(right);
}
