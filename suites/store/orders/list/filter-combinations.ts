/** Filters together find what each of them finds (Orders, Read). */

import {defined} from '../../../../spec/defined.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {sharedScene, checksAt, type Check, type AnyProperty} from '../../../language/check.ts';
import {judgeEach, nothing, all, expectOutcome} from '../../../language/judge.ts';
import {property} from '../../../language/property.ts';
import type {Script, Handle} from '../../../language/script.ts';
import {classesOf, integers} from '../../../values/values.ts';
import {listOrders} from '../../ordering.ts';
import {expectExactlyFound, sawFullPage} from './filtered-orders.ts';
import {
  FILTER_PAIRS,
  queryOf,
  listedOrders,
  TELLING_PAIRS,
  TELLING_COMBINATIONS,
  type FilterName,
  type ListedOrders,
} from './listed-orders.ts';

const PAIRS = Object.keys(FILTER_PAIRS) as [string, ...string[]];

/** The two filters of a draw. */
const pairOf = (subjects: string, which: number): readonly [FilterName, FilterName] => {
  const pairs = defined(FILTER_PAIRS[subjects], `filters about ${subjects}`);
  return defined(pairs[which % pairs.length], `a pair about ${subjects}`);
};

/** Records the list by each combination of filters, by the names of the filters. */
const listByEach = (
  s: Script,
  orders: ListedOrders,
  combinations: readonly (readonly FilterName[])[],
): Record<string, Handle> =>
  Object.fromEntries(
    combinations.map((names) => [names.join(' and '), listOrders(s, queryOf(names, orders))]),
  );

/** The list by several filters at a time. */
const checksOfCombinations = (
  what: string,
  combinations: readonly (readonly FilterName[])[],
): Check[] => {
  const scene = sharedScene({
    id: `store: the list of orders by ${what}`,
    api: 'store',
    given: listedOrders,
    onlyOnTestTargets: true,
    act: (s, orders) => {
      const {a1, a2, b1, b2} = orders;
      return {...listByEach(s, orders, combinations), a1, a2, b1, b2};
    },
  });
  return checksAt(scene, 'store.orders.two-filters-find-what-both-find', {
    [what]: (seen) =>
      judgeEach(combinations, (names) => {
        const list = (seen as Record<string, Exchange>)[names.join(' and ')];
        return list ? expectExactlyFound(list, names, seen, sawFullPage) : nothing();
      }),
  });
};

/** A filter is not ignored beside others. */
export const severalFilters: Check[] = [
  ...checksOfCombinations('every two kinds of filter', TELLING_PAIRS),
  ...checksOfCombinations('three kinds of filter, and all', TELLING_COMBINATIONS),
];

/** Any two filters together find what both of them find. */
export const filterPairs: AnyProperty[] = [
  property({
    rule: 'store.orders.two-filters-find-what-both-find',
    forAll: {subjects: classesOf(...PAIRS), which: integers(0, 11)},
    given: listedOrders,
    maxDrawsOnShared: 8,
    drawFactor: 4,
    act: (s, {subjects, which}, orders) => {
      const {a1, a2, b1, b2} = orders;
      return {a1, a2, b1, b2, list: listOrders(s, queryOf(pairOf(subjects, which), orders))};
    },
    judge: ({list, ...created}, {subjects, which}) => {
      const pair = pairOf(subjects, which);
      return all(
        expectOutcome(list, ['orders', 'nothing-found'], `refused: ${pair.join(' and ')}`),
        () => expectExactlyFound(list, pair, created, sawFullPage),
      );
    },
  }),
];
