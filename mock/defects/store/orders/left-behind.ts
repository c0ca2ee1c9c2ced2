/** Defects of refused creations that leave something behind (Errors). */

import type {Defect} from '../../../defect.ts';
import {isRefused} from '../../../operation.ts';
import {atPlace, breaking, around} from '../../breaking.ts';
import {CREATE, leaving, withValue, type Wanted} from './created-orders.ts';
import {isInCatalog} from './wanted-products.ts';
import {invalid} from '../../../store/invalid.ts';

/** The body with the first product only, if there are more. */
const firstOnly = (body: Wanted): Wanted | undefined =>
  (body.products?.length ?? 0) > 1
    ? {...body, products: body.products?.slice(0, 1) ?? []}
    : undefined;

/** Defects of the orders, users and products of refused creations. */
export const leftBehind: Defect[] = [
  ...atPlace(
    'and takes no reference',
    breaking('store.orders.refused-create-makes-nothing', {
      'a refused creation keeps its reference': around(CREATE, (next) => {
        const kept = new Set<unknown>();
        return (view, input) => {
          const {external_reference: reference} = input.body as Wanted;
          if (reference !== undefined && kept.has(reference))
            return invalid({external_reference: ['The external_reference has been used.']});
          const done = next(view, input);
          if (isRefused(done)) kept.add(reference);
          return done;
        };
      }),
    }),
  ),
  ...breaking('store.orders.refused-create-makes-nothing', {
    'an order of the products that are known': leaving(firstOnly, 'orders'),
    'an order without a reference': leaving(
      ({external_reference: _reference, ...body}) => firstOnly(body),
      'orders',
    ),
  }),
  ...breaking('store.orders.refused-create-makes-no-user', {
    'the user of an order for no product': leaving(
      (body) =>
        body.type === 'permission' ? withValue(body, '/products/0/id', 'book-tides') : undefined,
      'users',
    ),
    'the user of an order whose second product is missing': leaving(
      (body) =>
        body.type === 'permission'
          ? withValue(body, '/products', [{type: 'content', id: 'book-tides'}])
          : undefined,
      'users',
    ),
  }),
  ...atPlace(
    'whose second product is missing',
    breaking('store.orders.refused-create-makes-no-user', {
      'the user of an order whose first product is in the catalog': leaving((body, view) => {
        const [first, ...others] = body.products ?? [];
        const isKnown = body.type === 'permission' && isInCatalog(body, view);
        return first && others.length > 0 && isKnown ? {...body, products: [first]} : undefined;
      }, 'users'),
    }),
  ),
  ...breaking('store.orders.refused-create-makes-no-product', {
    'the product of an order that lacks a currency': leaving(
      (body) => withValue(body, '/products/0/currency_id', body.currency_id ?? 'ARS'),
      'issues',
    ),
    'the product of a sale that lacks a currency': leaving(
      (body) =>
        body.type === 'sale'
          ? withValue(body, '/products/0/currency_id', body.currency_id ?? 'ARS')
          : undefined,
      'issues',
    ),
  }),
  ...(['report', 'sale'] as const).flatMap((type) =>
    atPlace(
      `of a ${type} whose second product is missing`,
      breaking('store.orders.refused-create-makes-no-product', {
        [`the first product of a ${type} whose second one is missing`]: leaving(
          (body) =>
            body.type === type && body.products?.[1]?.url === undefined
              ? {...body, products: body.products?.slice(0, 1) ?? []}
              : undefined,
          'issues',
        ),
      }),
    ),
  ),
  ...atPlace(
    'of a sale in two currencies',
    breaking('store.orders.refused-create-makes-no-product', {
      'the first product of a sale whose second one has another currency': leaving((body) => {
        const [first, ...others] = body.products ?? [];
        const isOther = others.some(({currency_id: code}) => code !== body.currency_id);
        return first && body.type === 'sale' && isOther ? {...body, products: [first]} : undefined;
      }, 'issues'),
    }),
  ),
];
