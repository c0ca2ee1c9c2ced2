/** Defects of orders that name users who are gone, and of the orders of their namesakes. */

import type {Defect, Seam} from '../../../defect.ts';
import {isRefused} from '../../../operation.ts';
import {namedUser, ordersOf} from '../../../store/orders/order-users.ts';
import type {User} from '../../../store/users/user.ts';
import {around, atPlace, breaking, finding, findingBy} from '../../breaking.ts';
import {withStatus} from '../orders/changed-orders.ts';
import {CREATE, wanted} from '../orders/created-orders.ts';
import {marking} from './anonymized.ts';
import {DEACTIVATE, userIn} from './changed-users.ts';
import {withChanges} from '../../stored-rows.ts';

/** Takes orders for deactivated users, who are active afterwards. */
const reactivating = (type: string): Seam =>
  around(CREATE, (next, without) => (view, input) => {
    const body = wanted(input);
    const user = namedUser(view, body.user ?? {});
    if (user?.state !== 'deactivated' || body.type !== type) return next(view, input);
    const done = without((guard) => guard === 'user-refused')(view, input);
    if (isRefused(done)) return done;
    const put: User = {...user, state: 'active', may_log_in: true, deleted: null};
    return withChanges(done, {table: 'users', put});
  });

/** Finds the anonymized user who had an email, and takes orders for them. */
const formerOwner: Seam = {
  seam: 'several',
  seams: [
    marking(() => true),
    {seam: 'skip', situation: 'user-refused', in: CREATE},
    findingBy(CREATE, (row, {table, index, value, view}) => {
      if (row || table !== 'users' || index !== 'email') return row;
      const where = ({before}: User & {before?: User}): boolean => before?.email === value;
      return view.newest<User & {before?: User}>('users', {limit: 1, where})[0];
    }),
  ],
};

/** Cancels the orders of the users of other stores who have the email of one who leaves. */
const cancellingElsewhere: Seam = {
  seam: 'several',
  seams: [
    {seam: 'tenancy', in: DEACTIVATE},
    finding<User>(DEACTIVATE, 'users', (user, view) =>
      user.tenant === view.tenant ? user : undefined,
    ),
    around(DEACTIVATE, (next) => (view, input) => {
      const user = userIn(view, input.path);
      const done = next(view, input);
      if (isRefused(done) || !user) return done;
      const changes = view
        .all<User>('users', 'email', user.email)
        .filter(({tenant}) => tenant !== view.tenant)
        .flatMap((namesake) => ordersOf(view, namesake))
        .map((order) => ({table: 'orders', put: {...order, ...withStatus(order, 'cancelled')}}));
      return withChanges(done, ...changes);
    }),
  ],
};

/** Defects of orders of those who are gone. */
export const ordersOfTheGone: Defect[] = [
  ...atPlace(
    'orders for a deactivated user',
    breaking('store.users.moves-are-the-listed-ones', {
      'a permission order makes a deactivated user active': reactivating('permission'),
      'a sale order makes a deactivated user active': reactivating('sale'),
    }),
  ),
  ...atPlace(
    'for an order',
    breaking('store.users.old-email-finds-nobody', {
      'an order with the email of before goes to the anonymized user': formerOwner,
    }),
  ),
  ...atPlace(
    'on orders of a namesake of those who leave',
    breaking('store.access.foreign-write-has-no-effect', {
      'the orders of namesakes in other stores end with a user': cancellingElsewhere,
    }),
  ),
];
