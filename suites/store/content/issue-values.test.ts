import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {ISSUE_VALUES} from './issue-values.ts';

test.each(Object.entries(ISSUE_VALUES.prices.classes))(
  'no price has more than two decimals, which a store may refuse: %s',
  (_name, prices) => {
    const amounts = fc.sample(prices, {numRuns: 500, seed: 1}).flatMap((one) => Object.values(one));
    for (const amount of amounts) expect(Number(Number(amount).toFixed(2))).toBe(amount);
  },
);
