import {expect, test} from 'vitest';
import {nestsDeeper} from './nesting.ts';

test.each([
  ['{"a":[1,{"b":2}]}', 3, false],
  ['{"a":[1,{"b":2}]}', 2, true],
  ['[[],[],[[]]]', 3, false],
  [String.raw`["[[[[\"[[[["]`, 1, false],
  [String.raw`["\\",[[1]]]`, 2, true],
  ['[[[[[', 4, true],
  ['', 0, false],
])('%s deeper than %i: %s', (text, most, expected) =>
  expect(nestsDeeper(text, most)).toBe(expected),
);

test('a long text without a bottom is not read to its end', () => {
  expect(nestsDeeper('['.repeat(8_000_000), 100)).toBe(true);
});
