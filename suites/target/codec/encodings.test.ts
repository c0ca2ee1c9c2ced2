import {expect, test} from 'vitest';
import {decodeValue} from './encodings.ts';

test.each([
  ['pairs', [['USD', 5]], {USD: 5}],
  ['records of a name and a value', [{name: 'USD', value: 5}], {USD: 5}],
  ['records of other members', [{currency_id: 'USD', amount: 5}], undefined],
  ['no records', [], {}],
])('pairs are read as an object, and nothing else is: %s', (_what, written, read) => {
  expect(decodeValue('pairs', written)).toEqual(read ?? written);
});

test.each([
  [true, 'original'],
  ['true', 'original'],
  [0, 'derived'],
  [false, false],
])('a mapping names numbers and boolean values by their texts: %j', (written, read) => {
  expect(decodeValue({original: 'true', derived: ['0', 'no']}, written)).toBe(read);
});
