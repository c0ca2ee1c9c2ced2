import type {Val} from '../../../../spec/value.ts';
import {acting, situationOf, type CommandSteps, type Model} from '../../../language/model.ts';
import type {Handle, Script} from '../../../language/script.ts';
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
import {relation, type Orders} from './model.ts';
import {onReader} from './on-orders.ts';

const MAKERS = ['permit', 'report', 'sell'];

/** A change of an order: one request, which may be sent in parallel with another. */
const changing = (record: (s: Script, created: Handle) => Handle): CommandSteps =>
  acting(MAKERS, record, {atOnce: true});

const updating = (body: Record<string, Val>): CommandSteps =>
  changing((s, created) => updateOrder(s, created, body));

const expiring = (days: number): CommandSteps =>
  changing((s, created) => updateOrder(s, created, {expiration_date: daysAfter(created, days)}));

/** Orders of several readers are created, changed and cancelled in any order. */
export const sequences: Model<Orders> = {
  rule: 'store.orders.moves-are-the-listed-ones',
  start: {},
  relation,
  openings: [
    'enrol, permit, pause, read the order, approve, set an expiration, read the order, ' +
      'pause, approve, pause, read the order, cancel until a day, approve, read the order',
    'enrol, sell, approve, read the order, pause, read the order, cancel, read the order, ' +
      'approve, read the order',
    'enrol, report, set an expiration, pause, read the order, approve, read the order, ' +
      'pause, cancel, read the order',
    // Two orders of one reader, and one of another: a change of one leaves the others unchanged.
    'enrol, permit, permit, enrol, report, pause @1, read the order @2, read the order, ' +
      'cancel @2, read the order @1, approve @1, approve @2, read the order @2',
    'enrol, permit, pause & cancel, read the order, pause, read the order',
    'enrol, permit, cancel until a day, set an expiration, read the order, pause, cancel, ' +
      'approve, read the order',
    'enrol, report, cancel & cancel for a reason, read the order, approve, read the order',
    'enrol, permit, update to cancelled, cancel for two letters, update nothing, ' +
      'read the order, set an expiration & cancel, read the order',
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
    'read the order': acting(MAKERS, readOrder),
    'list the orders': onReader((s, {body}) => listOrders(s, {user_email: body.email})),
  },
  situation: situationOf(({stage, moves}) => `${stage} ${Math.min(moves, 3)}`),
};
