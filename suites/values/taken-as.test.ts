import {expect, test} from 'vitest';
import {isTakenAs} from './taken-as.ts';

test.each<[given: unknown, shown: unknown]>([
  ['5', 5],
  ['007', 7],
  [true, 1],
  ['false', false],
  ['false', 0],
  ['1', true],
  [0, false],
  [7, '7'],
  ['off', true],
  [null, 3],
  ['', false],
  [[], 1],
  ['true', null],
  [' a@B.example ', 'a@b.example'],
])('%j may be taken for %j', (given, shown) => {
  expect(isTakenAs(given, shown, 'address')).toBe(true);
});

test.each<[given: unknown, shown: unknown]>([
  ['5', 50],
  ['1e3', 1],
  ['false', true],
  ['0', 1],
  [1, false],
  [7, '07'],
  ['a%41', 'aA'],
])('%j is not taken for %j', (given, shown) => {
  expect(isTakenAs(given, shown)).toBe(false);
});
