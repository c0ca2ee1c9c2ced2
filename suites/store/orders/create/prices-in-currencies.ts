/** Prices are shown as they were given, in every currency (Resources / Order). */

import {CURRENCIES} from '../../../../spec/currencies.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {judgeEach, when} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import type {Handle} from '../../../language/script.ts';
import {expectMembersGiven} from '../../../tables/members.ts';
import {content, listOrders, permission, priced} from '../../ordering.ts';
import {createUser} from '../../people.ts';
import {foundIn, GIVEN} from '../read/shown-orders.ts';

/** An amount of which the cents do not fit into 32 bits. */
const LARGE = 30_000_000;

/** Whole amounts, which differ: some currencies have no cents. The first is large. */
const amountAt = (position: number): number => (position === 0 ? LARGE : 15_000 + 100 * position);

/** An order of a reader in each currency, permissions and reports in turn, and their list. */
const inEachCurrency = sharedScene({
  id: 'store: an order in each currency',
  onlyOnTestTargets: true,
  act: (s): Record<string, Handle> => {
    const reader = createUser(s);
    const title = content(s);
    const orders = CURRENCIES.map((currency, position) => {
      const money = {unit_price: amountAt(position), currency_id: currency};
      const products = [{...title, ...money}];
      const body =
        position % 2 ? permission(s, reader, products) : priced(s, 'report', reader, products);
      return [currency, s.call('createOrder', {body: {...body, products, ...money}})];
    });
    return {
      ...(Object.fromEntries(orders) as Record<string, Handle>),
      list: listOrders(s, {user_email: reader.body.email}),
    };
  },
});

/** Each order that was created shows the prices of its request: a currency may be refused. */
const expectGiven =
  (what: 'price' | 'product') =>
  ({list, ...orders}: Record<string, Exchange>): Judgement => {
    const created = Object.values(orders).filter(isCreated);
    return when(created.length > 0, 'no order with a price was created', () =>
      judgeEach(created, (one) =>
        judgeEach(foundIn(one, list), (shown) => {
          const how = `in ${one.requestBody.currency_id} ${shown.how}`;
          return expectMembersGiven({...shown, how}, one.requestBody, GIVEN[what]);
        }),
      ),
    );
  };

const PLACE = 'in each currency';

/** The checks of prices in each currency. */
export const pricesInCurrencies: Check[] = checksOf(inEachCurrency, {
  [`store.orders.price-is-as-given @ ${PLACE}`]: expectGiven('price'),
  [`store.orders.product-is-as-given @ ${PLACE}`]: expectGiven('product'),
});
