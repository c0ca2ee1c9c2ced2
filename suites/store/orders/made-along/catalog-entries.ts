/** The catalog shows the products that orders have created as links (Orders, Create rule 3). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {
  check,
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../../language/check.ts';
import {all, expectEqual, judgeEach} from '../../../language/judge.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {pay} from '../../buying.ts';
import {content, createOrder, newProduct, priced, type OrderedProduct} from '../../ordering.ts';
import {createUser} from '../../people.ts';

const LINK = 'store.orders.created-product-is-an-external-link';
const HIDDEN = 'store.orders.created-product-is-not-in-the-storefront';

/** Records the catalog's entry of a product. */
const readEntry = (s: Script, product: OrderedProduct): Handle =>
  s.control('catalog-entry', {role: 'admin', product: product.id});

/** A product that a sale order has created, and one of a report order. */
const soldAndReported = sharedScene({
  id: 'store: a product that an order has created',
  act: (s) => {
    const reader = createUser(s);
    const [product, reported] = [newProduct(s), newProduct(s)];
    const created = createOrder(s, priced(s, 'sale', reader, [product]));
    const report = createOrder(s, priced(s, 'report', reader, [reported]));
    return {created, entry: readEntry(s, product), report, reportEntry: readEntry(s, reported)};
  },
});

/** Two products that one sale order has created beside a title, and one of a later order. */
const several = sharedScene({
  id: 'store: several products that orders have created',
  onlyOnTestTargets: true,
  act: (s) => {
    const reader = createUser(s);
    const [first, second, later] = [newProduct(s), newProduct(s), newProduct(s)];
    const sell = (...products: OrderedProduct[]): Handle =>
      createOrder(s, priced(s, 'sale', reader, products));
    return {
      sold: sell(first, content(s), second),
      soldLater: sell(content(s), later),
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

/** The product is not in the storefront. */
const expectHidden = ({entry}: {entry: Exchange}): Judgement =>
  expectInEntry(entry, 'storefront', false, 'shown');

/** Every entry of the catalog has these members. @param membersOf what a creation gave for the product */
const expectEveryEntry = (
  {sold, soldLater, first, second, later}: SeenIn<typeof several>,
  membersOf: (given: Record<string, unknown>) => Record<string, unknown>,
): Judgement => {
  const entries = [
    {position: 'first', entry: first, given: givenIn(sold, 0)},
    {position: 'second', entry: second, given: givenIn(sold, 2)},
    {position: 'later', entry: later, given: givenIn(soldLater, 1)},
  ];
  return judgeEach(entries, ({position, entry, given}) =>
    judgeEach(Object.entries(membersOf(given)), ([name, value]) =>
      expectInEntry(entry, name, value, `another ${name}: ${position}`),
    ),
  );
};

/** The checks of the entries of the catalog. */
export const catalogEntries: Check[] = [
  ...checksOf(soldAndReported, {
    [LINK]: ({created, entry, report, reportEntry}) =>
      all(
        expectInEntry(entry, 'kind', 'External link', 'another kind'),
        expectInEntry(entry, 'url', givenIn(created).url, 'another url'),
        expectInEntry(entry, 'name', givenIn(created).name, 'another name'),
        expectInEntry(reportEntry, 'url', givenIn(report).url, 'another url of a report'),
      ),
    [HIDDEN]: expectHidden,
  }),
  check({
    rule: HIDDEN,
    place: 'once the order is paid',
    scene: 'store: a product that a paid order has created',
    onlyOnTestTargets: true,
    act: (s) => {
      const product = newProduct(s);
      const created = createOrder(s, priced(s, 'sale', createUser(s), [product]));
      pay(s, created);
      return {created, entry: readEntry(s, product)};
    },
    judge: expectHidden,
  }),
  ...checksOf(several, {
    [`${LINK} @ wherever it stands`]: (seen) =>
      expectEveryEntry(seen, ({url, name}) => ({kind: 'External link', url, name})),
    [`${HIDDEN} @ wherever it stands`]: (seen) =>
      expectEveryEntry(seen, () => ({storefront: false})),
  }),
];
