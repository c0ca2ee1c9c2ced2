/** The catalog shows the products that orders have created as links (Orders, Create rule 3). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {
  sharedScene,
  checksOf,
  checksAt,
  type Judgement,
  type SeenIn,
  type Check,
} from '../../../language/check.ts';
import {expectEqual, all} from '../../../language/judge.ts';
import type {Script, Handle} from '../../../language/script.ts';
import {pay} from '../../buying.ts';
import {newProduct, priced, content, type OrderedProduct} from '../../ordering.ts';
import {createUser} from '../../people.ts';

/** Records the catalog's entry of a product. */
const readEntry = (s: Script, product: OrderedProduct): Handle =>
  s.control('catalog-entry', {role: 'admin', product: product.id});

/** A product that a sale order has created, as the catalog shows it. */
const soldAndReported = sharedScene({
  id: 'store: a product that an order has created',
  api: 'store',
  act: (s) => {
    const reader = createUser(s);
    const product = newProduct(s);
    const created = s.call('createOrder', {
      body: priced(s, 'sale', reader, [product]),
      expects: 'created',
    });
    const reported = newProduct(s);
    const report = s.call('createOrder', {
      body: priced(s, 'report', reader, [reported]),
      expects: 'created',
    });
    return {created, entry: readEntry(s, product), report, reportEntry: readEntry(s, reported)};
  },
});

/** A product that a sale order has created, once the order is paid. */
const paid = sharedScene({
  id: 'store: a product that a paid order has created',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const product = newProduct(s);
    const created = s.call('createOrder', {
      body: priced(s, 'sale', createUser(s), [product]),
      expects: 'created',
    });
    pay(s, created);
    return {created, entry: readEntry(s, product)};
  },
});

/** Two products that one sale order has created beside a title, and one of a later order. */
const several = sharedScene({
  id: 'store: several products that orders have created',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const reader = createUser(s);
    const [first, second, later] = [newProduct(s), newProduct(s), newProduct(s)];
    const sell = (...products: OrderedProduct[]): Handle =>
      s.call('createOrder', {body: priced(s, 'sale', reader, products), expects: 'created'});
    const sold = sell(first, content(s), second);
    const soldLater = sell(content(s), later);
    return {
      sold,
      soldLater,
      first: readEntry(s, first),
      second: readEntry(s, second),
      later: readEntry(s, later),
    };
  },
});

/** What a creation gave for the product at a position. */
const givenIn = ({requestBody}: Exchange, position = 0): Record<string, unknown> => {
  const products = (requestBody?.products ?? []) as Record<string, unknown>[];
  return products[position] ?? {};
};

/** An entry of the catalog has a member with this value. */
const expectInEntry = (
  entry: Exchange,
  name: string,
  expected: unknown,
  branch: string,
): Judgement =>
  expectEqual(entry.body?.[name], expected, branch, entry, `\`${name}\` of the catalog's entry`);

/** Every entry of the catalog has a member with this value. */
const expectInEveryEntry = (
  {first, second, later}: SeenIn<typeof several>,
  name: string,
  expected: unknown,
): Judgement[] =>
  Object.entries({first, second, later}).map(([position, entry]) =>
    expectInEntry(entry, name, expected, `another ${name}: ${position}`),
  );

/** Every entry of the catalog has the name and the URL that its own product was given. */
const expectEveryEntryAsGiven = (seen: SeenIn<typeof several>): Judgement[] => {
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

/** The checks of the entries of the catalog. */
export const catalogEntries: Check[] = [
  ...checksOf(soldAndReported, {
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
  ...checksAt(paid, 'store.orders.created-product-is-not-in-the-storefront', {
    'once the order is paid': ({entry}) => expectInEntry(entry, 'storefront', false, 'shown'),
  }),
  ...checksAt(several, 'store.orders.created-product-is-an-external-link', {
    'wherever it stands': (seen) =>
      all(...expectInEveryEntry(seen, 'kind', 'External link'), ...expectEveryEntryAsGiven(seen)),
  }),
  ...checksAt(several, 'store.orders.created-product-is-not-in-the-storefront', {
    'wherever it stands': (seen) => all(...expectInEveryEntry(seen, 'storefront', false)),
  }),
];
