/** Prices of zero of plans (NS-ST-69). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {
  checksOf,
  sharedScene,
  type Judgement,
  type SeenIn,
  type Check,
} from '../../../language/check.ts';
import {undecided, expectThat, notApplicable, judgeEach} from '../../../language/judge.ts';
import {PRICES} from './numbers.ts';
import {amountsIn} from './plan-prices.ts';
import {rowOf} from '../plan-rows.ts';
import {createPlan, newPlan, find} from '../plan-steps.ts';

/** Prices in two currencies, one of them zero: as the first, as the last, and in an update. */
const zeroSent = sharedScene({
  id: 'store: a price of zero of a plan',
  onlyOnTestTargets: true,
  act: (s) => {
    const {EUR, USD} = PRICES;
    const {created, list, body, path} = createPlan(s, {prices: {USD, EUR}});
    const first = newPlan(s, {prices: {USD: 0, EUR}});
    const last = newPlan(s, {prices: {EUR, USD: 0}});
    return {
      created,
      list,
      createdFirst: s.call('createPlan', {body: first}),
      listFirst: find(s, first.name),
      createdLast: s.call('createPlan', {body: last}),
      listLast: find(s, last.name),
      updated: s.call('updatePlan', {path, body: {...body, prices: {USD: 0, EUR}}}),
      listUpdated: find(s, body.name),
    };
  },
});

/** A price of zero is shown if the list shows other prices in the same currency. */
function expectZeroShown(list: Exchange, request: Exchange, branch: string): Judgement {
  const row = rowOf(list, request);
  if (!row) return undecided('the list does not show the plan');
  const {USD: amount} = amountsIn(row.prices);
  return expectThat(amount === 0, {
    branch,
    expected: `the prices to be those of the request, ${JSON.stringify(request.requestBody?.prices)}`,
    got: JSON.stringify(row.prices),
    at: list,
  });
}

/** The requests with accepted prices of zero, each with the list after it. */
const zerosTaken = (seen: SeenIn<typeof zeroSent>): [Exchange, Exchange, string][] =>
  (
    [
      [seen.listFirst, seen.createdFirst, 'a first price of zero'],
      [seen.listLast, seen.createdLast, 'a last price of zero'],
      [seen.listUpdated, seen.updated, 'a price of zero of an update'],
    ] as [Exchange, Exchange, string][]
  ).filter(([, {situations}]) => ['created', 'updated'].some((one) => situations.includes(one)));

/** It is open whether prices of zero are accepted, and which prices a list shows (NS-ST-69). */
function expectZerosShown(seen: SeenIn<typeof zeroSent>): Judgement {
  const row = rowOf(seen.list, seen.created);
  if (!row) return undecided('the list does not show the plan');
  const amounts = amountsIn(row.prices);
  if (!Object.keys(PRICES).every((code) => code in amounts))
    return notApplicable('the list does not show every price');
  const taken = zerosTaken(seen);
  if (taken.length === 0) return notApplicable('no price of zero is accepted');
  return judgeEach(taken, (one) => expectZeroShown(...one));
}

/** The check of a zero among other prices. */
export const zeroPrices: Check[] = checksOf(zeroSent, {
  'store.plans.prices-are-shown @ a zero': expectZerosShown,
});
