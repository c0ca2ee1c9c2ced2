import {expect, test} from 'vitest';
import {PairwiseChooser} from './pairwise.ts';

const orders: [string, string[]][] = [
  ['size', ['least', 'greatest', 'any']],
  ['flag', ['true', 'false']],
];

test('every class comes before one comes again, and every pair soon', () => {
  const pairs = new PairwiseChooser();
  const drawn = Array.from({length: 6}, () => pairs.next(orders));
  expect(new Set(drawn.slice(0, 3).map(({size}) => size)).size).toBe(3);
  expect(new Set(drawn.map(({size, flag}) => `${size} ${flag}`)).size).toBe(6);
});

test('what was drawn before comes last', () => {
  const pairs = new PairwiseChooser([{size: 'least', flag: 'true'}, {size: 'greatest'}]);
  expect(pairs.next(orders)).toEqual({size: 'any', flag: 'false'});
});
