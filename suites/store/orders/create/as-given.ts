/** The values of a created order are shown in every response (Resources / Order). */

import {utcDay} from '../../../../spec/days.ts';
import {DAY_MS} from '../../../../spec/durations.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {isObject, toText} from '../../../../spec/json.ts';
import {sharedScene, checksOf, type Judgement, type Check} from '../../../language/check.ts';
import {all, expectThat, undecided, expectEqual} from '../../../language/judge.ts';
import {isSameAddress, isSameText} from '../../../values/normalized.ts';
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
import {sendAndRead, judgeEachResponse, expectValue} from '../read/shown-orders.ts';

/** An order with all members, for two titles and a plan that end on different days. */
const withEverything = sharedScene({
  id: 'store: an order of several products with everything',
  api: 'store',
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
  api: 'store',
  act: (s) => {
    const reader = createUser(s);
    return {
      person: reader.created,
      ...sendAndRead(s, permission(s, reader, [content(s)]), reader.body.email),
    };
  },
});

/** The user is the one in the order; which of the ids is shown is open (NS-ST-33). */
function expectUserOf(order: OrderRow, person: Exchange, how: string, where: Exchange): Judgement {
  const user = isObject(order.user) ? order.user : {};
  const {email, id, uuid, external_id: externalId} = person.body.data;
  const ids = [id, uuid, externalId].map(String);
  return all(
    expectThat(isSameAddress(toText(email), toText(user.email)), {
      branch: `another email ${how}`,
      expected: `\`user.email\` to be ${toText(email)}`,
      got: toText(user.email),
      at: where,
    }),
    expectThat(ids.includes(toText(user.id)), {
      branch: `another user ${how}`,
      expected: `\`user.id\` to be an id of the user: ${ids.join(', ')}`,
      got: toText(user.id),
      at: where,
    }),
  );
}

/**
 * The time zone of the store is open, and so is its time of day: the day may differ by one from
 * that of the creation of the user, by the store's clock, or from that of the request.
 */
function expectDayOfCreation(order: OrderRow, person: Exchange, where: Exchange): Judgement {
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

/** The order has the reference that was given. */
export const expectReferenceGiven = (
  order: OrderRow,
  given: unknown,
  how: string,
  where: Exchange,
): Judgement =>
  expectThat(isSameText(toText(given), toText(order.external_reference)), {
    branch: `another external_reference ${how}`,
    expected: `\`external_reference\` to be ${toText(given)}`,
    got: toText(order.external_reference),
    at: where,
  });

/** The checks of the values of created orders. */
export const asGiven: Check[] = [
  ...checksOf(withEverything, {
    'store.orders.created-is-as-given': ({person, ...seen}) =>
      judgeEachResponse(seen, (order, how, where) => {
        const given = seen.created.requestBody;
        return all(
          expectValue(order.type, given.type, 'type', how, where),
          expectReferenceGiven(order, given.external_reference, how, where),
          expectValue(order.currency_id, given.currency_id, 'currency_id', how, where),
          expectUserOf(order, person, how, where),
        );
      }),
    'store.orders.price-is-as-given': (seen) =>
      judgeEachResponse(seen, (order, how, where) => {
        const price = seen.created.requestBody.unit_price;
        return expectValue(order.unit_price, price, 'unit_price', how, where);
      }),
    'store.orders.products-are-those-ordered': (seen) =>
      judgeEachResponse(seen, (order, how, where) =>
        expectSameProducts(order, orderedIn(seen.created), how, where),
      ),
    'store.orders.product-is-as-given': (seen) =>
      judgeEachResponse(seen, (order, how, where) =>
        expectProductsAsGiven(order, orderedIn(seen.created), how, where),
      ),
    'store.orders.expiration-is-null-unless-given': (seen) =>
      judgeEachResponse(seen, (order, how, where) => {
        const ordered = orderedIn(seen.created);
        const endless = ordered.filter((given) => given.expiration_date === undefined);
        return all(...endless.map((given) => expectNoEnd(order, ordered, given, how, where)));
      }),
    'store.orders.created-at-is-the-day-of-creation': ({person, ...seen}) =>
      judgeEachResponse(seen, (order, how, where) =>
        all(
          expectDayOfCreation(order, person, where),
          expectValue(order.created_at, orderIn(seen.created).created_at, 'created_at', how, where),
        ),
      ),
  }),
  ...checksOf(withNothing, {
    'store.orders.price-is-0-unless-given': (seen) =>
      judgeEachResponse(seen, (order, how, where) =>
        expectValue(order.unit_price, 0, 'unit_price', how, where),
      ),
    'store.orders.currency-is-null-unless-given': (seen) =>
      judgeEachResponse(seen, (order, how, where) =>
        expectEqual(order.currency_id ?? null, null, `set ${how}`, where, '`currency_id`'),
      ),
  }),
];
