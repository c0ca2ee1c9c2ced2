import {isUrl} from '../../../../spec/url.ts';
import type {Defect, Seam} from '../../../defect.ts';
import type {User} from '../../../store/users/user.ts';
import {around, atPlace, breaking} from '../../breaking.ts';
import {
  answeredOtherwise,
  CREATE,
  refusedField,
  refusing,
  takingFor,
  wanted,
  withValue,
  type Wanted,
} from './created-orders.ts';

/** Ignores or changes a keyword of the request's schema. */
const keyword = (pointer: string, name: string, as?: unknown): Seam => ({
  seam: 'schema',
  in: 'createOrder',
  pointer,
  keyword: name,
  ...(as !== undefined && {as}),
});

const several = (...seams: Seam[]): Seam => ({seam: 'several', seams});

/** Shifts the bounds of a member's length by one, in either direction. */
const offByOne = (pointer: string): Record<string, Seam> => ({
  '65 characters are taken': keyword(pointer, 'maxLength', 65),
  '64 characters are refused': keyword(pointer, 'maxLength', 63),
});

const endOf = ({products}: Wanted): string => String(products?.[0]?.expiration_date ?? '');

/** Accepts an end in another form as a date; anything that is no date then is refused as it should be. */
const endingOn = (day: (end: string) => string | undefined): Seam =>
  several(
    keyword('/products/*/expiration_date', 'format'),
    around(CREATE, (next) => (view, input) => {
      const body = wanted(input);
      if (endOf(body) === '') return next(view, input);
      const end = day(endOf(body));
      if (end !== undefined && !isDay(end)) return refusedField('products.0.expiration_date');
      return next(view, {...input, body: withValue(body, '/products/0/expiration_date', end)});
    }),
  );

const userOf = ({user}: Wanted): {id?: string; email?: string} => user ?? {};

/** Adds the id of a user who is identified by the email only. */
const withId =
  (which: (body: Wanted) => boolean) =>
  (body: Wanted): Wanted | undefined =>
    which(body) && userOf(body).id === undefined
      ? withValue(body, '/user/id', userOf(body).email ?? 'nobody')
      : undefined;

/** An order whose products have its currency, too. */
const withCurrency = (body: Wanted, currency: string): Wanted => ({
  ...body,
  currency_id: currency,
  products: body.products?.map((product) => ({...product, currency_id: currency})) ?? [],
});

