import type {Defect, Seam} from '../../../defect.ts';
import {around, atPlace, breaking, receiving} from '../../breaking.ts';
import {CANCEL, making, READ, UPDATE, withProducts} from './changed-orders.ts';
import {CREATE, refusedField, storedAs, wanted} from './created-orders.ts';

const PLACE = 'each kind of value';

/** Lets requests about an order find nothing by some references. */
const missing = (operation: string[], which: (reference: string) => boolean): Seam =>
  receiving(operation, ({path}) =>
    which(path['id'] ?? '') ? {path: {...path, id: 'nobody'}} : {},
  );

/** Refuses some reasons of a cancellation. */
const refusingReasons = (which: (reason: string) => boolean): Seam =>
  around(CANCEL, (next) => (view, input) => {
    const {reason} = (input.body ?? {}) as {reason?: unknown};
    return typeof reason === 'string' && which(reason) ? refusedField('reason') : next(view, input);
  });

const withoutEmoji = (text: string): string => text.replaceAll(/[^\0-\uFFFF]/gu, '?');

const hasSlash = (reference: string): boolean => reference.includes('/');

/** Cuts an amount to cents after it was multiplied in floating point. */
const cut = (amount: number): number => Math.floor(amount * 100) / 100;

/** Defects that only values of one kind show in orders. */
export const kindsOfValues: Defect[] = [
  ...atPlace(PLACE, [
    ...breaking('store.orders.created-is-as-given', {
      'an address whose last label is long is refused': around(
        CREATE,
        (next) => (view, input) =>
          /\.[a-z]{8,}$/.test(String((wanted(input).user as {email?: unknown} | undefined)?.email))
            ? refusedField('user')
            : next(view, input),
      ),
      'a reference loses its characters beyond 16 bits': storedAs(
        ({external_reference: reference}) => ({
          external_reference: reference === null ? null : withoutEmoji(reference),
        }),
      ),
    }),
    ...breaking('store.orders.price-is-as-given', {
      'a price of 1.15 is shown as 1.14': storedAs(({unit_price: price}) => ({
        unit_price: price === 1.15 ? cut(price - 0.01) : price,
      })),
    }),
    ...breaking('store.orders.product-is-as-given', {
      'a product until a leap day ends the day before': storedAs(({products}) => ({
        products: products.map((product) => ({
          ...product,
          expiration_date:
            product.expiration_date === '2096-02-29' ? '2096-02-28' : product.expiration_date,
        })),
      })),
    }),
    ...breaking('store.orders.external-reference-finds-the-order', {
      'a reference with quotes finds nothing': missing(READ, (reference) =>
        reference.includes('"'),
      ),
    }),
    ...breaking('store.orders.update-by-external-reference', {
      'an update by a reference with a comma finds nothing': missing(UPDATE, (reference) =>
        reference.includes(','),
      ),
    }),
    ...breaking('store.orders.cancel-by-external-reference', {
      'a cancellation by a reference with an apostrophe finds nothing': missing(
        CANCEL,
        (reference) => reference.includes("'"),
      ),
    }),
    ...breaking('store.orders.expiration-is-kept-as-written', {
      'an update until October stores November': making(UPDATE, ({order}) =>
        withProducts(order, ({expiration_date: day}) => ({
          expiration_date: day === '2031-10-09' ? '2031-11-09' : day,
        })),
      ),
    }),
    ...breaking('store.orders.cancel-reason-is-3-to-150', {
      'a reason with characters beyond 16 bits is refused': refusingReasons(
        (reason) => withoutEmoji(reason) !== reason,
      ),
    }),
  ]),
  ...atPlace('with a slash', [
    ...breaking('store.orders.external-reference-finds-the-order', {
      'a reference with a slash finds nothing': missing(READ, hasSlash),
    }),
    ...breaking('store.orders.update-by-external-reference', {
      'an update by a reference with a slash finds nothing': missing(UPDATE, hasSlash),
    }),
    ...breaking('store.orders.cancel-by-external-reference', {
      'a cancellation by a reference with a slash finds nothing': missing(CANCEL, hasSlash),
    }),
  ]),
];
