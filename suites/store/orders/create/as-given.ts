/** The values of a created order are shown in every response (Resources / Order). */

import {utcDay} from '../../../../spec/days.ts';
import {DAY_MS} from '../../../../spec/durations.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {at, toText} from '../../../../spec/json.ts';
import {sharedScene, checksOf, type Judgement, type Check} from '../../../language/check.ts';
import {all, expectThat, undecided, expectEqual} from '../../../language/judge.ts';
import {expectMembersGiven} from '../../../tables/members.ts';
import {orderIn, type OrderRow} from '../../order-rows.ts';
import {
  currencyOf,
  permission,
  content,
  otherContent,
  subscription,
  type OrderedProduct,
} from '../../ordering.ts';
import {createUser} from '../../people.ts';
import {
  expectSameProducts,
  orderedIn,
  expectProductsAsGiven,
  expectNoEnd,
} from '../made-along/given-products.ts';
import {
  expectAsGiven,
  judgeEachResponse,
  sendAndRead,
  type ShownOrder,
} from '../read/shown-orders.ts';

/** An order with all members, for two titles and a plan that end on different days. */
const withEverything = sharedScene({
  id: 'store: an order of several products with everything',
  act: (s) => {
    const reader = createUser(s);
    const currency = currencyOf(s);
    const priced = (product: OrderedProduct, price: number, end?: string): OrderedProduct => ({
      ...product,
      unit_price: price,
      currency_id: currency,
      ...(end !== undefined && {expiration_date: end}),
    });
    const body = {
      ...permission(s, reader, [
        priced(content(s), 7.25, '2031-03-31'),
        priced(otherContent(s), 0.5, '2032-02-29'),
        priced(subscription(s), 12),
      ]),
      external_reference: s.fresh('external-id'),
      unit_price: 19.75,
      currency_id: currency,
    };
    return {person: reader.created, ...sendAndRead(s, body, reader.body.email)};
  },
});

/** A permission order without optional members. */
const withNothing = sharedScene({
  id: 'store: an order with nothing that it does not need',
  act: (s) => {
    const reader = createUser(s);
    return {
      person: reader.created,
      ...sendAndRead(s, permission(s, reader, [content(s)]), reader.body.email),
    };
  },
});

/** The user is the one in the order; which of the ids is shown is open (NS-ST-33). */
function expectIdOf({row: {user}, how, where}: ShownOrder, person: Exchange): Judgement {
  const {id, uuid, external_id: externalId} = person.body.data;
  const ids = [id, uuid, externalId].map(String);
  const shown = toText(at(user, '/id'));
  return expectThat(ids.includes(shown), {
    branch: `another user ${how}`,
    expected: `\`user.id\` to be an id of the user: ${ids.join(', ')}`,
    got: shown,
    at: where,
  });
}

/**
 * The time zone of the store is open, and so is its time of day: the day may differ by one from
 * that of the creation of the user, by the store's clock, or from that of the request.
 */
export function expectDayOfCreation(order: OrderRow, person: Exchange, where: Exchange): Judgement {
  const made = Number(person.body?.data?.created_at?.timestamp) * 1000;
  const day = Date.parse(toText(order.created_at));
  if (!Number.isFinite(day)) return undecided('no day can be read');
  const sent = where.targetTime ?? where.sentAt;
  // A user may have been created some hours before, for another scene.
  const isNear = (instant: number): boolean => Math.abs(day + DAY_MS / 2 - instant) <= 2 * DAY_MS;
  return expectThat([made, sent].some(isNear), {
    branch: 'another day',
    expected: `\`created_at\` to be the day ${utcDay(sent)}, or the day before or after`,
    got: toText(order.created_at),
    at: where,
  });
}

/** The checks of the values of created orders. */
export const asGiven: Check[] = [
  ...checksOf(withEverything, {
    'store.orders.price-is-as-given': (seen) => expectAsGiven('price', seen),
    'store.orders.created-is-as-given': ({person, ...seen}) =>
      all(
        expectAsGiven('creation', seen),
        judgeEachResponse(seen, (shown) => expectIdOf(shown, person)),
      ),
    'store.orders.products-are-those-ordered': (seen) =>
      judgeEachResponse(seen, ({row, how, where}) =>
        expectSameProducts(row, orderedIn(seen.created), how, where),
      ),
    'store.orders.product-is-as-given': (seen) =>
      judgeEachResponse(seen, ({row, how, where}) =>
        expectProductsAsGiven(row, orderedIn(seen.created), how, where),
      ),
    'store.orders.expiration-is-null-unless-given': (seen) =>
      judgeEachResponse(seen, ({row, how, where}) => {
        const ordered = orderedIn(seen.created);
        const endless = ordered.filter((given) => given.expiration_date === undefined);
        return all(...endless.map((given) => expectNoEnd(row, ordered, given, how, where)));
      }),
    'store.orders.created-at-is-the-day-of-creation': ({person, ...seen}) =>
      judgeEachResponse(seen, (shown) =>
        all(
          expectDayOfCreation(shown.row, person, shown.where),
          expectMembersGiven(shown, orderIn(seen.created), {created_at: 'exactly'}),
        ),
      ),
  }),
  ...checksOf(withNothing, {
    'store.orders.price-is-0-unless-given': (seen) =>
      judgeEachResponse(seen, (shown) =>
        expectMembersGiven(shown, {unit_price: 0}, {unit_price: 'exactly'}),
      ),
    'store.orders.currency-is-null-unless-given': (seen) =>
      judgeEachResponse(seen, ({row, how, where}) =>
        expectEqual(row.currency_id ?? null, null, `set ${how}`, where, '`currency_id`'),
      ),
  }),
];
