/** Prices are shown as they were given, in every currency (Resources / Order). */

import {CURRENCIES} from '../../../../spec/currencies.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectEqual, when, type LazyJudgement} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import type {Handle} from '../../../language/script.ts';
import {orderIn, orderRow, productsOf, type OrderRow} from '../../order-rows.ts';
import {content, listOrders, permission, priced} from '../../ordering.ts';
import {createUser} from '../../people.ts';

/** An amount of which the cents do not fit into 32 bits. */
const LARGE = 30_000_000;

/** Whole amounts, which differ: some currencies have no cents. The first is large. */
const amountAt = (position: number): number => (position === 0 ? LARGE : 15_000 + 100 * position);

/** An order of a reader in each currency, permissions and reports in turn, and their list. */
const inEachCurrency = sharedScene({
  id: 'store: an order in each currency',
  api: 'store',
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

/** The representations of each order that was created: a currency may be refused. */
function shownIn({list, ...orders}: Record<string, Exchange>) {
  return Object.values(orders)
    .filter(isCreated)
    .flatMap((created): {created: Exchange; order: OrderRow; at: Exchange}[] => {
      const row = list?.situations.includes('orders') ? orderRow(list, created) : undefined;
      return [
        {created, order: orderIn(created), at: created},
        ...(row && list ? [{created, order: row, at: list}] : []),
      ];
    });
}

/** A member of each order is the one of its request. */
const expectEachAsGiven = (
  seen: Record<string, Exchange>,
  name: string,
  shown: (order: OrderRow) => unknown,
): Judgement => {
  const parts = shownIn(seen).map(({created, order, at}): LazyJudgement => {
    const {currency_id: currency, unit_price: price} = created.requestBody;
    return () =>
      expectEqual(shown(order), price, `another ${name} in ${currency}`, at, `\`${name}\``);
  });
  return when(parts.length > 0, 'no order with a price was created', () => all(...parts));
};

const PLACE = 'in each currency';

/** The checks of prices in each currency. */
export const pricesInCurrencies: Check[] = [
  ...checksAt(inEachCurrency, 'store.orders.price-is-as-given', {
    [PLACE]: (seen) => expectEachAsGiven(seen, 'unit_price', (order) => order.unit_price),
  }),
  ...checksAt(inEachCurrency, 'store.orders.product-is-as-given', {
    [PLACE]: (seen) =>
      expectEachAsGiven(
        seen,
        'unit_price of the product',
        (order) => productsOf(order)[0]?.unit_price,
      ),
  }),
];
