/** Defects of forms and lengths (Orders, Create body; Cancel). */

import {isUrl} from '../../../../spec/url.ts';
import type {Defect, Seam} from '../../../defect.ts';
import type {View} from '../../../operation.ts';
import type {Order} from '../../../store/orders/order.ts';
import type {User} from '../../../store/users/user.ts';
import {together, unchecked, unguarded} from '../../families/seams.ts';
import {ABSENT, type When} from '../../families/when.ts';
import {bytesOf} from '../../families/texts.ts';
import {defects, type Phrases} from '../../table.ts';
import {CANCEL, ORDER} from './changed-orders.ts';
import {
  answeredOtherwise,
  CREATE,
  free,
  NEW,
  refusedField,
  refusing,
  taking,
  withValue,
  type Wanted,
} from './created-orders.ts';

type Product = NonNullable<Wanted['products']>[number];

const IN_ARS = {currency_id: 'ARS'};
const END = '/products/0/expiration_date';

/** Shifts the bounds of a member's length by one, in either direction. */
const offByOne = (pointer: string): Phrases => ({
  '65 characters are taken': free(pointer, 'maxLength', 65),
  '64 characters are refused': free(pointer, 'maxLength', 63),
});

/** Accepts an end in another form as a date; anything that is no date then is refused as it should be. */
const endingOn = (day: (end: string) => string | undefined): Seam =>
  together(
    free('/products/*/expiration_date', 'format'),
    NEW.instead(CREATE, {}, (next, {body, view}, input) => {
      const given = String(body.products?.[0]?.expiration_date ?? '');
      if (given === '') return next(view, input);
      const end = day(given);
      return end !== undefined && !isDay(end)
        ? refusedField('products.0.expiration_date')
        : next(view, {...input, body: withValue(body, END, end)});
    }),
  );

const isText = (value: unknown): boolean => typeof value === 'string';
const isNoNumber = (value: unknown): boolean => typeof value !== 'number';
const isNoUrl = (text: string): boolean => !isUrl(text);
const isNobody = (user: object): boolean => Object.keys(user).length === 0;
const hasNoId = ({id}: {id?: string}): boolean => id === undefined;
const hasNoEmail = ({email}: {email?: string}): boolean => email === undefined;

/** Adds the id of a user who is identified by the email only. */
const identifying = (idOf: (email: string, view: View) => string | null | undefined): Seam =>
  taking({body: {type: 'sale', user: hasNoId}}, (body, view) => {
    const id = idOf(body.user?.email ?? 'nobody', view);
    return id === undefined ? undefined : withValue(body, '/user/id', id);
  });

/** An order whose products are changed. */
const withProducts = (body: Wanted, other: (product: Product) => Partial<Product>): Wanted => ({
  ...body,
  products: (body.products ?? []).map((product) => ({...product, ...other(product)})),
});

/** Gives the URLs of products that are none another value. */
const urlsAs = (other: {url: string | undefined}): Seam =>
  together(
    free('/products/*/url', 'format'),
    taking({}, (body) =>
      withProducts(body, ({url}) => (url === undefined || isUrl(url) ? {} : other)),
    ),
  );

/** Takes any price of orders of a type, and refuses those of others. */
const anyPriceOf = (type: Order['type']): Seam =>
  together(
    free('/unit_price', 'type', ['number', 'string', 'object']),
    refusing({body: {type: (given) => given !== type, unit_price: isNoNumber}}, 'unit_price'),
    taking({body: {type, unit_price: isNoNumber}}, {unit_price: 0}),
  );

const ofType = (type: 'permission' | 'sale'): Record<string, Phrases> => ({
  [`store.orders.currency-must-be-iso-4217 @ of a ${type} order`]: {
    [`any text is the currency of a ${type} order`]: taking(
      {body: {type, currency_id: /^(?![A-Z]{3}$)/}},
      (body) => ({...withProducts(body, () => IN_ARS), ...IN_ARS}),
    ),
  },
  [`store.orders.price-must-be-a-number @ of a ${type} order`]: {
    [`any value is the price of a ${type} order`]: anyPriceOf(type),
  },
});

const isBeyond64 = (text = ''): boolean => bytesOf(text) > 64;

/** Counts the bytes of a member of creations. */
const inBytes = (what: string, field: string, body: object): Phrases => ({
  [`the bytes of ${what} are counted`]: refusing({body} as When<Order, Wanted>, field),
});

const refusingReason = (reason: (text: string) => boolean): Seam =>
  ORDER.refusing(CANCEL, 'invalid', {body: {reason}});

