/** The values of a created order are shown in every response (Resources / Order). */

import * as fc from 'fast-check';
import {DAY_MS} from '../../../spec/durations.ts';
import {isObject, toText} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import {checksOf, sharedScene, type AnyProperty, type Check, type Judgement} from '../../check.ts';
import {isCreated} from '../../outcome.ts';
import {all, expectEqual, expectThat, undecided, when, judgeEach, nothing} from '../../judge.ts';
import {propertiesOf, property} from '../../property.ts';
import type {Handle, Script} from '../../script.ts';
import {isSameAddress, isSameText} from '../../values/normalized.ts';
import {days, freshValues, oneOf, type ValueClasses} from '../../values/values.ts';
import {orderIn, orderRow, type OrderRow, type ProductRow} from '../order-rows.ts';
import {
  content,
  currencyOf,
  listOrders,
  otherContent,
  permission,
  readOrder,
  subscription,
  type OrderedProduct,
} from '../ordering.ts';
import {createUser} from '../people.ts';
import {utcDay} from '../../../spec/days.ts';

/** The responses that show an order: its creation, a read, the list. */
type Shown = [how: string, order: OrderRow, where: Exchange][];

/** How the list is paged is open (NS-ST-43): if it does not show the order, it is left out. */
function shownIn(created: Exchange, read: Exchange, list: Exchange): Shown {
  const row = orderRow(list, created);
  return [
    ['on create', orderIn(created), created],
    ['when read', orderIn(read), read],
    ...(row ? [['in the list', row, list] as Shown[number]] : []),
  ];
}

/** Judges each response; an unreadable one does not affect the others. */
const judgeEachResponse = (
  seen: {created: Exchange; read: Exchange; list: Exchange},
  judge: (order: OrderRow, how: string, where: Exchange) => Judgement,
): Judgement =>
  when(isCreated(seen.created), 'the order was not created', () =>
    judgeEach(shownIn(seen.created, seen.read, seen.list), ([how, order, where]) =>
      judge(order, how, where),
    ),
  );

/** Records an order, a read of it, and the list that shows it. */
function sendAndRead(
  s: Script,
  body: Record<string, Val>,
  email: Val,
): Record<'created' | 'read' | 'list', Handle> {
  const created = s.call('createOrder', {body});
  return {created, read: readOrder(s, created), list: listOrders(s, {user_email: email})};
}

const productsIn = ({products}: OrderRow): ProductRow[] =>
  Array.isArray(products) ? products.filter(isObject) : [];

/** The products of a request, in its order. */
const orderedIn = ({requestBody}: Exchange): Record<string, unknown>[] =>
  (requestBody?.products ?? []) as Record<string, unknown>[];

/**
 * The entry of an ordered product. Which id it shows is open (NS-ST-34): if no entry has the id of
 * the request, it is the only one of its type, provided that only one was ordered.
 */
function entryOf(
  order: OrderRow,
  ordered: Record<string, unknown>[],
  {type, id}: Record<string, unknown>,
): ProductRow | undefined {
  const [entries, wanted] = [productsIn(order), ordered].map((all) =>
    all.filter((one) => one.type === type),
  );
  const named = entries?.find((one) => toText(one.id) === toText(id));
  return named ?? (entries?.length === 1 && wanted?.length === 1 ? entries[0] : undefined);
}

/** Members of a product that a creation gives, and that each entry shows. */
const GIVEN = ['unit_price', 'currency_id', 'expiration_date'] as const;

/**
 * Where several products of one type are shown by other ids (NS-ST-34), their entries have together
 * the values that the request gave them.
 */
function expectSameValues(
  order: OrderRow,
  ordered: Record<string, unknown>[],
  {type}: Record<string, unknown>,
  name: (typeof GIVEN)[number],
  branch: string,
  where: Exchange,
): Judgement {
  const [rows, wanted] = [productsIn(order), ordered].map((all) =>
    all.filter((row) => row.type === type),
  );
  if (wanted?.some((row) => row[name] === undefined)) return nothing();
  const [got, given] = [rows, wanted].map((some) =>
    some?.map((row) => String(row[name] ?? null)).toSorted(),
  );
  return expectEqual(
    got,
    given,
    `another product ${name} ${branch}`,
    where,
    `\`${name}\` of the products`,
  );
}

const expectValue = (
  got: unknown,
  expected: unknown,
  name: string,
  how: string,
  where: Exchange,
): Judgement => expectEqual(got ?? null, expected, `another ${name} ${how}`, where, `\`${name}\``);

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

/** Amounts with at most two decimals: the document says nothing about others. */
const amounts: ValueClasses<number> = {
  plain: 9.99,
  classes: {
    zero: fc.constant(0),
    'one cent': fc.constant(0.01),
    whole: fc.integer({min: 1, max: 999}),
    'one decimal': fc.integer({min: 11, max: 99}).map((tenths) => tenths / 10),
    'two decimals': fc.integer({min: 101, max: 9999}).map((cents) => cents / 100),
    // Multiplied by 100 in floating point, these are not whole numbers.
    'hard to multiply': fc.constantFrom(19.99, 8.2, 1.1, 4.35, 1.15, 0.29, 64.41),
    thousands: fc.integer({min: 100_000, max: 9_999_999}).map((cents) => cents / 100),
  },
};

