import type {Defect, Seam} from '../../defect.ts';
import type {Done, Input, View} from '../../operation.ts';
import type {Order} from '../../store/orders/order.ts';
import type {User} from '../../store/users/user.ts';
import {afterwards} from '../breaking.ts';
import {withChanges} from '../stored-rows.ts';
import {defects} from '../table.ts';
import {changingAll, putting} from './beside.ts';

/** Gives a user another email. @param whose the key of the user whom a request concerns */
const movingEmail = (
  operation: string,
  whose: (done: Done, view: View, input: Input) => string | undefined,
): Seam =>
  afterwards([operation], (done, view, input) => {
    const user = view.find<User>('users', whose(done, view, input) ?? '');
    if (!user) return done;
    const moved: User = {...user, email: `moved-${user.email}`};
    return withChanges(done, {table: 'users', put: moved});
  });

const ORDERS = 'store.orders.moves-are-the-listed-ones';

/** One request about a customer, or about what customers buy, changes what another chapter shows of it. */
export const customers: Defect[] = defects({
  'store.users.moves-are-the-listed-ones @ customers: the user': {
    'the end of all sessions gives the user another email': movingEmail(
      'deleteAuthSessionsOfUser',
      (_done, _view, {path}) => path['user_id'],
    ),
    'an order gives the user another email': movingEmail('createOrder', ({changes = []}) => {
      const order = changes.find((one) => one.table === 'orders' && 'put' in one);
      return order && 'put' in order ? (order.put as Order).user : undefined;
    }),
  },
  [`${ORDERS} @ customers: the order`]: {
    'a forced logout pauses the orders of the user': changingAll(
      'forceLogout',
      'orders',
      putting('orders', {status: 'paused'}),
      ({user}: Order, {path}) => user === path['id'],
    ),
    'a new plan pauses all orders': changingAll(
      'createPlan',
      'orders',
      putting('orders', {status: 'paused'}),
    ),
  },
  [`${ORDERS} @ customers: the purchase`]: {
    'updated content pauses all orders': changingAll(
      'updateIssue',
      'orders',
      putting('orders', {status: 'paused'}),
    ),
  },
  [`${ORDERS} @ customers: the orders by email`]: {
    'another upload removes all orders': changingAll('createIssue', 'orders', ({key}) => ({
      table: 'orders',
      del: key,
    })),
  },
  [`${ORDERS} @ customers: the orders by user`]: {
    'a deleted plan removes all orders': changingAll('deletePlan', 'orders', ({key}) => ({
      table: 'orders',
      del: key,
    })),
  },
  'store.content.moves-are-the-listed-ones @ customers: the content': {
    'a paused order makes all content free': changingAll(
      'updateOrder',
      'issues',
      putting('issues', {free: true}),
    ),
    'a cancellation makes all content free': changingAll(
      'cancelOrder',
      'issues',
      putting('issues', {free: true}),
    ),
  },
  'store.plans.moves-are-the-listed-ones @ customers: the plan': {
    'a new user raises the limits of all plans': changingAll(
      'createUser',
      'plans',
      putting('plans', {concurrency_limit: 55}),
    ),
    'a cancellation raises the limits of all plans': changingAll(
      'cancelOrder',
      'plans',
      putting('plans', {concurrency_limit: 56}),
    ),
  },
});
