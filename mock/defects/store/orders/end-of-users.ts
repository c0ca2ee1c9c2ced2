import type {Defect, Seam} from '../../../defect.ts';
import type {View} from '../../../operation.ts';
import {ordersOf} from '../../../store/orders/order-users.ts';
import type {Order} from '../../../store/orders/order.ts';
import type {User} from '../../../store/users/user.ts';
import type {Change} from '../../../world/change.ts';
import {afterwards, atPlace, breaking} from '../../breaking.ts';
import {withStatus} from './changed-orders.ts';
import {withChanges} from '../../stored-rows.ts';

const isAnonymizing = (query: Record<string, string>): boolean =>
  ['true', '1'].includes(query['anonymize'] ?? '');

/** Changes the effect of the end of a user on orders. */
export const ending = (
  isAnonymous: boolean,
  other: (changes: Change[], view: View, user: User | undefined) => Change[],
): Seam =>
  afterwards(['deactivateUser'], (done, view, {path, query}) =>
    isAnonymizing(query) === isAnonymous
      ? {
          ...done,
          changes: other(done.changes ?? [], view, view.find<User>('users', path['id'] ?? '')),
        }
      : done,
  );

/** Does not end some orders. */
export const keeping =
  (which: (order: Order) => boolean = () => true) =>
  (changes: Change[]): Change[] =>
    changes.filter(
      (change) => !('put' in change && change.table === 'orders' && which(change.put as Order)),
    );

/** Ends every order of the store. */
const endingAll = (changes: Change[], view: View): Change[] => [
  ...view.oldest<Order>('orders', {limit: 100}).map((order) => ({
    table: 'orders',
    put: {...order, ...withStatus(order, 'cancelled')},
  })),
  ...changes,
];

/** Ends five orders at most. */
const endingFive = (changes: Change[]): Change[] => {
  const later = changes.filter(({table}) => table === 'orders').slice(5);
  return changes.filter((change) => !later.includes(change));
};

/** Changes the reason of ended orders. */
const saying =
  (reason: (order: Order) => string | null) =>
  (changes: Change[]): Change[] =>
    changes.map((change) => {
      if (!('put' in change) || change.table !== 'orders') return change;
      const order = change.put as Order;
      const {cancellation} = order;
      if (!cancellation) return change;
      const put: Order = {...order, cancellation: {...cancellation, reason: reason(order)}};
      return {table: 'orders', put};
    });

/** Lets a reactivation approve orders again. */
const reviving = (which: (order: Order, at: number) => boolean): Seam =>
  afterwards(['reactivateUser'], (done, view, {path}) => {
    const user = view.find<User>('users', path['id'] ?? '');
    const revived = user ? ordersOf(view, user).filter(which) : [];
    return withChanges(
      done,
      ...revived.map((order) => ({
        table: 'orders',
        put: {...order, ...withStatus(order, 'approved'), cancellation: null},
      })),
    );
  });

/** Whether a user was deactivated before: one of the user's orders was cancelled. */
const hasGone = (view: View, user: User | undefined): boolean =>
  user !== undefined && ordersOf(view, user).some(({status}) => status === 'cancelled');

/** Leaves the orders of a user active who was deactivated before. */
const keepingLater = (isAnonymous: boolean): Seam =>
  ending(isAnonymous, (changes, view, user) =>
    hasGone(view, user) ? keeping()(changes) : changes,
  );

/** Defects of the orders of users who are deactivated and reactivated (States / User). */
export const endOfUsers: Defect[] = [
  ...breaking('store.orders.deactivation-cancels-manual-orders', {
    'a deactivation leaves the orders active': ending(false, keeping()),
    'a deactivation leaves orders without a price active': ending(
      false,
      keeping(({unit_price: price}) => price === 0),
    ),
    'a deactivation ends the orders of every user': ending(false, endingAll),
    'a deactivation ends the oldest order alone': ending(false, (changes) => {
      const [first] = changes.filter(({table}) => table === 'orders');
      return changes.filter((change) => change.table !== 'orders' || change === first);
    }),
  }),
  ...atPlace('the second time', [
    ...breaking('store.orders.deactivation-cancels-manual-orders', {
      'a second deactivation leaves the orders active': keepingLater(false),
    }),
    ...breaking('store.orders.reactivation-revives-no-order', {
      'a second reactivation approves the last order again': reviving(
        (order, at) => at > 0 && order.status === 'cancelled',
      ),
    }),
  ]),
  ...atPlace(
    'of a user who had gone before',
    breaking('store.orders.anonymization-cancels-manual-orders', {
      'an anonymization leaves the orders of a user active who had gone before': keepingLater(true),
    }),
  ),
  ...breaking('store.orders.anonymization-cancels-manual-orders', {
    'an anonymization leaves the orders active': ending(true, keeping()),
    'an anonymization leaves permissions active': ending(
      true,
      keeping(({type}) => type === 'permission'),
    ),
  }),
  ...breaking('store.orders.orders-of-the-anonymized-say-why', {
    'an anonymization gives no reason': ending(
      true,
      saying(() => null),
    ),
    'an anonymization gives the reason anonymize_user': ending(
      true,
      saying(() => 'anonymize_user'),
    ),
  }),
  ...breaking('store.orders.reactivation-revives-no-order', {
    'a reactivation approves the orders again': reviving(() => true),
    'a reactivation approves permissions again': reviving(({type}) => type === 'permission'),
  }),
  ...atPlace('of many orders', [
    ...breaking('store.orders.deactivation-cancels-manual-orders', {
      'a deactivation ends five orders at most': ending(false, endingFive),
    }),
    ...breaking('store.orders.anonymization-cancels-manual-orders', {
      'an anonymization ends five orders at most': ending(true, endingFive),
    }),
  ]),
];