/** Defects of forms, lengths, and how an order identifies its user. */
export const bounds: Defect[] = defects({
  ...ofType('permission'),
  ...ofType('sale'),
  'store.orders.return-url-must-be-a-url': {
    'any text is taken': free('/return_url', 'format'),
    'a path is taken': free('/return_url', 'format', 'uri-reference'),
  },
  'store.orders.return-url-must-be-a-url @ of a sale order': {
    'any text is the URL of a sale': together(
      free('/return_url', 'format'),
      refusing({body: {type: ['permission', 'report'], return_url: isNoUrl}}, 'return_url'),
    ),
  },
  'store.orders.price-must-be-a-number': {
    'a word is 0': together(
      free('/unit_price', 'type', ['number', 'string']),
      taking({body: {unit_price: isText}}, {unit_price: 0}),
    ),
    'an object is 0': together(
      free('/unit_price', 'type', ['number', 'object']),
      taking({body: {unit_price: (price: unknown) => typeof price === 'object'}}, {unit_price: 0}),
    ),
  },
  'store.orders.currency-must-be-iso-4217': {
    'any text is a currency': unguarded('currency-unknown', CREATE),
    'figures are a currency': taking({body: {currency_id: /^\d+$/}}, IN_ARS),
  },
  'store.orders.product-expiration-is-a-date': {
    'any text is no end': endingOn((end) => (isDay(end) ? end : undefined)),
    'the day may come first': endingOn((end) => end.replace(/^(\d\d)-(\d\d)-(\d{4})$/, '$3-$2-$1')),
    'a month has any day': endingOn((end) => end.replace(/-02-30$/, '-03-02')),
  },
  'store.orders.product-type-is-required': {
    'a product of another type is taken': free('/products/*/type', 'enum', [
      'content',
      'subscription',
      'magazine',
    ]),
  },
  'store.orders.products-are-not-empty': {'an empty list is taken': free('/products', 'minItems')},
  'store.orders.products-are-required': {
    'a text stands for the catalog': together(
      free('/products', 'type'),
      taking(
        {body: {products: (products) => !Array.isArray(products)}},
        {products: [{type: 'content', id: 'book-tides'}]},
      ),
    ),
  },
  'store.orders.product-id-is-at-most-64': offByOne('/products/*/id'),
  'store.orders.product-name-is-at-most-64': offByOne('/products/*/name'),
  'store.orders.product-url-must-be-a-url': {
    'any text is taken': free('/products/*/url', 'format'),
    'words are taken': free('/products/*/url', 'format', 'regex'),
    'what is no URL becomes one': urlsAs({url: 'https://store.example/'}),
  },
  'store.orders.product-url-must-be-a-url @ a product of the catalog': {
    'a text that is no URL is left out': urlsAs({url: undefined}),
  },
  'store.orders.user-id-is-enough': {
    'an email is needed, too': refusing({body: {user: hasNoEmail}}, 'user.email'),
    'reports need the email, too': refusing(
      {body: {type: 'report', user: hasNoEmail}},
      'user.email',
    ),
  },
  'store.orders.user-email-is-enough': {
    'an id is needed, too': refusing({body: {user: hasNoId}}, 'user.id'),
    'the email finds nobody for a report': refusing(
      {body: {type: 'report', user: hasNoId}},
      'user.email',
      'user-refused',
    ),
  },
  'store.orders.user-needs-id-or-email': {
    'neither is needed': taking({body: {user: isNobody}}, {user: {id: 'nobody'}}),
    'a report needs neither': taking(
      {body: {type: 'report', user: isNobody}},
      {user: {id: 'nobody'}},
    ),
  },
  'store.orders.user-id-is-required-for-sale': {
    'the email is enough': identifying((email) => email),
    'the email of a user who exists is enough': identifying(
      (email, view) => view.by<User>('users', 'email', email)?.external_id,
    ),
  },
  'store.orders.sale-may-need-the-email': {
    'a sale by id alone is answered 410': answeredOtherwise({
      body: {type: 'sale', user: hasNoEmail},
    }),
    'a sale by id alone is answered 410 where it has no reference': answeredOtherwise({
      body: {type: 'sale', user: hasNoEmail, external_reference: ABSENT},
    }),
  },
  'store.orders.user-id-is-at-most-64': offByOne('/user/id'),
  'store.orders.user-email-must-be-valid': {
    'any text is an address': free('/user/email', 'format'),
    'beside an id any text is an address': together(
      free('/user/email', 'format'),
      refusing(
        {body: {user: ({id, email}) => id === undefined && !/^[^@]+@[^@]+$/.test(email ?? 'a@b')}},
        'user.email',
      ),
    ),
  },
  // Lengths of letters that are not ASCII.
  'store.orders.reference-is-at-most-64 @ of letters that are not ASCII': inBytes(
    'a reference',
    'external_reference',
    {external_reference: isBeyond64},
  ),
  'store.orders.user-id-is-at-most-64 @ of letters that are not ASCII': inBytes(
    'the id of a user',
    'user.id',
    {user: ({id}: {id?: string}) => isBeyond64(id)},
  ),
  'store.orders.product-id-is-at-most-64 @ of letters that are not ASCII': inBytes(
    'the id of a product',
    'products.0.id',
    {products: ([first]: [{id: string}]) => isBeyond64(first.id)},
  ),
  'store.orders.product-name-is-at-most-64 @ of letters that are not ASCII': inBytes(
    'the name of a product',
    'products.0.name',
    {products: ([first]: [{name?: string}]) => isBeyond64(first.name)},
  ),
  'store.orders.cancel-reason-is-3-to-150 @ of letters that are not ASCII': {
    'the bytes of a reason are counted': refusingReason((reason) => bytesOf(reason) > 150),
    'two letters are enough where they take more than two bytes': together(
      unchecked('cancelOrder', '/reason', 'minLength', 2),
      refusingReason((reason) => bytesOf(reason) < 3),
    ),
  },
  'store.orders.cancel-reason-is-3-to-150 @ each kind of value': {
    'a reason with characters beyond 16 bits is refused': refusingReason((reason) =>
      /[^\0-\uFFFF]/u.test(reason),
    ),
  },
});

/** An existing date in the form YYYY-MM-DD. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(Date.parse(text))) return false;
  return new Date(text).toISOString().startsWith(text);
}