/** Defects of forms, lengths, and how an order identifies its user (Orders, Create body). */
export const bounds: Defect[] = [
  ...breaking('store.orders.return-url-must-be-a-url', {
    'any text is taken': keyword('/return_url', 'format'),
    'a path is taken': keyword('/return_url', 'format', 'uri-reference'),
  }),
  ...breaking('store.orders.price-must-be-a-number', {
    'a word is 0': several(
      keyword('/unit_price', 'type', ['number', 'string']),
      takingFor((body) =>
        typeof body.unit_price === 'string' ? {...body, unit_price: 0} : undefined,
      ),
    ),
    'an object is 0': several(
      keyword('/unit_price', 'type', ['number', 'object']),
      takingFor((body) =>
        typeof (body.unit_price as unknown) === 'object' ? {...body, unit_price: 0} : undefined,
      ),
    ),
  }),
  ...breaking('store.orders.currency-must-be-iso-4217', {
    'any text is a currency': {seam: 'skip', situation: 'currency-unknown', in: ['createOrder']},
    'figures are a currency': takingFor((body) =>
      /^\d+$/.test(String(body.currency_id)) ? {...body, currency_id: 'ARS'} : undefined,
    ),
  }),
  ...(['permission', 'sale'] as const).flatMap((type) =>
    atPlace(`of a ${type} order`, [
      ...breaking('store.orders.currency-must-be-iso-4217', {
        [`any text is the currency of a ${type} order`]: takingFor((body) =>
          body.type === type && !/^[A-Z]{3}$/.test(body.currency_id ?? 'ARS')
            ? withCurrency(body, 'ARS')
            : undefined,
        ),
      }),
      ...breaking('store.orders.price-must-be-a-number', {
        [`any value is the price of a ${type} order`]: several(
          keyword('/unit_price', 'type', ['number', 'string', 'object']),
          around(CREATE, (next) => (view, input) => {
            const body = wanted(input);
            if (typeof body.unit_price === 'number' || body.unit_price === undefined)
              return next(view, input);
            return body.type === type
              ? next(view, {...input, body: {...body, unit_price: 0}})
              : refusedField('unit_price');
          }),
        ),
      }),
    ]),
  ),
  ...atPlace(
    'of a sale order',
    breaking('store.orders.return-url-must-be-a-url', {
      'any text is the URL of a sale': several(
        keyword('/return_url', 'format'),
        refusing(
          ({type, return_url: url}) => type !== 'sale' && url !== undefined && !isUrl(url),
          'return_url',
        ),
      ),
    }),
  ),
  ...breaking('store.orders.product-expiration-is-a-date', {
    'any text is no end': endingOn((end) => (isDay(end) ? end : undefined)),
    'the day may come first': endingOn((end) => end.replace(/^(\d\d)-(\d\d)-(\d{4})$/, '$3-$2-$1')),
    'a month has any day': endingOn((end) => end.replace(/-02-30$/, '-03-02')),
  }),
  ...breaking('store.orders.product-type-is-required', {
    'a product of another type is taken': keyword('/products/*/type', 'enum', [
      'content',
      'subscription',
      'magazine',
    ]),
  }),
  ...breaking('store.orders.products-are-not-empty', {
    'an empty list is taken': keyword('/products', 'minItems'),
  }),
  ...breaking('store.orders.products-are-required', {
    'a text stands for the catalog': several(
      keyword('/products', 'type'),
      takingFor((body) =>
        Array.isArray(body.products)
          ? undefined
          : {...body, products: [{type: 'content', id: 'book-tides'}]},
      ),
    ),
  }),
  ...breaking('store.orders.product-id-is-at-most-64', offByOne('/products/*/id')),
  ...breaking('store.orders.product-name-is-at-most-64', offByOne('/products/*/name')),
  ...breaking('store.orders.product-url-must-be-a-url', {
    'any text is taken': keyword('/products/*/url', 'format'),
    'words are taken': keyword('/products/*/url', 'format', 'regex'),
    'what is no URL becomes one': several(
      keyword('/products/*/url', 'format'),
      takingFor((body) => ({
        ...body,
        products: (body.products ?? []).map((product) =>
          product.url === undefined || isUrl(product.url)
            ? product
            : {...product, url: 'https://store.example/'},
        ),
      })),
    ),
  }),
  ...atPlace(
    'a product of the catalog',
    breaking('store.orders.product-url-must-be-a-url', {
      'a text that is no URL is left out': several(
        keyword('/products/*/url', 'format'),
        takingFor((body) => ({
          ...body,
          products: (body.products ?? []).map(({url, ...product}) =>
            isUrl(String(url)) ? {...product, url} : product,
          ),
        })),
      ),
    }),
  ),
  ...breaking('store.orders.user-id-is-enough', {
    'an email is needed, too': refusing((body) => userOf(body).email === undefined, 'user.email'),
    'reports need the email, too': refusing(
      (body) => body.type === 'report' && userOf(body).email === undefined,
      'user.email',
    ),
  }),
  ...breaking('store.orders.user-email-is-enough', {
    'an id is needed, too': refusing((body) => userOf(body).id === undefined, 'user.id'),
    'the email finds nobody for a report': refusing(
      (body) => body.type === 'report' && userOf(body).id === undefined,
      'user.email',
      'user-refused',
    ),
  }),
  ...breaking('store.orders.user-needs-id-or-email', {
    'neither is needed': takingFor((body) =>
      Object.keys(userOf(body)).length ? undefined : {...body, user: {id: 'nobody'}},
    ),
    'a report needs neither': takingFor((body) =>
      body.type === 'report' && !Object.keys(userOf(body)).length
        ? {...body, user: {id: 'nobody'}}
        : undefined,
    ),
  }),
  ...breaking('store.orders.user-id-is-required-for-sale', {
    'the email is enough': takingFor(withId(({type}) => type === 'sale')),
    'the email of a user who exists is enough': takingFor((body, view) => {
      const {id, email = ''} = userOf(body);
      const user = view.by<User>('users', 'email', email);
      return body.type === 'sale' && id === undefined && user
        ? withValue(body, '/user/id', user.external_id)
        : undefined;
    }),
  }),
  ...breaking('store.orders.sale-may-need-the-email', {
    'a sale by id alone is answered 410': answeredOtherwise(
      (body) => body.type === 'sale' && userOf(body).email === undefined,
    ),
    'a sale by id alone is answered 410 where it has no reference': answeredOtherwise(
      (body) =>
        body.type === 'sale' &&
        userOf(body).email === undefined &&
        body.external_reference === undefined,
    ),
  }),
  ...breaking('store.orders.user-id-is-at-most-64', offByOne('/user/id')),
  ...breaking('store.orders.user-email-must-be-valid', {
    'any text is an address': keyword('/user/email', 'format'),
    'beside an id any text is an address': several(
      keyword('/user/email', 'format'),
      refusing((body) => {
        const {id, email} = userOf(body);
        return id === undefined && email !== undefined && !/^[^@]+@[^@]+$/.test(email);
      }, 'user.email'),
    ),
  }),
];

/** An existing date in the form YYYY-MM-DD. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(Date.parse(text))) return false;
  return new Date(text).toISOString().startsWith(text);
}
