/** What orders create by themselves: users (Orders, Create rule 2) and products (rule 3). */

import {at} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import {
  check,
  checksAt,
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../check.ts';
import {isCreated} from '../../outcome.ts';
import {
  all,
  expectEqual,
  expectThat,
  expectOutcome,
  overlapped,
  saw,
  when,
  whenTimely,
  nothing,
} from '../../judge.ts';
import {text, type Handle, type Script} from '../../script.ts';
import {
  content,
  newLink,
  permission,
  priced,
  somebody,
  type OrderedProduct,
  type Buyer,
} from '../ordering.ts';
import {pay} from '../buying.ts';
import {orderIn} from '../order-rows.ts';
import {createUser, search} from '../people.ts';
import {isSameAddress} from '../../values/normalized.ts';
import {rowsOf} from '../user-rows.ts';

/** The number of users that the list shows for an email, which is at most one. */
const usersIn = (list: Exchange): number => rowsOf(list).length;

/** Exactly one user has the email. */
const expectOneUser = (list: Exchange, branch: string): Judgement =>
  expectEqual(usersIn(list), 1, branch, list, 'the number of users with the email');

/** No second user has the email. Another rule judges whether there is a first one. */
const expectNoSecondUser = (list: Exchange, branch: string): Judgement =>
  when(usersIn(list) > 0, 'no user has the email', () =>
    expectThat(usersIn(list) === 1, {
      branch,
      expected: 'one user with the email',
      got: String(usersIn(list)),
      at: list,
    }),
  );

/** The email of the user of an order, if the response shows one. */
const emailIn = (created: Exchange): unknown =>
  isCreated(created) ? at(orderIn(created), '/user/email') : undefined;

/**
 * An order that names its user only by id belongs to the user whom the first order created. If the
 * id is unknown, because the store has other ids, the order is refused (NS-ST-32, NS-ST-33).
 */
const expectSameUser = (byId: Exchange, first: Exchange): Judgement => {
  const [email, shown] = [emailIn(first), emailIn(byId)];
  if (typeof email !== 'string' || shown === undefined) return nothing();
  return expectThat(isSameAddress(email, String(shown)), {
    branch: 'another user for the id alone',
    expected: `\`user.email\` to be ${email}, as in the first order with this id`,
    got: String(shown),
    at: byId,
  });
};

/** Orders of a person who is not a user, and the list of users before and afterwards. */
const ofSomebody = sharedScene({
  id: 'store: orders of somebody who is no user yet',
  api: 'store',
  act: (s) => {
    const product = content(s);
    const reader = createUser(s);
    const [permitted, buyer, reported] = [somebody(s), somebody(s), somebody(s)];
    const send = (body: Record<string, Val>, user: Record<string, Val>): Handle =>
      s.call('createOrder', {body: {...body, user}});
    return {
      permission: send(permission(s, reader, [product]), permitted),
      permitted: search(s, permitted.email),
      // Which id an order means is open (NS-ST-33): the store only knows the caller's own id.
      byIdAlone: send(permission(s, reader, [product]), {id: permitted.id}),
      sale: send(priced(s, 'sale', reader, [product]), buyer),
      buyer: search(s, buyer.email),
      again: send(permission(s, reader, [product]), buyer),
      buyerAgain: search(s, buyer.email),
      report: send(priced(s, 'report', reader, [product]), reported),
      reported: search(s, reported.email),
      known: s.call('createOrder', {body: permission(s, reader, [product])}),
      knownBuyer: s.call('createOrder', {body: priced(s, 'sale', reader, [product])}),
      reader: search(s, reader.body.email),
    };
  },
});

/** Two parallel orders of a person who is not a user yet. */
const atOnce = check({
  rule: 'store.orders.parallel-orders-create-one-user',
  act: (s) => {
    const reader = createUser(s);
    const body = {...permission(s, reader, [content(s)]), user: somebody(s)};
    return {
      race: s.parallel(
        (b) => void b.call('createOrder', {body}),
        (b) => void b.call('createOrder', {body}),
      ),
      list: search(s, body.user.email),
    };
  },
  judge: ({race, list}) =>
    all(
      expectNoSecondUser(list, 'two users'),
      whenTimely(overlapped(race), 'the requests did not overlap', () =>
        when(race.some(isCreated), 'neither order was created', () => nothing()),
      ),
    ),
});

/** An order of this type for a product that is not in the catalog. */
function orderMissingProduct(
  s: Script,
  type: 'permission' | 'report' | 'sale',
  more: object,
): Handle {
  const reader = createUser(s);
  const product: OrderedProduct = {type: 'content', id: s.fresh('external-id'), ...more};
  const products = [product];
  return s.call('createOrder', {
    body:
      type === 'permission' ? permission(s, reader, products) : priced(s, type, reader, products),
  });
}

/** Orders of missing products, with and without the members that create them. */
const sceneOfMissing = (type: 'report' | 'sale') =>
  sharedScene({
    id: `store: ${type} orders of missing products`,
    api: 'store',
    act: (s) => {
      const reader = createUser(s);
      const id = s.fresh('external-id');
      const product: OrderedProduct = {type: 'content', id, ...newLink(s)};
      const body = priced(s, type, reader, [product]);
      const {name, url} = newLink(s);
      return {
        known: s.call('createOrder', {body: priced(s, type, reader, [content(s)])}),
        permitted: s.call('createOrder', {body: permission(s, reader, [content(s)])}),
        made: s.call('createOrder', {body}),
        referred: s.call('createOrder', {
          body: permission(s, reader, [{type: 'content', id}]),
        }),
        ...(s.offers('control:advance') && orderLater(s, type, reader, product)),
        bare: orderMissingProduct(s, type, {}),
        unnamed: orderMissingProduct(s, type, {url}),
        unlinked: orderMissingProduct(s, type, {name}),
      };
    },
  });

/**
 * Records further orders of a product that an order has created, if the number of requests does not
 * matter: with and without its name and link, and of another new product beside a title of the
 * catalog.
 */
function orderLater(
  s: Script,
  type: 'report' | 'sale',
  reader: Buyer,
  product: OrderedProduct,
): Record<'again' | 'byIdAlone' | 'beside', Handle> {
  const order = (...products: OrderedProduct[]): Handle =>
    s.call('createOrder', {body: priced(s, type, reader, products)});
  return {
    again: order(product),
    byIdAlone: order({type: 'content', id: product.id}),
    beside: order(content(s), {type: 'content', id: s.fresh('external-id'), ...newLink(s)}),
  };
}

/** An order of a missing product is refused, whichever of the two statuses it has (NS-ST-35). */
const expectProductMissing = (response: Exchange, branch: string): Judgement =>
  expectOutcome(response, ['product-not-found', 'invalid'], branch);

/** A later order is also created, if the first one was. */
const expectOrdered = (first: Exchange, later: Exchange | undefined, branch: string): Judgement =>
  isCreated(first) && later ? expectOutcome(later, 'created', branch) : nothing();

const checksOfMissing = (type: 'report' | 'sale'): Check[] => {
  const scene = sceneOfMissing(type);
  type Seen = Record<
    'known' | 'permitted' | 'made' | 'referred' | 'bare' | 'unnamed' | 'unlinked',
    Exchange
  > &
    Partial<Record<'again' | 'byIdAlone' | 'beside', Exchange>>;
  return [
    ...checksAt(scene, 'store.orders.missing-product-is-created', {
      [type]: ({known, permitted, made, referred, again, byIdAlone, beside}: Seen) =>
        when(isCreated(known), 'an order of a known product was not created', () =>
          all(
            expectOutcome(made, 'created', 'not created'),
            // The product is in the catalog from now on.
            isCreated(made) && isCreated(permitted)
              ? expectOutcome(referred, 'created', 'not in the catalog afterwards')
              : nothing(),
            expectOrdered(made, again, 'refused the second time'),
            expectOrdered(made, byIdAlone, 'refused by its id alone'),
            expectOrdered(made, beside, 'not beside one of the catalog'),
          ),
        ),
    }),
    ...checksAt(scene, 'store.orders.missing-product-needs-name-and-url', {
      [type]: ({known, bare, unnamed, unlinked}: Seen) =>
        when(isCreated(known), 'an order of a known product was not created', () =>
          all(
            expectProductMissing(bare, 'created from nothing'),
            expectProductMissing(unnamed, 'created without a name'),
            expectProductMissing(unlinked, 'created without a url'),
          ),
        ),
    }),
  ];
};

/** A product that a sale order has created, as the catalog shows it. */
const catalogEntry = sharedScene({
  id: 'store: a product that an order has created',
  api: 'store',
  act: (s) => {
    const reader = createUser(s);
    const product: OrderedProduct = {type: 'content', id: s.fresh('external-id'), ...newLink(s)};
    const created = s.call('createOrder', {
      body: priced(s, 'sale', reader, [product]),
      expects: 'created',
    });
    const reported: OrderedProduct = {type: 'content', id: s.fresh('external-id'), ...newLink(s)};
    const report = s.call('createOrder', {
      body: priced(s, 'report', reader, [reported]),
      expects: 'created',
    });
    const entryOf = (one: OrderedProduct): Handle =>
      s.control('catalog-entry', {role: 'admin', product: one.id});
    return {created, entry: entryOf(product), report, reportEntry: entryOf(reported)};
  },
});

/** A product that a sale order has created, once the order is paid. */
const paidEntry = sharedScene({
  id: 'store: a product that a paid order has created',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const product: OrderedProduct = {type: 'content', id: s.fresh('external-id'), ...newLink(s)};
    const created = s.call('createOrder', {
      body: priced(s, 'sale', createUser(s), [product]),
      expects: 'created',
    });
    pay(s, created);
    return {created, entry: s.control('catalog-entry', {role: 'admin', product: product.id})};
  },
});

