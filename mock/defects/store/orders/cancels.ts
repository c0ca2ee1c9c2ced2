import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, type Input} from '../../../operation.ts';
import type {Order} from '../../../store/orders/order.ts';
import {around, breaking} from '../../breaking.ts';
import {CANCEL, given, orderIn, refusing, withProducts, withStatus} from './changed-orders.ts';

/** Refuses a cancellation, but still changes the order. */
export const refusedButDone = (
  which: (order: Order, body: ReturnType<typeof given>, input: Input) => Partial<Order> | undefined,
): Seam =>
  around(CANCEL, (next) => (view, input) => {
    const order = orderIn(view, input);
    const more = order && which(order, given(input), input);
    if (!more) return next(view, input);
    return {
      situation: 'invalid',
      body: {
        status: 422,
        errors: [{title: 'reason', details: ['The reason has to have 3 to 150 characters.']}],
      },
      changes: [{table: 'orders', put: {...order, ...more}}],
    };
  });

/** Disables the contract's validation, so that the operation sees the request. */
export const taking = (pointer: string, keyword: string, then: Seam): Seam => ({
  seam: 'several',
  seams: [{seam: 'schema', in: 'cancelOrder', pointer, keyword}, then],
});

/** Defects of cancelling orders (Orders, Cancel). */
export const cancels: Defect[] = [
  ...breaking('store.orders.cancel-gives-id', {
    'the response has the id of another order': around(CANCEL, (next) => (view, input) => {
      const done = next(view, input);
      if (isRefused(done)) return done;
      const [oldest] = view.oldest<Order>('orders', {limit: 1});
      return {...done, body: {...(done.body as object), id: oldest?.key}};
    }),
    'the response has a number as the id': {
      seam: 'member',
      situation: 'cancelled',
      pointer: '/id',
      edit: {set: '4711'},
    },
  }),
  ...breaking('store.orders.cancel-gives-external-reference', {
    'the response has no reference': {
      seam: 'member',
      situation: 'cancelled',
      pointer: '/external_reference',
      edit: 'drop',
    },
    'the response has null as the reference': {
      seam: 'member',
      situation: 'cancelled',
      pointer: '/external_reference',
      edit: 'null',
    },
  }),
  ...breaking('store.orders.cancel-reason-is-optional', {
    'a cancellation without a reason is refused': refusing(
      CANCEL,
      'invalid',
      (_order, input) => given(input).reason === undefined,
    ),
    'an order with a reference cannot be cancelled without a reason': refusing(
      CANCEL,
      'invalid',
      (order, input) => order.external_reference !== null && given(input).reason === undefined,
    ),
  }),
  ...breaking('store.orders.refused-cancel-changes-nothing', {
    'a reason that is too short is refused and cancels': taking(
      '/reason',
      'minLength',
      refusedButDone((order, {reason}) =>
        reason !== undefined && reason.length < 3 ? withStatus(order, 'cancelled') : undefined,
      ),
    ),
    'a day that is none is refused and ends the access': taking(
      '/expiration_date',
      'format',
      refusedButDone((order, {expiration_date: day}) =>
        day !== undefined && !/^\d{4}-\d\d-\d\d$/.test(day)
          ? withProducts(order, () => ({expiration_date: '2020-01-01'}))
          : undefined,
      ),
    ),
  }),
];
