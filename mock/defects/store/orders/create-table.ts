import {at} from '../../../../spec/json.ts';
import type {Defect, Seam} from '../../../defect.ts';
import {together} from '../../families/seams.ts';
import {defects, each, type Phrases} from '../../table.ts';
import {
  CREATE,
  free,
  kindsIn,
  lacks,
  NEW,
  refusedField,
  refusing,
  withValue,
  type Wanted,
} from './created-orders.ts';

type Which = (body: Wanted) => boolean;

/** The value that replaces a missing required member of an order. */
const DEFAULTS: Record<string, (body: Wanted) => unknown> = {
  '/type': () => 'permission',
  '/return_url': () => 'https://shop.example/',
  '/unit_price': () => 0,
  '/currency_id': () => 'ARS',
  '/user': () => ({id: 'nobody', email: 'nobody@readers.example'}),
  '/products': () => [{type: 'content', id: 'book-tides', unit_price: 0, currency_id: 'ARS'}],
  '/products/0/type': ({products}) =>
    /^\d+$/.test(String(products?.[0]?.id)) ? 'subscription' : 'content',
  '/products/0/id': ({products}) => (products?.[0]?.type === 'subscription' ? '501' : 'book-tides'),
  '/products/0/unit_price': () => 0,
  '/products/0/currency_id': () => 'ARS',
};

/** Members that the request schema requires of every order. */
const ALWAYS = new Set(['/type', '/user', '/products', '/products/0/type', '/products/0/id']);

/** The types of members that may also be null, if the schema contains them. */
const TYPES: Record<string, string> = {
  '/unit_price': 'number',
  '/user': 'object',
  '/products': 'array',
  '/products/0/unit_price': 'number',
};
const LISTED: Record<string, string[]> = {
  '/type': ['permission', 'report', 'sale'],
  '/products/0/type': ['content', 'subscription'],
};

/** Allows null in a member's schema, and does not require the member. */
function notDemanded(pointer: string): Seam[] {
  const place = pointer.replace('/0/', '/*/');
  const listed = LISTED[pointer];
  return [
    free(place, 'type', [TYPES[pointer] ?? 'string', 'null']),
    ...(listed ? [free(place, 'enum', [...listed, null])] : []),
    ...(ALWAYS.has(pointer) ? [free(place, 'required')] : []),
  ];
}

const fieldOf = (pointer: string): string => pointer.slice(1).replaceAll('/', '.');

/** Creates an order without a required member: some orders, or all. */
const filling = (pointer: string, which: Which = () => true): Seam =>
  together(
    ...notDemanded(pointer),
    NEW.instead(
      CREATE,
      ({body}) => lacks(body, pointer),
      (next, {body, view}, input) => {
        if (which(body))
          return next(view, {...input, body: withValue(body, pointer, DEFAULTS[pointer]?.(body))});
        const isLeftToWork = at(body, pointer) === undefined && !ALWAYS.has(pointer);
        return isLeftToWork ? next(view, input) : refusedField(fieldOf(pointer));
      },
    ),
  );

/** Requires an optional member, of some orders or of all. */
const demanding = (pointer: string, which: Which = () => true): Seam =>
  refusing(({body}) => lacks(body, pointer) && which(body), fieldOf(pointer));

/** Whether an order belongs to a cell of the table, according to the members that it has: one may be missing. */
const isOf =
  (type: string, kind: string): Which =>
  (body) =>
    typesOf(body).includes(type) && (kindOf(body) ?? kind) === kind;

/** The types that an order can be of. */
function typesOf(body: Wanted): string[] {
  if (body.type) return [body.type];
  return lacks(body, '/return_url') ? ['permission'] : ['report', 'sale'];
}

/** The type of the first product: ids of plans consist of digits. */
function kindOf(body: Wanted): unknown {
  const [product] = body.products ?? [];
  const [kind] = kindsIn(body);
  if (!product || kind) return kind;
  return /^\d+$/.test(String(product.id)) ? 'subscription' : 'content';
}

