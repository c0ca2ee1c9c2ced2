/** The list of orders by each filter alone (Orders, Read). */

import {addDays} from '../../../../spec/days.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {toText} from '../../../../spec/json.ts';
import {
  sharedScene,
  checksOf,
  type SeenIn,
  type Judgement,
  type Check,
} from '../../../language/check.ts';
import {
  hidden,
  expectNone,
  expectEqual,
  all,
  expectOutcome,
  judgeEach,
  expectNoServerError,
  saw,
} from '../../../language/judge.ts';
import {ordersIn, expirationsOf, orderIn, orderRow, type OrderRow} from '../../order-rows.ts';
import {listOrders} from '../../ordering.ts';
import {sawFullPage, expectExactlyFound, type Created} from './filtered-orders.ts';
import {listedOrders, queryOf, ORDERS, statusOf, type FilterName} from './listed-orders.ts';

/** The list by each filter alone. */
const filtered = sharedScene({
  id: 'store: the list of orders by each filter',
  api: 'store',
  given: listedOrders,
  act: (s, orders) => {
    const by = (...names: FilterName[]) => listOrders(s, queryOf(names, orders));
    const {a1, a2, b1, b2} = orders;
    return {
      a1,
      a2,
      b1,
      b2,
      byUserId: by('user_id of the first reader'),
      byEmail: by('user_email of the second reader'),
      byBoth: by('user_email of the second reader', 'user_id of the first reader'),
      byTitle: by('the title'),
      byOtherTitle: by('the other title', 'user_id of the first reader'),
      approved: by('approved', 'user_id of the first reader'),
      paused: by('paused'),
      cancelled: by('cancelled'),
      since: by('start_at before'),
      fromNowOn: by('start_at afterwards'),
      until: by('end_at afterwards'),
      before: by('end_at before'),
      ofType: listOrders(s, {product_type: 'content', user_email: orders.emails.a}),
    };
  },
});

type Filtered = SeenIn<typeof filtered>;

/** The list of a reader with two orders is short: if it is not, the rule is inconclusive. */
const undecidedIfPaged = (): Judgement =>
  hidden('NS-ST-43', 'not walked through', 'the list may have further pages');

/** Every row of a list, whoever ordered it, has the status of the filter. */
const expectOnlyStatus = (list: Exchange, status: string): Judgement =>
  expectNone(
    ordersIn(list).filter((order) => order.status !== undefined && order.status !== status),
    `order that is not ${status}`,
    `another status among the ${status}`,
    list,
  );

/** Every row of a list, whoever ordered it, was created on a day of the filter's range. */
const expectOnlyDays = (list: Exchange, isWithin: (day: string) => boolean): Judgement =>
  expectNone(
    ordersIn(list).filter(({created_at: day}) => typeof day === 'string' && !isWithin(day)),
    'order that was created outside of the range',
    'another day of creation',
    list,
  );

/** The lists that show orders of the set-up. */
const LISTS = [
  'byUserId',
  'byEmail',
  'byTitle',
  'approved',
  'paused',
  'cancelled',
  'since',
] as const;

/** A listed order shows the expirations that its creation showed. */
const expectSameExpirations = (row: OrderRow, created: Exchange, list: Exchange): Judgement =>
  expectEqual(
    Object.values(expirationsOf(row)).toSorted(),
    Object.values(expirationsOf(orderIn(created))).toSorted(),
    'another expiration',
    list,
    'the expirations of a listed order',
  );

/**
 * A listed order of the set-up shows its status and its expirations. A cancelled order may show the
 * day on which access ended.
 */
function expectRowAlike(
  row: OrderRow,
  name: (typeof ORDERS)[number],
  created: Exchange,
  list: Exchange,
): Judgement[] {
  const status = statusOf(name);
  const what = '`status` of a listed order';
  const alike = expectEqual(row.status, status, 'another status', list, what);
  return status === 'cancelled' ? [alike] : [alike, expectSameExpirations(row, created, list)];
}

/** Every order of the set-up that a list shows is shown alike. */
const expectShownAlike = (list: Exchange, created: Created): Judgement =>
  all(
    ...ORDERS.flatMap((name) => {
      const row = orderRow(list, created[name]);
      return row ? expectRowAlike(row, name, created[name], list) : [];
    }),
  );

const namesReader = (filter: FilterName): boolean => filter.startsWith('user_');

/** Lists by some filters show exactly the orders that the filters find. */
const expectFound = (
  seen: Filtered,
  ...lists: [name: keyof Filtered, ...filters: FilterName[]][]
): Judgement =>
  all(
    ...lists.map(([name]) =>
      expectOutcome(seen[name], ['orders', 'nothing-found'], `${name}: refused`),
    ),
    judgeEach(lists, ([name, ...filters]) => {
      const ofFullPage = filters.some(namesReader) ? undecidedIfPaged : sawFullPage;
      return expectExactlyFound(seen[name], filters, seen, ofFullPage);
    }),
  );

/** The list of orders and its filters (Orders, Read). */
export const filtering: Check[] = checksOf(filtered, {
  'store.orders.user-id-filters-the-list': (seen) =>
    expectFound(seen, ['byUserId', 'user_id of the first reader']),
  'store.orders.user-email-filters-the-list': (seen) =>
    expectFound(seen, ['byEmail', 'user_email of the second reader']),
  'store.orders.user-id-comes-before-user-email': (seen) =>
    expectFound(seen, ['byBoth', 'user_id of the first reader']),
  'store.orders.product-filters-the-list': (seen) =>
    expectFound(
      seen,
      ['byTitle', 'the title'],
      ['byOtherTitle', 'the other title', 'user_id of the first reader'],
    ),
  'store.orders.status-filters-the-list': (seen) =>
    all(
      expectFound(
        seen,
        ['approved', 'approved', 'user_id of the first reader'],
        ['paused', 'paused'],
        ['cancelled', 'cancelled'],
      ),
      judgeEach(['approved', 'paused', 'cancelled'] as const, (status) =>
        expectOnlyStatus(seen[status], status),
      ),
    ),
  'store.orders.start-at-bounds-the-list': (seen) =>
    all(
      expectFound(seen, ['since', 'start_at before'], ['fromNowOn', 'start_at afterwards']),
      () => {
        const day = toText(seen.a1.body.data.created_at);
        return all(
          expectOnlyDays(seen.since, (one) => one >= addDays(day, -3)),
          expectOnlyDays(seen.fromNowOn, (one) => one >= addDays(day, 1)),
        );
      },
    ),
  'store.orders.end-at-bounds-the-list': (seen) =>
    all(expectFound(seen, ['until', 'end_at afterwards'], ['before', 'end_at before']), () => {
      const end = addDays(toText(seen.a1.body.data.created_at), -1);
      return expectOnlyDays(seen.before, (day) => day <= end);
    }),
  'store.orders.shown-alike-everywhere': (seen) =>
    judgeEach(LISTS, (name) => expectShownAlike(seen[name], seen)),
  // The effect of `product_type` alone is open (NS-ST-42).
  'store.orders.product-type-needs-product-id': ({ofType}) =>
    all(
      expectNoServerError(ofType, 'server error'),
      ofType.status >= 400
        ? saw('product_type alone is refused')
        : saw('product_type alone is taken'),
    ),
});
