/** The list of orders by each filter alone, and by several (Orders, Read). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {checksOf, type Check, type Judgement} from '../../../language/check.ts';
import {
  all,
  expectEqual,
  expectNoServerError,
  hidden,
  nothing,
  saw,
} from '../../../language/judge.ts';
import {checksOfLists, checksOfTwo, judgeEachShown} from '../../../tables/filtered-lists.ts';
import {fewestSets, setsOf, type FilterSet} from '../../../tables/filters.ts';
import {pageOf, type PagesSeen} from '../../../tables/pages-seen.ts';
import {expirationsOf, orderIn, type OrderRow} from '../../order-rows.ts';
import {listOrders} from '../../ordering.ts';
import {orderList, sawFullPage} from './listed-orders.ts';

const TOGETHER = 'store.orders.two-filters-find-what-both-find';

/** The list of a reader with two orders is short: if it is not, the rule is inconclusive. */
const ofReaders: typeof orderList = {
  ...orderList,
  ifCut: (set) =>
    set.some((name) => name.startsWith('user_'))
      ? hidden('NS-ST-43', 'not walked through', 'the list may have further pages')
      : sawFullPage(),
};

/** The lists that decide the rule about each filter. */
const EACH: Record<string, FilterSet[]> = {
  'store.orders.user-id-filters-the-list': [['user_id of the first reader']],
  'store.orders.user-email-filters-the-list': [['user_email of the second reader']],
  'store.orders.user-id-comes-before-user-email': [
    ['user_email of the second reader', 'user_id of the first reader'],
  ],
  'store.orders.product-filters-the-list': [
    ['the title'],
    ['the other title', 'user_id of the first reader'],
  ],
  'store.orders.status-filters-the-list': [
    ['approved', 'user_id of the first reader'],
    ['paused'],
    ['cancelled'],
  ],
  'store.orders.start-at-bounds-the-list': [['start_at before'], ['start_at afterwards']],
  'store.orders.end-at-bounds-the-list': [['end_at afterwards'], ['end_at before']],
};

// The effect of `product_type` alone is open (NS-ST-42).
const filtered = checksOfLists(
  ofReaders,
  {
    id: 'store: the list of orders by each filter',
    act: (s, {emails}) => ({
      ofType: listOrders(s, {product_type: 'content', user_email: emails.a}),
    }),
  },
  EACH,
);

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
 * Every order of the set-up that a list shows has its status and its expirations. A cancelled order may show the day on
 * which access ended.
 */
const expectShownAlike = (seen: PagesSeen): Judgement =>
  judgeEachShown(orderList, Object.values(EACH).flat(), seen, ({row, page, made, facts}) => {
    const what = '`status` of a listed order';
    return all(
      expectEqual(row.status, facts.status, 'another status', page, what),
      facts.status === 'cancelled' ? nothing() : expectSameExpirations(row, made, page),
    );
  });

/** That three filters at once are not refused is judged nowhere. */
const {served: _served, ...ofThree} = orderList;

/** The fewest lists by every three kinds of filter, and by all, that show whether one is ignored. */
const byMany = checksOfLists(
  ofThree,
  {id: 'store: the list of orders by three kinds of filter, and all', onlyOnTestTargets: true},
  {
    [`${TOGETHER} @ three kinds of filter, and all`]: fewestSets(
      orderList,
      setsOf(orderList, 3, 6),
    ),
  },
);

/** The list of orders by each filter, and by several. */
export const filtering: Check[] = [
  ...filtered.checks,
  ...checksOfTwo(orderList, {
    rule: TOGETHER,
    what: 'store: the list of orders',
    place: 'every two kinds of filter',
  }),
  ...byMany.checks,
  ...checksOf(filtered.scene, {
    'store.orders.shown-alike-everywhere': expectShownAlike,
    'store.orders.product-type-needs-product-id': (seen: PagesSeen) => {
      const ofType = pageOf(seen, 'ofType');
      return all(
        expectNoServerError(ofType, 'server error'),
        ofType.status >= 400
          ? saw('product_type alone is refused')
          : saw('product_type alone is taken'),
      );
    },
  }),
];
