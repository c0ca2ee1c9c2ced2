/** Prices in every currency at once are shown as completely as prices in a few of them. */

import {CURRENCIES} from '../../../../spec/currencies.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {expectNone, notApplicable, when, all} from '../../../language/judge.ts';
import {hasSituation} from '../../../language/outcome.ts';
import type {Handle} from '../../../language/script.ts';
import {amountsIn} from './plan-prices.ts';
import {rowOf} from '../plan-rows.ts';
import {createPlan, find, newPlan} from '../plan-steps.ts';

type Prices = Record<string, number>;

/** A price in every currency, each with another amount. */
const EVERY: Prices = Object.fromEntries(CURRENCIES.map((code, at) => [code, 1000 + at]));

/** How many prices a plan has of which the list surely shows each. */
const A_FEW = 3;

/** The same prices, a few at a time. */
const FEW: Prices[] = Array.from({length: Math.ceil(CURRENCIES.length / A_FEW)}, (_, part) =>
  Object.fromEntries(Object.entries(EVERY).slice(part * A_FEW, (part + 1) * A_FEW)),
);

/** A plan that is updated to a few prices at a time and then to all, and one that is created with all. */
const everyPrice = sharedScene({
  id: 'store: a plan with a price in every currency',
  onlyOnTestTargets: true,
  act: (s) => {
    const {body, path} = createPlan(s);
    const seen: Record<string, Handle> = {};
    const update = (what: string, prices: Prices): void => {
      seen[what] = s.call('updatePlan', {path, body: {...body, prices}});
      seen[`list ${what}`] = find(s, body.name);
    };
    FEW.forEach((prices, part) => update(`few ${part}`, prices));
    update('updated', EVERY);
    const whole = newPlan(s, {prices: EVERY});
    seen.created = s.call('createPlan', {body: whole});
    seen['list created'] = find(s, whole.name);
    return seen;
  },
});

type Seen = Record<string, Exchange>;

const wasTaken = hasSituation('created', 'updated');

/** The amounts that the list shows after a request, by currency. */
function shownAfter(seen: Seen, what: string): Prices {
  const [request, list] = [seen[what], seen[`list ${what}`]];
  return request && list && wasTaken(request) ? amountsIn(rowOf(list, request)?.prices) : {};
}

/**
 * Which prices a list shows, and in which form, is open (NS-ST-69): those of a few currencies show what it
 * shows of each.
 */
function expectEveryPriceShown(seen: Seen, what: string): Judgement {
  const known: Prices = Object.assign({}, ...FEW.map((_, part) => shownAfter(seen, `few ${part}`)));
  if (CURRENCIES.some((code) => known[code] === undefined))
    return notApplicable('the list does not show the price in every currency');
  const {[what]: request, [`list ${what}`]: list} = seen;
  const isListed = request && list && wasTaken(request) && rowOf(list, request) !== undefined;
  const shown = shownAfter(seen, what);
  return when(isListed === true, 'the plan with every price is not listed', () =>
    expectNone(
      CURRENCIES.filter((code) => shown[code] !== known[code]),
      'currency whose price is missing or another one beside all others',
      `not every price: ${what}`,
      list,
    ),
  );
}

/** Prices in every currency, on create and on update. */
export const everyCurrency: Check[] = checksOf(everyPrice, {
  'store.plans.prices-are-shown @ in every currency': (seen: Seen) =>
    all(
      () => expectEveryPriceShown(seen, 'created'),
      () => expectEveryPriceShown(seen, 'updated'),
    ),
});
