/**
 * The create table (Orders, Create body) as data: each cell is tested together with one full order.
 */

import type {Val} from '../../../../spec/value.ts';
import {check, type Check} from '../../../language/check.ts';
import {expectOutcome, judgeEach, when} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import type {Script} from '../../../language/script.ts';
import {
  content,
  newLink,
  permission,
  priced,
  returnUrlOf,
  subscription,
  orderOf,
  order,
  ordersWith,
  type OrderedProduct,
  type Buyer,
  type OrderType,
} from '../../ordering.ts';
import {checksOfCases, sceneOfCases} from '../../../tables/cases.ts';
import {checksOfTrials, type Change} from '../../../tables/trials.ts';
import {createUser} from '../../people.ts';

const TYPES = ['permission', 'report', 'sale'] as const;
const PRODUCTS = {content, subscription} as const;
/** The types of order that have a price. */
const PAID = ['report', 'sale'] as const;
/** The type of order without a price. */
const UNPAID = ['permission'] as const;

/** A type of product. */
type ProductType = keyof typeof PRODUCTS;

/** One row of the table, for some of its columns. */
interface Row {
  /** JSON Pointer of the member. */
  at: string;
  /** Whether orders of these types require it. */
  is: 'required' | 'optional';
  types: readonly OrderType[];
  /** Key of the rule. */
  rule: string;
  /** The product types whose full order has it; default: all. */
  of?: ProductType;
  /**
   * JSON Pointer of a member that is left out together with it, because their values have to agree.
   */
  with?: string;
}

const row = (
  at: string,
  is: Row['is'],
  types: readonly OrderType[],
  rule: string,
  of?: ProductType,
): Row => ({at, is, types, rule, ...(of && {of})});

/** The table. Other checks cover members that are required "unless" something else is given. */
const TABLE: readonly Row[] = [
  row('/type', 'required', TYPES, 'type-is-required'),
  row('/external_reference', 'optional', TYPES, 'reference-is-optional'),
  row('/return_url', 'required', PAID, 'return-url-is-required-with-payment'),
  row('/unit_price', 'required', PAID, 'price-is-required-with-payment'),
  row('/unit_price', 'optional', UNPAID, 'price-is-optional-for-permission'),
  row('/currency_id', 'required', PAID, 'currency-is-required-with-payment'),
  {
    ...row('/currency_id', 'optional', UNPAID, 'currency-is-optional-for-permission'),
    // Otherwise a refusal because of another currency could not be distinguished (Errors).
    with: '/products/0/currency_id',
  },
  row('/user', 'required', TYPES, 'user-is-required'),
  row('/products', 'required', TYPES, 'products-are-required'),
  row('/products/0/type', 'required', TYPES, 'product-type-is-required'),
  row('/products/0/id', 'required', TYPES, 'product-id-is-required'),
  row('/products/0/name', 'optional', UNPAID, 'product-name-is-optional', 'content'),
  row('/products/0/url', 'optional', UNPAID, 'product-url-is-optional', 'content'),
  row('/products/0/unit_price', 'required', PAID, 'product-price-is-required-with-payment'),
  row('/products/0/unit_price', 'optional', UNPAID, 'product-price-is-optional-for-permission'),
  row('/products/0/currency_id', 'required', PAID, 'product-currency-is-required-with-payment'),
  row('/products/0/currency_id', 'optional', UNPAID, 'product-currency-is-optional-for-permission'),
  row('/products/0/expiration_date', 'optional', TYPES, 'product-expiration-is-optional'),
];

/** A day long after any run. */
const EXPIRATION = '2099-12-31';

/**
 * The body of an order of one product, with every member of the table for its type. A product of
 * the catalog gets no `name` and `url`, which are for products that are not in the catalog.
 */
function fullOrder(
  s: Script,
  type: OrderType,
  reader: Buyer,
  product: OrderedProduct,
): Record<string, Val> {
  const reference = {external_reference: s.fresh('external-id')};
  if (type !== 'permission') {
    const dated = {...product, expiration_date: EXPIRATION};
    return {...priced(s, type, reader, [dated]), ...reference};
  }
  const {return_url: _, ...money} = priced(s, 'report', reader, [product]);
  const [one] = money.products as OrderedProduct[];
  const link = product.type === 'content' ? newLink(s) : {};
  return {
    ...permission(s, reader, [{...product, ...one, ...link, expiration_date: EXPIRATION}]),
    ...reference,
    unit_price: money.unit_price ?? 0,
    currency_id: money.currency_id ?? 'ARS',
  };
}

