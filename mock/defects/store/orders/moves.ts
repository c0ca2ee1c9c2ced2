import type {Defect, Seam} from '../../../defect.ts';
import type {Order} from '../../../store/orders/order.ts';
import {stale} from '../../families/seams.ts';
import {GIVEN} from '../../families/when.ts';
import {defects} from '../../table.ts';
import {
  approved,
  areSeveral,
  BY_REFERENCE,
  CANCEL,
  cancelled,
  ORDER,
  UPDATE,
  withEnd,
  withStatus,
} from './changed-orders.ts';

const {forgetting, moving, refusing, storing, touching} = ORDER;

type Status = Order['status'];

/** Lets an update lead from one status to another. */
const leading = (from: Status, to: Status, query = {}): Seam =>
  moving(UPDATE, 'updated', {before: {status: from}, body: {status: to}, query}, (order) =>
    withStatus(order, to),
  );

const PAUSE = {body: {status: 'paused'}};
const APPROVAL = {body: {status: 'approved'}};

/** Responds to a move with success, but does not store the status. */
const staying = (operations: string[], status: Status, before: object = {}, body = {}): Seam =>
  forgetting(operations, {before: {status, ...before}, body}, 'status', 'products');

const refusingPause = (before: object, more = {}): Seam =>
  refusing(UPDATE, 'move-refused', {before, ...PAUSE, ...more});
const refusingApproval = (before: object, more = {}): Seam =>
  refusing(UPDATE, 'move-refused', {before, ...APPROVAL, ...more});

const refusingCancel = (before: object): Seam => refusing(CANCEL, 'move-refused', {before});

/** Lets a second cancellation change a cancelled order. */
const cancellingAgain = (other: (order: Order) => Partial<Order>): Seam =>
  moving(CANCEL, 'cancelled', {before: {status: 'cancelled'}}, other);

/** Lets an update approve cancelled orders. */
const reviving = (before: object, request: object = APPROVAL): Seam =>
  moving(UPDATE, 'updated', {before: {status: 'cancelled', ...before}, ...request}, approved);

