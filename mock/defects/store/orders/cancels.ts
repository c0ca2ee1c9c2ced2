/** Defects of cancelling orders (Orders, Cancel). */

import type {Defect, Seam} from '../../../defect.ts';
import type {Order} from '../../../store/orders/order.ts';
import {lacking, shown, together, unchecked} from '../../families/seams.ts';
import {ABSENT, type When} from '../../families/when.ts';
import {defects} from '../../table.ts';
import {
  CANCEL,
  cancelled,
  ORDER,
  refusedButChanged,
  withEnd,
  type Noted,
  type OrderChange,
} from './changed-orders.ts';

/** Refuses what violates a keyword, but changes the order. */
const invalidButDone = (
  pointer: string,
  keyword: string,
  when: When<Noted, OrderChange>,
  other: (order: Order) => Partial<Order>,
): Seam =>
  together(
    unchecked('cancelOrder', pointer, keyword),
    refusedButChanged(CANCEL, when, other, 'invalid'),
  );

/** Refuses a reason that is too long, and still cancels orders that are named so. */
export const tooLong = (isByReference: boolean): Seam =>
  together(
    invalidButDone(
      '/reason',
      'maxLength',
      {body: {reason: ({length}) => length > 150}},
      () => ({}),
    ),
    refusedButChanged(
      CANCEL,
      ({query, body: {reason = ''}}) =>
        (query['id_type'] === 'external') === isByReference && reason.length > 150,
      cancelled,
      'invalid',
    ),
  );

const withoutReason = (before: Partial<Order> | object = {}): Seam =>
  ORDER.refusing(CANCEL, 'invalid', {before, body: {reason: ABSENT}});

/** Defects of cancelling orders. */
export const cancels: Defect[] = defects({
  'store.orders.cancel-gives-id': {
    'the response has the id of another order': ORDER.after(CANCEL, {}, (done, {view}) => ({
      ...done,
      body: {...(done.body as object), id: view.oldest('orders', {limit: 1})[0]?.key},
    })),
    'the response has a number as the id': shown('cancelled', '/id', '4711'),
  },
  'store.orders.cancel-gives-external-reference': {
    'the response has no reference': lacking('cancelled', '/external_reference'),
    'the response has null as the reference': lacking('cancelled', '/external_reference', 'null'),
  },
  'store.orders.cancel-reason-is-optional': {
    'a cancellation without a reason is refused': withoutReason(),
    'an order with a reference cannot be cancelled without a reason': withoutReason({
      external_reference: /^/,
    }),
  },
  'store.orders.refused-cancel-changes-nothing': {
    'a reason that is too short is refused and cancels': invalidButDone(
      '/reason',
      'minLength',
      {body: {reason: ({length}) => length < 3}},
      cancelled,
    ),
    'a day that is none is refused and ends the access': invalidButDone(
      '/expiration_date',
      'format',
      {body: {expiration_date: /^(?!\d{4}-\d\d-\d\d$)/}},
      (order) => withEnd(order, '2020-01-01'),
    ),
  },
});
