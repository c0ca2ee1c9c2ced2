/** Defects of refused creations that leave something behind (Errors). */

import type {Defect} from '../../../defect.ts';
import {isRefused} from '../../../operation.ts';
import type {OrderType} from '../../../store/orders/order.ts';
import {around} from '../../breaking.ts';
import {defects, type Phrases} from '../../table.ts';
import {areSeveral} from './changed-orders.ts';
import {CREATE, leaving, refusedField, withValue, wanted, type Wanted} from './created-orders.ts';
import {isInCatalog} from './products.ts';

const SEVERAL = {body: {products: areSeveral}};
const PERMISSION = {body: {type: 'permission' as const}};
const SALE = {body: {type: 'sale' as const}};

/** The body with the first product only. */
const firstOnly = (body: Wanted): Wanted => ({
  ...body,
  products: (body.products ?? []).slice(0, 1),
});

const withCurrency = (body: Wanted): Wanted =>
  withValue(body, '/products/0/currency_id', body.currency_id ?? 'ARS');

const ofSecond = (type: OrderType): Record<string, Phrases> => ({
  [`store.orders.refused-create-makes-no-product @ of a ${type} whose second product is missing`]: {
    [`the first product of a ${type} whose second one is missing`]: leaving(
      'issues',
      ({body}) => body.type === type && body.products?.[1]?.url === undefined,
      firstOnly,
    ),
  },
});

/** Refuses the references of refused creations. */
const keepingReferences = around(CREATE, (next) => {
  const kept = new Set<unknown>();
  return (view, input) => {
    const {external_reference: reference} = wanted(input);
    if (reference !== undefined && kept.has(reference)) return refusedField('external_reference');
    const done = next(view, input);
    if (isRefused(done)) kept.add(reference);
    return done;
  };
});

/** Defects of the orders, users and products of refused creations. */
export const leftBehind: Defect[] = defects({
  'store.orders.refused-create-makes-nothing @ and takes no reference': {
    'a refused creation keeps its reference': keepingReferences,
  },
  'store.orders.refused-create-makes-nothing': {
    'an order of the products that are known': leaving('orders', SEVERAL, firstOnly),
    'an order without a reference': leaving(
      'orders',
      SEVERAL,
      ({external_reference: _reference, ...body}) => firstOnly(body),
    ),
  },
  'store.orders.refused-create-makes-no-user': {
    'the user of an order for no product': leaving('users', PERMISSION, (body) =>
      withValue(body, '/products/0/id', 'book-tides'),
    ),
    'the user of an order whose second product is missing': leaving(
      'users',
      PERMISSION,
      (body) => ({...body, products: [{type: 'content', id: 'book-tides'}]}),
    ),
  },
  'store.orders.refused-create-makes-no-user @ whose second product is missing': {
    'the user of an order whose first product is in the catalog': leaving(
      'users',
      (asked) =>
        asked.body.type === 'permission' &&
        areSeveral(asked.body.products ?? []) &&
        isInCatalog(asked),
      firstOnly,
    ),
  },
  'store.orders.refused-create-makes-no-product': {
    'the product of an order that lacks a currency': leaving('issues', {}, withCurrency),
    'the product of a sale that lacks a currency': leaving('issues', SALE, withCurrency),
  },
  ...ofSecond('report'),
  ...ofSecond('sale'),
  'store.orders.refused-create-makes-no-product @ of a sale in two currencies': {
    'the first product of a sale whose second one has another currency': leaving(
      'issues',
      ({body: {type, products: [, ...others] = [], currency_id: code}}) =>
        type === 'sale' && others.some(({currency_id: other}) => other !== code),
      firstOnly,
    ),
  },
});