/** Defects of moves of orders (States / Order). */
export const moves: Defect[] = defects({
  'store.orders.pending-is-not-approved-by-an-update': {
    'an update approves a pending sale': leading('pending', 'approved'),
  },
  'store.orders.pending-is-not-approved-by-an-update @ by its reference': {
    'an update by the reference approves a pending sale': leading(
      'pending',
      'approved',
      BY_REFERENCE,
    ),
  },
  'store.orders.pending-is-not-paused @ by its reference': {
    'an update by the reference pauses a pending sale': leading('pending', 'paused', BY_REFERENCE),
  },
  'store.orders.pending-sale-takes-no-expiration @ by its reference': {
    'an update by the reference sets the expiration of a pending sale': moving(
      UPDATE,
      'updated',
      {before: {status: 'pending'}, query: BY_REFERENCE},
      (order, {body}) => withEnd(order, body.expiration_date),
    ),
  },
  'store.orders.pending-is-not-paused': {
    'an update pauses a pending sale': leading('pending', 'paused'),
  },
  'store.orders.approved-can-be-paused': {
    'a pause is not stored': staying(UPDATE, 'approved', {}, {status: 'paused'}),
    'reports cannot be paused': refusingPause({type: 'report'}),
    'an order can be paused once': refusingPause({}, {from: 2}),
  },
  'store.orders.paused-can-be-approved': {
    'a paused order stays so': staying(UPDATE, 'paused', {}, {status: 'approved'}),
    'orders of two titles stay paused': refusingApproval({products: areSeveral}),
    'an order that was paused twice stays so': refusingApproval({}, {after: {...PAUSE, times: 2}}),
  },
  'store.orders.pending-can-be-cancelled': {
    'a pending sale cannot be cancelled': refusingCancel({status: 'pending'}),
    'the cancellation of a pending sale is not stored': staying(CANCEL, 'pending'),
  },
  'store.orders.approved-can-be-cancelled': {
    'the cancellation of an approved order is not stored': staying(CANCEL, 'approved'),
    'the cancellation of a sale that was paid is not stored': staying(CANCEL, 'approved', {
      type: 'sale',
    }),
    'a cancellation ends the other orders for its title, too': touching(
      CANCEL,
      ({products: [first]}, {row}) => first?.product === row?.products[0]?.product,
      cancelled,
    ),
  },
  'store.orders.approved-can-be-cancelled @ whatever it is, and for any reason': {
    'reports cannot be cancelled': refusingCancel({type: 'report'}),
    'the cancellation of an order of two titles is not stored': staying(CANCEL, 'approved', {
      products: areSeveral,
    }),
    'a reason is measured in bytes': refusing(CANCEL, 'invalid', {
      body: {reason: (reason) => Buffer.byteLength(reason) > 150},
    }),
    'a reason of 150 characters cancels nothing': staying(
      CANCEL,
      'approved',
      {},
      {reason: /^.{150}$/s},
    ),
  },
  'store.orders.paused-can-be-cancelled @ whatever it is, and for any reason': {
    'a paused order cannot be cancelled': refusingCancel({status: 'paused'}),
    'the cancellation of a paused report is not stored': staying(CANCEL, 'paused', {
      type: 'report',
    }),
  },
  'store.orders.approved-can-be-paused @ a sale that was paid': {
    'sales cannot be paused': refusingPause({type: 'sale'}),
    'the pause of a sale is not stored': staying(UPDATE, 'approved', {type: 'sale'}),
  },
  'store.orders.paused-can-be-approved @ a sale that was paid': {
    'a paused sale stays so': staying(UPDATE, 'paused', {type: 'sale'}),
    'a paused sale is pending when it is approved': storing(
      UPDATE,
      {before: {type: 'sale', status: 'paused'}},
      (order) => withStatus(order, 'pending'),
    ),
  },
  'store.orders.paused-can-be-cancelled @ a sale that was paid': {
    'a paused sale cannot be cancelled': refusingCancel({type: 'sale', status: 'paused'}),
  },
  'store.orders.cancelled-is-not-revived': {
    'an update approves a cancelled order': leading('cancelled', 'approved'),
    'a pause of a cancelled order is stored': leading('cancelled', 'paused'),
    'an update by the reference approves a cancelled order': reviving({}, {query: BY_REFERENCE}),
    'an expiration is taken for a new approval': reviving({}, {body: {expiration_date: GIVEN}}),
  },
  'store.orders.cancelled-is-not-revived @ at the same moment': {
    'an update at the same moment does not see the cancellation': stale(UPDATE, 'orders'),
    'the second of two cancellations approves the order': cancellingAgain(approved),
  },
  'store.orders.cancelling-twice-changes-nothing': {
    'a second cancellation approves the order': cancellingAgain(approved),
    'a second cancellation clears the expirations': cancellingAgain((order) =>
      withEnd(order, '2042-02-02'),
    ),
  },
  'store.orders.moves-are-the-listed-ones': {
    'an order that was paused twice can be paused no more': refusingPause({}, {from: 3}),
    'an order that was paused cannot take an expiration': refusing(UPDATE, 'move-refused', {
      before: {status: 'approved'},
      body: {expiration_date: GIVEN},
      after: PAUSE,
    }),
    'an order that was cancelled until a day is approved by an update': reviving({
      products: (all: Order['products']) => all.some(({access_until: until}) => until !== null),
    }),
    'a cancelled order that was paused is approved by an update': reviving({
      products: ({length}: readonly unknown[]) => length === 1,
    }),
    'a cancellation takes the other orders of the user with it': touching(
      CANCEL,
      ({user, status}, {row}) => user === row?.user && status === 'approved',
      cancelled,
    ),
  },
});