/** Two products that one sale order has created beside a title, and one of a later order. */
const severalEntries = sharedScene({
  id: 'store: several products that orders have created',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const reader = createUser(s);
    const link = (): OrderedProduct => ({
      type: 'content',
      id: s.fresh('external-id'),
      ...newLink(s),
    });
    const [first, second, later] = [link(), link(), link()];
    const sell = (...products: OrderedProduct[]): Handle =>
      s.call('createOrder', {body: priced(s, 'sale', reader, products), expects: 'created'});
    const sold = sell(first, content(s), second);
    const soldLater = sell(content(s), later);
    const entryOf = ({id}: OrderedProduct): Handle =>
      s.control('catalog-entry', {role: 'admin', product: id});
    return {
      sold,
      soldLater,
      first: entryOf(first),
      second: entryOf(second),
      later: entryOf(later),
    };
  },
});

/** What a creation gave for the product at a position. */
const givenIn = ({requestBody}: Exchange, position = 0): Record<string, unknown> => {
  const products = (requestBody?.products ?? []) as Record<string, unknown>[];
  return products[position] ?? {};
};

const expectInEntry = (
  entry: Exchange,
  name: string,
  expected: unknown,
  branch: string,
): Judgement =>
  expectEqual(entry.body?.[name], expected, branch, entry, `\`${name}\` of the catalog's entry`);

