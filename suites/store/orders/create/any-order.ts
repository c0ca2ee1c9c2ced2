/** Orders of any price, end and reference are shown as they were given (Resources / Order). */

import * as fc from 'fast-check';
import {days, freshValues, oneOf, type ValueClasses} from '../../../values/values.ts';
import type {AnyProperty} from '../../../language/check.ts';
import {propertiesOf, property} from '../../../language/property.ts';
import {createUser} from '../../people.ts';
import {currencyOf, content, permission} from '../../ordering.ts';
import {expectAsGiven, sendAndRead} from '../read/shown-orders.ts';

/** Amounts with at most two decimals: the document says nothing about others. */
const amounts: ValueClasses<number> = {
  plain: 9.99,
  classes: {
    zero: fc.constant(0),
    'one cent': fc.constant(0.01),
    whole: fc.integer({min: 1, max: 999}),
    'one decimal': fc.integer({min: 11, max: 99}).map((tenths) => tenths / 10),
    'two decimals': fc.integer({min: 101, max: 9999}).map((cents) => cents / 100),
    // Multiplied by 100 in floating point, these are not whole numbers.
    'hard to multiply': fc.constantFrom(19.99, 8.2, 1.1, 4.35, 1.15, 0.29, 64.41),
    thousands: fc.integer({min: 100_000, max: 9_999_999}).map((cents) => cents / 100),
  },
};

/** Prices, currencies, ends and references of any class. */
export const anyOrder: AnyProperty[] = [
  ...propertiesOf(
    {
      scene: 'store: an order of any price that ends on any day',
      place: 'any order',
      forAll: {price: amounts, end: days, reference: freshValues('external-id')},
      maxDrawsOnShared: 3,
      act: (s, {price, end, reference}) => {
        const reader = createUser(s);
        const currency = currencyOf(s);
        const product = {
          ...content(s),
          unit_price: price,
          currency_id: currency,
          expiration_date: end,
        };
        const body = {
          ...permission(s, reader, [product]),
          external_reference: reference,
          unit_price: price,
          currency_id: currency,
        };
        return sendAndRead(s, body, reader.body.email);
      },
    },
    {
      'store.orders.price-is-as-given': (seen) => expectAsGiven('price', seen),
      'store.orders.product-is-as-given': (seen) => expectAsGiven('product', seen),
      'store.orders.created-is-as-given': (seen) => expectAsGiven('creation', seen),
    },
  ),
  property({
    rule: 'store.orders.price-is-as-given',
    place: 'a large amount',
    // Cents in 24, 31 and 32 bits end among these.
    forAll: {
      price: oneOf(100_000.5, 167_772.17, 1_234_567.89, 9_999_999.99, 21_474_836.48, 42_949_672.97),
    },
    maxDrawsOnShared: 1,
    act: (s, {price}) => {
      const reader = createUser(s);
      const body = {
        ...permission(s, reader, [content(s)]),
        unit_price: price,
        currency_id: currencyOf(s),
      };
      return sendAndRead(s, body, reader.body.email);
    },
    // The document does not name a largest amount: a refused order decides nothing.
    judge: (seen) => expectAsGiven('price', seen),
  }),
];
