import {expect, test} from 'vitest';
import {ofSize} from './send-storage.ts';

test('a file of a size begins as the sample does, has bytes of every value, and ends with a line feed', () => {
  const sample = Uint8Array.from([1, 2, 3]);
  expect([...ofSize(sample, 5)]).toEqual([1, 2, 3, 175, 10]);
  expect([...ofSize(sample, 1)]).toEqual([10]);
  expect(new Set(ofSize(sample, 600)).size).toBe(256);
});

test('a file of a size has fewer characters in UTF-8 than bytes', () => {
  const file = ofSize(Uint8Array.from([1, 2, 3]), 600);
  expect(new TextDecoder().decode(file).length).toBeLessThan(600);
});