/** The rows of the table for an order of this type for this product. */
const rowsOf = (type: OrderType, product: ProductType): Row[] =>
  TABLE.filter((one) => one.types.includes(type) && (one.of ?? product) === product);

/**
 * The order without the members of a row. For content a required member is missing, and for subscriptions it is
 * null: a deployment may treat the two differently. It is unclear whether a report, which is not paid, needs a
 * `return_url` (NS-ST-30).
 */
const without =
  (one: Row, type: OrderType, product: ProductType) =>
  (s: Script): Change | undefined => {
    const isReturnUrlOfReport = type === 'report' && one.at === '/return_url';
    if (isReturnUrlOfReport && s.chooses('NS-ST-30', 'not needed')) return undefined;
    const left = product === 'subscription' && one.is === 'required' ? null : undefined;
    return {[one.at]: left, ...(one.with !== undefined && {[one.with]: left})};
  };

/** The checks of a column. If the full order is created, a refusal is due to the missing member. */
const checksOfColumn = (type: OrderType, product: ProductType): Check[] =>
  checksOfTrials({
    scene: `store: ${type} orders of ${product}, each without one member`,
    begin: (s) => {
      const reader = createUser(s);
      const ordered = PRODUCTS[product](s);
      return ordersWith(s, () => fullOrder(s, type, reader, ordered));
    },
    when: (full, judgement) => when(isCreated(full), 'the full order was not created', judgement),
    rows: Object.fromEntries(
      rowsOf(type, product).map((one) => {
        const change = without(one, type, product);
        return [
          `store.orders.${one.rule} @ ${type} of ${product} ${one.at}`,
          one.is === 'required'
            ? {[`created without ${one.at}`]: change}
            : {[`${one.at} demanded`]: {created: change}},
        ];
      }),
    ),
  });

/** `name` and `url` are for products that are not in the catalog: one of the catalog does not need them. */
const checksOfLink = (type: OrderType): Check[] =>
  checksOfTrials({
    scene: `store: ${type} orders of a product of the catalog, with a link and without`,
    begin: (s) => {
      const reader = createUser(s);
      const linked = {...content(s), ...newLink(s)};
      return ordersWith(s, () => fullOrder(s, type, reader, linked));
    },
    when: (linked, judgement) => when(isCreated(linked), 'no such order was created', judgement),
    rows: {
      [`store.orders.product-url-is-optional @ ${type} of a product of the catalog`]: {
        demanded: {created: {'/products/0/name': undefined, '/products/0/url': undefined}},
      },
    },
  });

/** The checks of every cell of the table. */
export const createTable: Check[] = [
  ...TYPES.flatMap((type) => [
    ...checksOfColumn(type, 'content'),
    ...checksOfColumn(type, 'subscription'),
  ]),
  ...PAID.flatMap(checksOfLink),
];

/** Permission orders without and with the members that only paid orders need. */
export const needlessReturnUrl: Check = check({
  rule: 'store.orders.return-url-is-not-needed-for-permission',
  act: (s) => {
    const reader = createUser(s);
    const product = content(s);
    const body = permission(s, reader, [product]);
    return {
      without: order(s, body),
      beside: order(s, {...body, return_url: returnUrlOf(s)}),
    };
  },
  // Whether it may still be sent is open (NS-ST-29).
  judge: ({without, beside}) =>
    when([without, beside].some(isCreated), 'neither order was created', () =>
      expectOutcome(without, 'created', 'demanded'),
    ),
});

/** Orders of every type are for both types of product, with only the required members or with all members. */
export const eitherProduct: Check[] = TYPES.flatMap((type) => {
  const products = sceneOfCases({
    id: `store: ${type} orders of content and of a subscription`,
    cases: PRODUCTS,
    begin: (s) => ({reader: createUser(s)}),
    act: (s, product, {reader}) => {
      const ordered = product(s);
      return {
        bare: order(s, orderOf(s, type, reader, [ordered])),
        full: order(s, fullOrder(s, type, reader, ordered)),
      };
    },
  });
  return checksOfCases(products, type, {
    // If no order is created for either type, the product is not the reason: other rules say what such an order needs.
    'store.orders.product-type-can-be-either': (answered) => {
      const responses = answered.map(({name, seen: {bare, full}}) => ({
        name,
        response: [bare, full].find(isCreated) ?? bare,
      }));
      return when(
        responses.some(({response}) => isCreated(response)),
        'no order of this type was created',
        () =>
          judgeEach(responses, ({name, response}) =>
            expectOutcome(response, 'created', `refused for ${name}`),
          ),
      );
    },
  });
});