/** A rule about a required member: it is never required, or not in one cell. */
const required = (pointer: string, type: string, kind: string): Phrases => ({
  [`an order without ${pointer} is created`]: filling(pointer),
  [`a ${type} of ${kind} without ${pointer} is created`]: filling(pointer, isOf(type, kind)),
});

/** A rule about an optional member: it is always required, or in one cell. */
const optional = (pointer: string, type: string, kind: string): Phrases => ({
  [`${pointer} is demanded`]: demanding(pointer),
  [`${pointer} is demanded of a ${type} of ${kind}`]: demanding(pointer, isOf(type, kind)),
});

const PRODUCT = '/products/0';
const PRICE = `${PRODUCT}/unit_price`;
const CURRENCY = `${PRODUCT}/currency_id`;

/** Rules about members of orders, each with the cell in which it is broken alone. */
const cells = (
  broken: typeof required,
  rules: [rule: string, pointer: string, type: string, kind: string][],
): Record<string, Phrases> =>
  Object.fromEntries(rules.map(([rule, ...cell]) => [`store.orders.${rule}`, broken(...cell)]));

/** Defects of the create table (Orders, Create body). */
export const createTable: Defect[] = defects({
  ...cells(required, [
    ['type-is-required', '/type', 'permission', 'subscription'],
    ['return-url-is-required-with-payment', '/return_url', 'report', 'content'],
    ['price-is-required-with-payment', '/unit_price', 'sale', 'subscription'],
    ['currency-is-required-with-payment', '/currency_id', 'report', 'subscription'],
    ['user-is-required', '/user', 'sale', 'content'],
    ['products-are-required', '/products', 'permission', 'content'],
    ['product-type-is-required', `${PRODUCT}/type`, 'sale', 'subscription'],
    ['product-id-is-required', `${PRODUCT}/id`, 'report', 'content'],
    ['product-price-is-required-with-payment', PRICE, 'report', 'subscription'],
    ['product-currency-is-required-with-payment', CURRENCY, 'sale', 'content'],
  ]),
  ...cells(optional, [
    ['reference-is-optional', '/external_reference', 'report', 'subscription'],
    ['price-is-optional-for-permission', '/unit_price', 'permission', 'subscription'],
    ['currency-is-optional-for-permission', '/currency_id', 'permission', 'content'],
    ['product-name-is-optional', `${PRODUCT}/name`, 'permission', 'content'],
    ['product-price-is-optional-for-permission', PRICE, 'permission', 'subscription'],
    ['product-currency-is-optional-for-permission', CURRENCY, 'permission', 'content'],
    ['product-expiration-is-optional', `${PRODUCT}/expiration_date`, 'sale', 'subscription'],
  ]),
  'store.orders.product-url-is-optional': {
    ...optional(`${PRODUCT}/url`, 'permission', 'content'),
    ...each(['report', 'sale'], (type) => [
      `a ${type} needs it of a product of the catalog, too`,
      demanding(`${PRODUCT}/url`, isOf(type, 'content')),
    ]),
  },
  'store.orders.return-url-is-not-needed-for-permission': {
    'permission orders need a return_url': demanding('/return_url'),
    'permission orders without a price need a return_url': demanding(
      '/return_url',
      (body) => body.type === 'permission' && lacks(body, '/unit_price'),
    ),
  },
  'store.orders.product-type-can-be-either': {
    'subscriptions are not in the catalog': refusing(
      ({body}) => kindsIn(body).includes('subscription'),
      'products.0.id',
      'product-not-found',
    ),
    'reports are not for content': refusing(
      ({body}) => body.type === 'report' && kindsIn(body).includes('content'),
      'products.0.type',
    ),
    'subscriptions are not sold': refusing(
      ({body}) => body.type === 'sale' && kindsIn(body).includes('subscription'),
      'products.0.type',
    ),
  },
});
