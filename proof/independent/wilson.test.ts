import {expect, test} from 'vitest';
import {wilson} from './wilson.ts';

test.each([
  [0, 10, 0, 0.2775],
  [10, 10, 0.7225, 1],
  [43, 66, 0.5311, 0.7552],
  [81, 263, 0.2553, 0.3662],
  [0, 0, 0, 1],
])('the interval of %i in %i', (part, whole, from, to) => {
  const [low, high] = wilson(part, whole);
  expect(low).toBeCloseTo(from, 4);
  expect(high).toBeCloseTo(to, 4);
});
