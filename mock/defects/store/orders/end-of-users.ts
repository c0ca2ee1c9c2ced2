/** Defects of the orders of users who are deactivated, anonymized and reactivated (States / User). */

import type {Defect, Seam} from '../../../defect.ts';
import type {View} from '../../../operation.ts';
import {ordersOf} from '../../../store/orders/order-users.ts';
import type {Order} from '../../../store/orders/order.ts';
import type {User} from '../../../store/users/user.ts';
import type {Change} from '../../../world/change.ts';
import {afterwards} from '../../breaking.ts';
import {withChanges} from '../../stored-rows.ts';
import {defects, type Phrases} from '../../table.ts';
import {approved, cancelled, isOfPlans} from './changed-orders.ts';

type End = 'deactivation' | 'anonymization';
type Which = (order: Order) => boolean;

const ordersNamed = (view: View, path: Record<string, string>): Order[] => {
  const user = view.find<User>('users', path['id'] ?? '');
  return user ? ordersOf(view, user) : [];
};

/**
 * Changes the effect of the end of a user on orders.
 * @param orders of the user, before
 */
const ending = (
  end: End,
  other: (changes: Change[], orders: Order[], view: View) => Change[],
): Seam =>
  afterwards(['deactivateUser'], (done, view, {path, query}) => {
    const isAnonymizing = ['true', '1'].includes(query['anonymize'] ?? '');
    return isAnonymizing === (end === 'anonymization')
      ? {...done, changes: other(done.changes ?? [], ordersNamed(view, path), view)}
      : done;
  });

/** Does not end some orders. */
const spared = (changes: Change[], which: Which = () => true): Change[] =>
  changes.filter(
    (change) => !('put' in change && change.table === 'orders' && which(change.put as Order)),
  );

/** Leaves orders of some kinds active. */
const leaving = (end: End, kinds: Record<string, Which>): Phrases =>
  Object.fromEntries(
    Object.entries(kinds).map(([kind, which]) => [
      `${end === 'anonymization' ? 'an' : 'a'} ${end} leaves ${kind} active`,
      ending(end, (changes) => spared(changes, which)),
    ]),
  );

/** Ends the oldest orders only. */
const endingAtMost = (end: End, most: number): Seam =>
  ending(end, (changes) => {
    const later = changes.filter(({table}) => table === 'orders').slice(most);
    return changes.filter((change) => !later.includes(change));
  });

/** Leaves the orders of a user active who was deactivated before: one of the user's orders was cancelled. */
const leavingLater = (end: End): Seam =>
  ending(end, (changes, orders) =>
    orders.some(({status}) => status === 'cancelled') ? spared(changes) : changes,
  );

/** Gives orders that an anonymization ends another reason. */
const saying = (reason: string | null): Seam =>
  ending('anonymization', (changes) =>
    changes.map((change) => {
      if (!('put' in change) || change.table !== 'orders') return change;
      const {cancellation, ...order} = change.put as Order;
      return {
        table: 'orders',
        put: {...order, cancellation: cancellation && {...cancellation, reason}},
      };
    }),
  );

/** Lets a reactivation approve orders again. */
const reviving = (which: (order: Order, at: number) => boolean): Seam =>
  afterwards(['reactivateUser'], (done, view, {path}) =>
    withChanges(
      done,
      ...ordersNamed(view, path)
        .filter(which)
        .map((order) => ({
          table: 'orders',
          put: {...order, ...approved(order), cancellation: null},
        })),
    ),
  );

const hasPrice: Which = ({unit_price: price}) => price > 0;
const isPermission: Which = ({type}) => type === 'permission';

/** Defects of the orders of users who go and return. */
export const endOfUsers: Defect[] = defects({
  'store.orders.deactivation-cancels-manual-orders': {
    ...leaving('deactivation', {
      'the orders': () => true,
      'orders without a price': (order) => !hasPrice(order),
    }),
    'a deactivation ends the orders of every user': ending(
      'deactivation',
      (changes, _orders, view) => [
        ...view
          .oldest<Order>('orders', {limit: 100})
          .map((order) => ({table: 'orders', put: {...order, ...cancelled(order)}})),
        ...changes,
      ],
    ),
    'a deactivation ends the oldest order alone': endingAtMost('deactivation', 1),
  },
  'store.orders.deactivation-cancels-manual-orders @ of every kind': leaving('deactivation', {
    'orders of plans': isOfPlans,
    'orders with a price': hasPrice,
    'orders with a reference': ({external_reference: reference}) => reference !== null,
  }),
  'store.orders.deactivation-cancels-manual-orders @ the second time': {
    'a second deactivation leaves the orders active': leavingLater('deactivation'),
  },
  'store.orders.deactivation-cancels-manual-orders @ of many orders': {
    'a deactivation ends five orders at most': endingAtMost('deactivation', 5),
  },
  'store.orders.anonymization-cancels-manual-orders': leaving('anonymization', {
    'the orders': () => true,
    permissions: isPermission,
  }),
  'store.orders.anonymization-cancels-manual-orders @ of every kind': leaving('anonymization', {
    'orders of plans': isOfPlans,
    'orders with a price': hasPrice,
  }),
  'store.orders.anonymization-cancels-manual-orders @ of a user who had gone before': {
    'an anonymization leaves the orders of a user active who had gone before':
      leavingLater('anonymization'),
  },
  'store.orders.anonymization-cancels-manual-orders @ of many orders': {
    'an anonymization ends five orders at most': endingAtMost('anonymization', 5),
  },
  'store.orders.orders-of-the-anonymized-say-why': {
    'an anonymization gives no reason': saying(null),
    'an anonymization gives the reason anonymize_user': saying('anonymize_user'),
  },
  'store.orders.reactivation-revives-no-order': {
    'a reactivation approves the orders again': reviving(() => true),
    'a reactivation approves permissions again': reviving(isPermission),
  },
  'store.orders.reactivation-revives-no-order @ the second time': {
    'a second reactivation approves the last order again': reviving(
      (order, at) => at > 0 && order.status === 'cancelled',
    ),
  },
});
