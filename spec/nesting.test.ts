import {expect, test} from 'vitest';
import {exceeded} from './nesting.ts';

const MANY = 1000;

test.each([
  ['{"a":[1,{"b":2}]}', 3, undefined],
  ['{"a":[1,{"b":2}]}', 2, 'levels'],
  ['[[],[],[[]]]', 3, undefined],
  [String.raw`["[[[[\"[[[["]`, 1, undefined],
  [String.raw`["\\",[[1]]]`, 2, 'levels'],
  ['[[[[[', 4, 'levels'],
  ['', 0, undefined],
])('%s deeper than %i levels: %s', (text, levels, expected) =>
  expect(exceeded(text, {levels, values: MANY, members: MANY})).toBe(expected),
);

test.each([
  ['[1,2,3]', 4, undefined],
  ['[1,2,3]', 3, 'values'],
  ['["1,2,3,4,5"]', 2, undefined],
  ['[{},{},{}]', 7, undefined],
  ['[{},{},{}]', 6, 'values'],
  ['7', 1, undefined],
])('%s of more than %i values: %s', (text, values, expected) =>
  expect(exceeded(text, {levels: MANY, values, members: MANY})).toBe(expected),
);

test('a long text without a bottom is not read to its end', () => {
  const bounds = {levels: 100, values: 100, members: 100};
  expect(exceeded('['.repeat(8_000_000), bounds)).toBe('values');
});

test.each([
  ['{"a":1,"b":[1,2,3,4],"c":{"d":1,"e":2}}', 3, undefined],
  ['{"a":1,"b":[1,2,3,4],"c":{"d":1,"e":2}}', 2, 'members'],
  ['[{"a":1},{"a":1},{"a":1}]', 1, undefined],
  ['{"a":{"b":1,"c":2,"d":3}}', 2, 'members'],
])('%s with more than %i members in an object: %s', (text, members, expected) =>
  expect(exceeded(text, {levels: MANY, values: MANY, members})).toBe(expected),
);
