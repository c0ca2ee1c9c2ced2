import {at} from '../../../../spec/json.ts';
import type {Defect, Seam} from '../../../defect.ts';
import {around, breaking} from '../../breaking.ts';
import {
  CREATE,
  kindsIn,
  lacks,
  refusedField,
  refusing,
  wanted,
  withValue,
  type Wanted,
} from './created-orders.ts';

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
  const place = {
    seam: 'schema',
    in: 'createOrder',
    pointer: pointer.replace('/0/', '/*/'),
  } as const;
  const listed = LISTED[pointer];
  return [
    {...place, keyword: 'type', as: [TYPES[pointer] ?? 'string', 'null']},
    ...(listed ? [{...place, keyword: 'enum', as: [...listed, null]}] : []),
    ...(ALWAYS.has(pointer) ? [{...place, keyword: 'required'}] : []),
  ];
}

/** Creates an order without a required member: some orders, or all. */
const filling = (pointer: string, which: (body: Wanted) => boolean = () => true): Seam => ({
  seam: 'several',
  seams: [
    ...notDemanded(pointer),
    around(CREATE, (next) => (view, input) => {
      const body = wanted(input);
      if (!lacks(body, pointer)) return next(view, input);
      const isLeftToWork = at(body, pointer) === undefined && !ALWAYS.has(pointer);
      if (!which(body))
        return isLeftToWork
          ? next(view, input)
          : refusedField(pointer.slice(1).replaceAll('/', '.'));
      return next(view, {...input, body: withValue(body, pointer, DEFAULTS[pointer]?.(body))});
    }),
  ],
});

/** Requires an optional member, of some orders or of all. */
const demanding = (pointer: string, which: (body: Wanted) => boolean = () => true): Seam =>
  refusing((body) => lacks(body, pointer) && which(body), pointer.slice(1).replaceAll('/', '.'));

/** Whether an order belongs to a cell of the table, according to the members that it has: one may be missing. */
const isOf =
  (type: string, kind: string) =>
  (body: Wanted): boolean =>
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
const required = (key: string, pointer: string, [type, kind]: [string, string]): Defect[] => [
  ...breaking(`store.orders.${key}`, {
    [`an order without ${pointer} is created`]: filling(pointer),
  }),
  ...breaking(`store.orders.${key}`, {
    [`a ${type} of ${kind} without ${pointer} is created`]: filling(pointer, isOf(type, kind)),
  }),
];

/** A rule about an optional member: it is always required, or in one cell. */
const optional = (key: string, pointer: string, [type, kind]: [string, string]): Defect[] => [
  ...breaking(`store.orders.${key}`, {[`${pointer} is demanded`]: demanding(pointer)}),
  ...breaking(`store.orders.${key}`, {
    [`${pointer} is demanded of a ${type} of ${kind}`]: demanding(pointer, isOf(type, kind)),
  }),
];

/** Defects of the create table (Orders, Create body). */
export const createTable: Defect[] = [
  ...required('type-is-required', '/type', ['permission', 'subscription']),
  ...required('return-url-is-required-with-payment', '/return_url', ['report', 'content']),
  ...required('price-is-required-with-payment', '/unit_price', ['sale', 'subscription']),
  ...required('currency-is-required-with-payment', '/currency_id', ['report', 'subscription']),
  ...required('user-is-required', '/user', ['sale', 'content']),
  ...required('products-are-required', '/products', ['permission', 'content']),
  ...required('product-type-is-required', '/products/0/type', ['sale', 'subscription']),
  ...required('product-id-is-required', '/products/0/id', ['report', 'content']),
  ...required('product-price-is-required-with-payment', '/products/0/unit_price', [
    'report',
    'subscription',
  ]),
  ...required('product-currency-is-required-with-payment', '/products/0/currency_id', [
    'sale',
    'content',
  ]),
  ...optional('reference-is-optional', '/external_reference', ['report', 'subscription']),
  ...optional('price-is-optional-for-permission', '/unit_price', ['permission', 'subscription']),
  ...optional('currency-is-optional-for-permission', '/currency_id', ['permission', 'content']),
  ...optional('product-name-is-optional', '/products/0/name', ['permission', 'content']),
  ...optional('product-url-is-optional', '/products/0/url', ['permission', 'content']),
  ...breaking('store.orders.product-url-is-optional', {
    'a report needs it of a product of the catalog, too': demanding(
      '/products/0/url',
      isOf('report', 'content'),
    ),
    'a sale needs it of a product of the catalog, too': demanding(
      '/products/0/url',
      isOf('sale', 'content'),
    ),
  }),
  ...optional('product-price-is-optional-for-permission', '/products/0/unit_price', [
    'permission',
    'subscription',
  ]),
  ...optional('product-currency-is-optional-for-permission', '/products/0/currency_id', [
    'permission',
    'content',
  ]),
  ...optional('product-expiration-is-optional', '/products/0/expiration_date', [
    'sale',
    'subscription',
  ]),
  ...breaking('store.orders.return-url-is-not-needed-for-permission', {
    'permission orders need a return_url': demanding('/return_url'),
    'permission orders without a price need a return_url': demanding(
      '/return_url',
      (body) => body.type === 'permission' && lacks(body, '/unit_price'),
    ),
  }),
  ...breaking('store.orders.product-type-can-be-either', {
    'subscriptions are not in the catalog': refusing(
      (body) => kindsIn(body).includes('subscription'),
      'products.0.id',
      'product-not-found',
    ),
    'reports are not for content': refusing(
      ({type, ...body}) => type === 'report' && kindsIn(body).includes('content'),
      'products.0.type',
    ),
  }),
  ...breaking('store.orders.product-type-can-be-either', {
    'subscriptions are not sold': refusing(
      ({type, ...body}) => type === 'sale' && kindsIn(body).includes('subscription'),
      'products.0.type',
    ),
  }),
];