/** Every entry of the catalog has a member with this value. */
const expectInEveryEntry = (
  {first, second, later}: SeenIn<typeof severalEntries>,
  name: string,
  expected: unknown,
): Judgement[] =>
  Object.entries({first, second, later}).map(([position, entry]) =>
    expectInEntry(entry, name, expected, `another ${name}: ${position}`),
  );

/** Every entry of the catalog has the name and the URL that its own product was given. */
const expectEveryEntryAsGiven = (seen: SeenIn<typeof severalEntries>): Judgement[] => {
  const {sold, soldLater, first, second, later} = seen;
  const given = {
    first: [first, givenIn(sold, 0)],
    second: [second, givenIn(sold, 2)],
    later: [later, givenIn(soldLater, 1)],
  } as const;
  return Object.entries(given).flatMap(([position, [entry, product]]) =>
    ['url', 'name'].map((name) =>
      expectInEntry(entry, name, product[name], `another ${name}: ${position}`),
    ),
  );
};

/** The checks of what orders create. */
export const automatic: Check[] = [
  ...checksAt(ofSomebody, 'store.orders.unknown-user-is-created', {
    permission: ({known, permission: order, permitted}) =>
      when(isCreated(known), 'an order of a user was not created', () =>
        all(expectOutcome(order, 'created', 'refused'), () => expectOneUser(permitted, 'no user')),
      ),
    sale: ({knownBuyer, sale, buyer}) =>
      when(isCreated(knownBuyer), 'a sale order of a user was not created', () =>
        all(expectOutcome(sale, 'created', 'refused'), () => expectOneUser(buyer, 'no user')),
      ),
  }),
  ...checksOf(ofSomebody, {
    'store.orders.unknown-user-of-a-report-may-be-created': ({report, reported}) =>
      isCreated(report)
        ? all(expectOneUser(reported, 'no user'), saw('created'))
        : all(expectOutcome(report, ['user-refused', 'invalid'], 'another answer'), saw('refused')),
    'store.orders.known-user-is-not-created-again': (seen) => {
      const {known, reader, again, buyerAgain, permission: first, byIdAlone} = seen;
      return all(
        when(isCreated(known), 'an order of a user was not created', () =>
          expectNoSecondUser(reader, 'a second user'),
        ),
        isCreated(again)
          ? expectNoSecondUser(buyerAgain, 'a second user of two orders')
          : nothing(),
        () => expectSameUser(byIdAlone, first),
      );
    },
  }),
  atOnce,
  ...checksOfMissing('report'),
  ...checksOfMissing('sale'),
  ...checksOf(catalogEntry, {
    'store.orders.created-product-is-an-external-link': ({created, entry, report, reportEntry}) =>
      all(
        expectInEntry(entry, 'kind', 'External link', 'another kind'),
        expectInEntry(entry, 'url', givenIn(created).url, 'another url'),
        expectInEntry(entry, 'name', givenIn(created).name, 'another name'),
        expectInEntry(reportEntry, 'url', givenIn(report).url, 'another url of a report'),
      ),
    'store.orders.created-product-is-not-in-the-storefront': ({entry}) =>
      expectInEntry(entry, 'storefront', false, 'shown'),
  }),
  ...checksAt(paidEntry, 'store.orders.created-product-is-not-in-the-storefront', {
    'once the order is paid': ({entry}) => expectInEntry(entry, 'storefront', false, 'shown'),
  }),
  ...checksAt(severalEntries, 'store.orders.created-product-is-an-external-link', {
    'wherever it stands': (seen) =>
      all(...expectInEveryEntry(seen, 'kind', 'External link'), ...expectEveryEntryAsGiven(seen)),
  }),
  ...checksAt(severalEntries, 'store.orders.created-product-is-not-in-the-storefront', {
    'wherever it stands': (seen) => all(...expectInEveryEntry(seen, 'storefront', false)),
  }),
  check({
    rule: 'store.orders.permission-of-a-missing-product-is-refused',
    act: (s) => {
      const reader = createUser(s);
      return {
        known: s.call('createOrder', {body: permission(s, reader, [content(s)])}),
        missing: orderMissingProduct(s, 'permission', {}),
        digits: s.call('createOrder', {
          body: permission(s, reader, [
            {
              type: 'content',
              id: text('9', {...s.fresh('external-id'), valueClass: 'digits beyond 2^53'}),
            },
          ]),
        }),
        beside: s.call('createOrder', {
          body: permission(s, reader, [content(s), {type: 'content', id: s.fresh('external-id')}]),
        }),
      };
    },
    judge: ({known, missing: one, digits, beside}) =>
      when(isCreated(known), 'an order of a known product was not created', () =>
        all(
          expectProductMissing(one, 'created'),
          expectProductMissing(digits, 'created for an id of digits'),
          expectProductMissing(beside, 'created beside a known product'),
        ),
      ),
  }),
];
