import {describe, expect, it} from 'vitest';
import {defined} from '../../spec/defined.ts';
import {withDefects} from '../defects/apply/with-defects.ts';
import {suiteWorld, type SuiteWorld} from './client.ts';
import type {ParticularDefect} from '../defects/particular/particular.ts';

/**
 * The shortest way to detect a defect: sends requests and returns the part of the responses that differs from those of
 * a mock without the defect.
 */
export type Way = (on: SuiteWorld) => Promise<unknown>;

/** Runs a way on a new world, with or without a defect. */
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
 * Tests that every defect has one way that detects it, and that no defect has an effect with plain values.
 * @param ways by the name of the defect after its colon
 * @param plainLife a client's requests with plain values
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

/** Expects that a way detects the defect: its result differs from that without the defect. */
async function expectSeen(way: Way, defect: ParticularDefect): Promise<void> {
  const [right, wrong] = [await played(way), await played(way, defect)];
  expect(right).toBeDefined();
  expect(wrong).not.toEqual(right);
}
