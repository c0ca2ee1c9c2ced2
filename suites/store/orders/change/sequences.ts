import type {Val} from '../../../../spec/value.ts';
import type {CommandSteps, Model, OpeningStep} from '../../../language/model.ts';
import {
  cancelOrder,
  content,
  daysAfter,
  listOrders,
  permission,
  priced,
  readOrder,
  updateOrder,
} from '../../ordering.ts';
import {newUser} from '../../people.ts';
import {NO_ORDERS, relation, type OrdersState} from './model.ts';
import {onOrderOf, onReader, type RecordOnOrder} from './on-orders.ts';

/** A command on an order of any type. */
const onOrder = (record: RecordOnOrder): CommandSteps =>
  onOrderOf(['permit', 'report', 'sell'], record);

/** A change of an order: one request, which may be sent in parallel with another. */
const changing = (record: RecordOnOrder): CommandSteps => ({
  ...onOrder(record),
  atOnce: true,
});

const updating = (body: Record<string, Val>): CommandSteps =>
  changing((s, created) => updateOrder(s, created, body));

const expiring = (days: number): CommandSteps =>
  changing((s, created) => updateOrder(s, created, {expiration_date: daysAfter(created, days)}));

/** An order and the steps on it; it is created at the position after the reader. */
const withOrder = (
  made: string,
  ...steps: (string | [string, 'at the same moment'])[]
): OpeningStep[] => [
  'enrol',
  [made, 0],
  ...steps.map((step): OpeningStep =>
    typeof step === 'string' ? [step, 1] : [step[0], 1, step[1]],
  ),
];

const SHOWN = 'read the order';

/** Orders of several readers are created, changed and cancelled in any order. */
export const sequences: Model<OrdersState> = {
  rule: 'store.orders.moves-are-the-listed-ones',
  start: NO_ORDERS,
  relation,
  openings: [
    withOrder(
      'permit',
      'pause',
      SHOWN,
      'approve',
      'set an expiration',
      SHOWN,
      'pause',
      'approve',
      'pause',
      SHOWN,
      'cancel until a day',
      'approve',
      SHOWN,
    ),
    withOrder('sell', 'approve', SHOWN, 'pause', SHOWN, 'cancel', SHOWN, 'approve', SHOWN),
    withOrder(
      'report',
      'set an expiration',
      'pause',
      SHOWN,
      'approve',
      SHOWN,
      'pause',
      'cancel',
      SHOWN,
    ),
    // Two orders of one reader, and one of another: a change of one leaves the others unchanged.
    [
      'enrol',
      ['permit', 0],
      ['permit', 0],
      'enrol',
      ['report', 3],
      ['pause', 1],
      [SHOWN, 2],
      [SHOWN, 4],
      ['cancel', 2],
      [SHOWN, 1],
      ['approve', 1],
      ['approve', 2],
      [SHOWN, 2],
    ],
    withOrder('permit', 'pause', ['cancel', 'at the same moment'], SHOWN, 'pause', SHOWN),
    withOrder(
      'permit',
      'cancel until a day',
      'set an expiration',
      SHOWN,
      'pause',
      'cancel',
      'approve',
      SHOWN,
    ),
    withOrder(
      'report',
      'cancel',
      ['cancel for a reason', 'at the same moment'],
      SHOWN,
      'approve',
      SHOWN,
    ),
    withOrder(
      'permit',
      'update to cancelled',
      'cancel for two letters',
      'update nothing',
      SHOWN,
      'set an expiration',
      ['cancel', 'at the same moment'],
      SHOWN,
    ),
  ],
  closing: [],
  commands: {
    enrol: {record: (s) => s.call('createUser', {body: newUser(s)})},
    permit: onReader((s, reader) =>
      s.call('createOrder', {body: permission(s, reader, [content(s)])}),
    ),
    report: onReader((s, reader) =>
      s.call('createOrder', {body: priced(s, 'report', reader, [content(s)])}),
    ),
    sell: onReader((s, reader) =>
      s.call('createOrder', {body: priced(s, 'sale', reader, [content(s)])}),
    ),
    pause: updating({status: 'paused'}),
    approve: updating({status: 'approved'}),
    cancel: changing((s, created) => cancelOrder(s, created)),
    'cancel for a reason': changing((s, created) =>
      cancelOrder(s, created, {reason: 'the reader asked for it'}),
    ),
    'cancel until a day': changing((s, created) =>
      cancelOrder(s, created, {expiration_date: daysAfter(created, 60)}),
    ),
    'set an expiration': expiring(30),
    'set another expiration': expiring(400),
    'update to cancelled': updating({status: 'cancelled'}),
    'update nothing': updating({}),
    'cancel for two letters': changing((s, created) => cancelOrder(s, created, {reason: 'no'})),
    [SHOWN]: onOrder(readOrder),
    'list the orders': onReader((s, {body}) => listOrders(s, {user_email: body.email})),
  },
  situation: ({orders}, {on}) => {
    const order = on === undefined ? undefined : orders[on];
    return order ? `${order.stage} ${Math.min(order.moves, 3)}` : 'nothing';
  },
};