/** The checks of the values of created orders. */
export const asGiven: Check[] = [
  ...checksOf(withEverything, {
    'store.orders.created-is-as-given': ({person, ...seen}) =>
      judgeEachResponse(seen, (order, how, where) => {
        const given = seen.created.requestBody;
        return all(
          expectValue(order.type, given.type, 'type', how, where),
          expectThat(
            isSameText(toText(given.external_reference), toText(order.external_reference)),
            {
              branch: `another external_reference ${how}`,
              expected: `\`external_reference\` to be ${toText(given.external_reference)}`,
              got: toText(order.external_reference),
              at: where,
            },
          ),
          expectValue(order.currency_id, given.currency_id, 'currency_id', how, where),
          expectUserOf(order, person, how, where),
        );
      }),
    'store.orders.price-is-as-given': (seen) =>
      judgeEachResponse(seen, (order, how, where) =>
        expectValue(
          order.unit_price,
          seen.created.requestBody.unit_price,
          'unit_price',
          how,
          where,
        ),
      ),
    'store.orders.products-are-those-ordered': (seen) =>
      judgeEachResponse(seen, (order, how, where) => {
        const given = orderedIn(seen.created).map(({type}) => type);
        const got = productsIn(order).map(({type}) => type);
        const ids = productsIn(order).map(({type, id}) => `${toText(type)} ${toText(id)}`);
        return all(
          expectEqual(
            got.toSorted(),
            given.toSorted(),
            `others ${how}`,
            where,
            'types of the products',
          ),
          expectEqual(
            new Set(ids).size,
            given.length,
            `one twice ${how}`,
            where,
            'different products',
          ),
        );
      }),
    'store.orders.product-is-as-given': (seen) =>
      judgeEachResponse(seen, (order, how, where) =>
        all(
          ...orderedIn(seen.created).flatMap((given) => {
            const entry = entryOf(order, orderedIn(seen.created), given);
            const names = GIVEN.filter((name) => given[name] !== undefined);
            return names.map((name) =>
              entry
                ? expectValue(entry[name], given[name], `product ${name}`, how, where)
                : expectSameValues(order, orderedIn(seen.created), given, name, how, where),
            );
          }),
        ),
      ),
    'store.orders.expiration-is-null-unless-given': (seen) =>
      judgeEachResponse(seen, (order, how, where) =>
        all(
          ...orderedIn(seen.created)
            .filter((given) => given.expiration_date === undefined)
            .map((given) => {
              const entry = entryOf(order, orderedIn(seen.created), given);
              if (!entry) return undecided('it is unknown which entry belongs to the product');
              return expectEqual(
                entry.expiration_date ?? null,
                null,
                `set ${how}`,
                where,
                'the end',
              );
            }),
        ),
      ),
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

/** Prices, currencies, ends and references of any class. */
export const anyOrder: AnyProperty[] = [
  ...propertiesOf(
    {
      scene: 'store: an order of any price that ends on any day',
      place: 'any order',
      forAll: {price: amounts, end: days, reference: freshValues('external-id')},
      maxDrawsOnShared: 3,
      act: (s, {price, end, reference}) => {
        const reader = createUser(s);
        const currency = currencyOf(s);
        const product = {
          ...content(s),
          unit_price: price,
          currency_id: currency,
          expiration_date: end,
        };
        const body = {
          ...permission(s, reader, [product]),
          external_reference: reference,
          unit_price: price,
          currency_id: currency,
        };
        return sendAndRead(s, body, reader.body.email);
      },
    },
    {
      'store.orders.price-is-as-given': (seen, {price}) =>
        judgeEachResponse(seen, (order, how, where) =>
          expectValue(order.unit_price, price, 'unit_price', how, where),
        ),
      'store.orders.product-is-as-given': (seen, {price, end}) =>
        judgeEachResponse(seen, (order, how, where) => {
          const [entry = {}] = productsIn(order);
          return all(
            expectValue(entry.unit_price, price, 'product unit_price', how, where),
            expectValue(entry.expiration_date, end, 'product expiration_date', how, where),
          );
        }),
      'store.orders.created-is-as-given': (seen) =>
        judgeEachResponse(seen, (order, how, where) => {
          const given = toText(seen.created.requestBody.external_reference);
          return expectThat(isSameText(given, toText(order.external_reference)), {
            branch: `another external_reference ${how}`,
            expected: `\`external_reference\` to be ${toText(given)}`,
            got: toText(order.external_reference),
            at: where,
          });
        }),
    },
  ),
  property({
    rule: 'store.orders.price-is-as-given',
    place: 'a large amount',
    forAll: {price: oneOf(100_000.5, 999_999.99, 1_234_567.89, 9_999_999.99)},
    maxDrawsOnShared: 1,
    act: (s, {price}) => {
      const reader = createUser(s);
      const body = {
        ...permission(s, reader, [content(s)]),
        unit_price: price,
        currency_id: currencyOf(s),
      };
      return sendAndRead(s, body, reader.body.email);
    },
    // The document does not name a largest amount: a refused order decides nothing.
    judge: (seen, {price}) =>
      judgeEachResponse(seen, (order, how, where) =>
        expectValue(order.unit_price, price, 'unit_price', how, where),
      ),
  }),
];
