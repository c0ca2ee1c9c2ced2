import {expect, test} from 'vitest';
import type {Exchange} from '../../../../spec/exchange.ts';
import {expectPricesGiven} from './prices-shown.ts';

/** What is noted of the prices that a read shows. */
const noted = (prices: Record<string, number>, given: Record<string, number>): unknown =>
  expectPricesGiven(
    {how: 'when read', row: {prices}, where: {op: 'getIssue', step: 's1'} as Exchange},
    given,
  ).variant;

test('a price of nothing does not say whether prices are shown in cents', () => {
  expect(noted({EUR: 20.49, USD: 0}, {EUR: 20.49, USD: 0})).toBe('prices in units');
  expect(noted({EUR: 2049, USD: 0}, {EUR: 20.49, USD: 0})).toBe('prices in cents');
});
