/**
 * The create table (Orders, Create body) as data: each cell is tested together with one full order.
 */

import {withAt} from '../../../../spec/json.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {
  check,
  checksAt,
  sharedScene,
  type Check,
  type Judgement,
  type Scene,
} from '../../../language/check.ts';
import {all, expectOutcome, notApplicable, undecided, when} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {
  content,
  newLink,
  permission,
  priced,
  returnUrlOf,
  subscription,
  orderOf,
  type OrderedProduct,
  type Buyer,
  type OrderType,
} from '../../ordering.ts';
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

/** The exchanges of a scene of cells: the full order, and one order without each member. */
type CellsSeen = Record<string, Exchange>;

const cellName = ({at}: Row): string => `without ${at}`;

/** The rows of the table for an order of this type for this product. */
const rowsOf = (type: OrderType, product: ProductType): Row[] =>
  TABLE.filter((one) => one.types.includes(type) && (one.of ?? product) === product);

/**
 * A body without the members of a row. For content a required member is missing, and for subscriptions it is
 * null: a deployment may treat the two differently.
 */
function without(body: Record<string, Val>, product: ProductType, one?: Row): Record<string, Val> {
  const left = product === 'subscription' && one?.is === 'required' ? null : undefined;
  const named = [one?.at, one?.with].filter((at) => at !== undefined);
  const edited = named.reduce<unknown>((sent, at) => withAt(sent, at, left), body);
  return edited as Record<string, Val>;
}

/** The cells of one column. */
function cellsOf(type: OrderType, product: ProductType): Scene<unknown, Record<string, Handle>> {
  return sharedScene({
    id: `store: ${type} orders of ${product}, each without one member`,
    api: 'store',
    act: (s) => {
      const reader = createUser(s);
      const ordered = PRODUCTS[product](s);
      const send = (one?: Row): Handle =>
        s.call('createOrder', {body: without(fullOrder(s, type, reader, ordered), product, one)});
      // It is unclear whether a report, which is not paid, needs a `return_url` (NS-ST-30).
      const isRelaxed = type === 'report' && s.chooses('NS-ST-30', 'not needed');
      const cells = rowsOf(type, product)
        .filter(({at}) => !(isRelaxed && at === '/return_url'))
        .map((one) => [cellName(one), send(one)] as const);
      const linked =
        isPriced(type) && product === 'content' ? {...ordered, ...newLink(s)} : undefined;
      return {
        full: send(),
        ...(linked && {linked: s.call('createOrder', {body: fullOrder(s, type, reader, linked)})}),
        ...Object.fromEntries(cells),
      };
    },
  });
}

const isPriced = (type: OrderType): boolean => type !== 'permission';

/**
 * A product of the catalog needs no `name` and `url`, which are for products that are not in the
 * catalog.
 */
const checksOfLink = (scene: Scene<unknown, Record<string, Handle>>, type: OrderType): Check[] =>
  checksAt(scene, 'store.orders.product-url-is-optional', {
    [`${type} of a product of the catalog`]: ({full, linked}: CellsSeen) =>
      full && linked
        ? when(isCreated(linked), 'no such order was created', () =>
            expectOutcome(full, 'created', 'demanded'),
          )
        : undecided('the orders were not sent'),
  });

/**
 * Judges only if the full order is created: this shows that a refusal is due to the
 * missing member.
 */
function whenFullCreated(
  seen: CellsSeen,
  one: Row,
  judgement: (cell: Exchange) => Judgement,
): Judgement {
  const cell = seen[cellName(one)];
  if (!cell) return notApplicable(`the profile says that \`${one.at}\` is not needed`);
  const isCreated = seen.full?.situations.includes('created') === true;
  return when(isCreated, 'the full order was not created', () => judgement(cell));
}

const checksOfCell = (
  scene: Scene<unknown, Record<string, Handle>>,
  column: string,
  one: Row,
): Check[] =>
  checksAt(scene, `store.orders.${one.rule}`, {
    [`${column} ${one.at}`]: (seen: CellsSeen) =>
      whenFullCreated(seen, one, (cell) =>
        one.is === 'required'
          ? expectOutcome(cell, 'invalid', `created without ${one.at}`)
          : expectOutcome(cell, 'created', `${one.at} demanded`),
      ),
  });

/** The checks of every cell of the table. */
export const createTable: Check[] = TYPES.flatMap((type) =>
  (Object.keys(PRODUCTS) as ProductType[]).flatMap((product) => {
    const scene = cellsOf(type, product);
    return [
      ...rowsOf(type, product).flatMap((one) => checksOfCell(scene, `${type} of ${product}`, one)),
      ...(isPriced(type) && product === 'content' ? checksOfLink(scene, type) : []),
    ];
  }),
);

/** Permission orders without and with the members that only paid orders need. */
export const needlessReturnUrl: Check = check({
  rule: 'store.orders.return-url-is-not-needed-for-permission',
  act: (s) => {
    const reader = createUser(s);
    const product = content(s);
    const body = permission(s, reader, [product]);
    return {
      without: s.call('createOrder', {body}),
      beside: s.call('createOrder', {body: {...body, return_url: returnUrlOf(s)}}),
    };
  },
  // Whether it may still be sent is open (NS-ST-29).
  judge: ({without, beside}) =>
    when([without, beside].some(isCreated), 'neither order was created', () =>
      expectOutcome(without, 'created', 'demanded'),
    ),
});

type EitherSeen = Record<ProductType | `full ${ProductType}`, Exchange>;

/**
 * Orders of one type for each type of product, with only the required members and with all members.
 */
const ofEither = (type: OrderType) =>
  sharedScene({
    id: `store: ${type} orders of content and of a subscription`,
    api: 'store',
    act: (s) => {
      const reader = createUser(s);
      const [title, plan] = [content(s), subscription(s)];
      const send = (body: Record<string, Val>): Handle => s.call('createOrder', {body});
      const bare = (product: OrderedProduct): Record<string, Val> =>
        orderOf(s, type, reader, [product]);
      return {
        content: send(bare(title)),
        subscription: send(bare(plan)),
        'full content': send(fullOrder(s, type, reader, title)),
        'full subscription': send(fullOrder(s, type, reader, plan)),
      };
    },
  });

/** Orders of every type are for both types of product. */
export const eitherProduct: Check[] = TYPES.flatMap((type) =>
  checksAt(ofEither(type), 'store.orders.product-type-can-be-either', {
    [type]: expectEitherCreated,
  }),
);

/**
 * At least one order for each product type is created. If none is created for either type, the
 * product is not the reason: other rules say what such an order needs.
 */
function expectEitherCreated(seen: EitherSeen): Judgement {
  const products = Object.keys(PRODUCTS) as ProductType[];
  const ordersOf = (product: ProductType): Exchange[] => [seen[product], seen[`full ${product}`]];
  const createdFor = (product: ProductType): Exchange | undefined =>
    ordersOf(product).find(isCreated);
  return when(products.some(createdFor), 'no order of this type was created', () =>
    all(
      ...products.map((product) =>
        expectOutcome(createdFor(product) ?? seen[product], 'created', `refused for ${product}`),
      ),
    ),
  );
}
