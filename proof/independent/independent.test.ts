import {expect, inject, test} from 'vitest';
import {selfTest as storeTest} from './store/self-test.ts';
import {selfTest as workspaceTest} from './workspace/self-test.ts';

/** Every how many-th fault is tried. */
const EVERY = inject('all') ? 1 : 10;

test.each([
  ['store', storeTest],
  ['workspace', workspaceTest],
] as const)('the %s server is correct, and its probes see its faults', async (_, selfTest) => {
  const counts = await selfTest(EVERY);
  expect(counts.wrong).toEqual([]);
  expect(counts.assertions).toBeGreaterThan(100);
  expect(counts.tried).toBe(Math.ceil(counts.faults / EVERY));
  expect(counts.seen).toBe(counts.tried);
});
