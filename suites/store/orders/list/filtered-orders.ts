/** Which of the created orders a list by filters shows (Orders, Read). */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Judgement} from '../../../language/check.ts';
import {saw, all, expectNone} from '../../../language/judge.ts';
import {hasSituation} from '../../../language/outcome.ts';
import {ordersIn, orderId} from '../../order-rows.ts';
import {saysThereIsMore} from './more-pages.ts';
import {ORDERS, foundBy, type ListedOrder, type FilterName} from './listed-orders.ts';

/**
 * A page with fewer rows is not full: for any page size and any kind of paging, the list has no
 * other rows (NS-ST-43).
 */
const MIN_ROWS_OF_A_FULL_PAGE = 5;

/** The creations of the orders that lists are compared with. */
export type Created = Record<ListedOrder, Exchange>;

/** The created orders that a list shows. */
export const ownIn = (list: Exchange, created: Created): ListedOrder[] => {
  const ids = new Set(ordersIn(list).map(({id}) => id));
  return ORDERS.filter((name) => ids.has(orderId(created[name])));
};

/** For a list that may have further pages, a missing order decides nothing: other lists decide. */
export const sawFullPage = (): Judgement => saw('a full page');

/** Whether a list may have further pages: it has many rows, or says so itself. */
export const isFullPage = (list: Exchange): boolean =>
  ordersIn(list).length >= MIN_ROWS_OF_A_FULL_PAGE || saysThereIsMore(list.wire);

/** Whether a response is a list of orders, be it that none was found. */
export const isList = hasSituation('orders', 'nothing-found');

/**
 * A list shows those of the created orders that its filters find and no others of them. It may show
 * orders of other people. An order that is missing from a full page may be on another one.
 * @param ofFullPage the judgement if orders are missing from a full page
 */
export function expectExactlyFound(
  list: Exchange,
  names: readonly FilterName[],
  created: Created,
  ofFullPage: () => Judgement,
): Judgement {
  const expected = foundBy(names);
  const shown = ownIn(list, created);
  const missing = expected.filter((name) => !shown.includes(name));
  const filters = names.join(' and ');
  return all(
    expectNone(
      shown.filter((name) => !expected.includes(name)),
      `order that ${filters} leaves out`,
      `finds too much: ${filters}`,
      list,
    ),
    missing.length && isFullPage(list)
      ? ofFullPage()
      : expectNone(
          missing,
          `order missing that ${filters} finds`,
          `finds too little: ${filters}`,
          list,
        ),
  );
}
