import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {checksOf, sharedScene, type Judgement, type Check} from '../../../language/check.ts';
import {
  expectNone,
  expectNoServerError,
  expectThat,
  leftOpen,
  promisedBy,
  saw,
  undecided,
} from '../../../language/judge.ts';
import {orderRow} from '../../order-rows.ts';
import {queryOf} from '../../../tables/filters.ts';
import {listOrders, daysAfter} from '../../ordering.ts';

import {isFullPage, isList, listedOrders, orderList, sawFullPage} from './listed-orders.ts';

/**
 * Lists of a reader by ranges that end with the day of an order, from earlier days and from that
 * day. It is open whether the first and the last day belong to a range, and in which time zone a
 * day begins (NS-ST-42): lists with only one end show this.
 */
const rangesToADay = sharedScene({
  id: 'store: the list of orders up to the day of one',
  given: listedOrders,
  onlyOnTestTargets: true,
  act: (s, orders) => {
    const reader = queryOf(orderList, ['user_id of the first reader'], orders);
    const by = (range: Record<string, Val>) => listOrders(s, {...reader, ...range});
    const [before, day] = [daysAfter(orders.a1, -2), daysAfter(orders.a1, 0)];
    return {
      a1: orders.a1,
      sinceBefore: by({start_at: before}),
      sinceTheDay: by({start_at: day}),
      upToTheDay: by({end_at: day}),
      beforeToTheDay: by({start_at: before, end_at: day}),
      ofTheDay: by({start_at: day, end_at: day}),
    };
  },
});

/** A range shows an order if each of its ends alone shows it. */
function expectShownToo(
  range: Exchange,
  ends: Exchange[],
  created: Exchange,
  branch: string,
): Judgement {
  if (!ends.every(isList))
    return undecided('the list with only one end of the range was not answered');
  if (!ends.every((list) => orderRow(list, created)))
    return saw('an end of a range that leaves out its own day');
  if (!isList(range)) return expectNoServerError(range, 'server error');
  if (isFullPage(range)) return sawFullPage();
  return expectNone(
    orderRow(range, created) ? [] : [created],
    'order missing that `start_at` alone and `end_at` alone find',
    branch,
    range,
  );
}

/** Whether an end of a range includes its own day is open, unless the profile says so. */
function expectOwnDay(list: Exchange, created: Exchange, filter: string): Judgement {
  const statement = {
    branch: 'its own day is missing',
    expected: `an order of its own day with \`${filter}\` alone`,
    got: 'none',
    at: list,
  };
  if (!isList(list)) return undecided(`the list with \`${filter}\` was not answered`);
  if (orderRow(list, created)) return expectThat(true, statement);
  if (isFullPage(list)) return undecided('the list may have further pages');
  return leftOpen(
    'NS-ST-42',
    'own day left out',
    `\`${filter}\` leaves out the orders of its own day`,
    promisedBy('own day included', statement),
  );
}

/** Each end of a range with its own day, and both ends together, which find what each of them finds. */
export const ranges: Check[] = checksOf(rangesToADay, {
  'store.orders.two-filters-find-what-both-find @ up to the day of an order': ({
    a1,
    sinceBefore,
    upToTheDay,
    beforeToTheDay,
  }) => expectShownToo(beforeToTheDay, [sinceBefore, upToTheDay], a1, 'the last day is missing'),
  'store.orders.two-filters-find-what-both-find @ of one day': ({
    a1,
    sinceTheDay,
    upToTheDay,
    ofTheDay,
  }) => expectShownToo(ofTheDay, [sinceTheDay, upToTheDay], a1, 'the day is missing'),
  'store.orders.start-at-bounds-the-list @ its own day': ({a1, sinceTheDay}) =>
    expectOwnDay(sinceTheDay, a1, 'start_at'),
  'store.orders.end-at-bounds-the-list @ its own day': ({a1, upToTheDay}) =>
    expectOwnDay(upToTheDay, a1, 'end_at'),
});
