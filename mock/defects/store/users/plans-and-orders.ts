/** Defects of the plans and orders of users: of several, of those who are gone, and of their namesakes. */

import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, type Done, type View} from '../../../operation.ts';
import {namedUser, ordersOf} from '../../../store/orders/order-users.ts';
import {subscriptionsOf, type Subscription} from '../../../store/plans/subscription.ts';
import type {User} from '../../../store/users/user.ts';
import type {Row} from '../../../world/change.ts';
import {around, findingBy} from '../../breaking.ts';
import {stale, together, unguarded} from '../../families/seams.ts';
import {GIVEN} from '../../families/when.ts';
import {withChanges} from '../../stored-rows.ts';
import {defects} from '../../table.ts';
import {acrossStores} from '../from-every-store.ts';
import {withStatus} from '../orders/changed-orders.ts';
import {CREATE, wanted} from '../orders/created-orders.ts';
import {notingFormer} from './anonymized.ts';
import {DEACTIVATE, UPDATE, USER, type KnownUser} from './changed-users.ts';

/** The subscriptions that a request stores. */
const storedBy = ({changes = []}: Done): Subscription[] =>
  changes.flatMap((change) =>
    change.table === 'subscriptions' && 'put' in change ? [change.put as Subscription] : [],
  );

/** Of two assignments at once the later one writes back the list of plans that it has read. */
const writingBack = together(
  stale(UPDATE, 'subscriptions'),
  around(UPDATE, (next) => {
    const given: Subscription[] = [];
    return (view, input) => {
      const done = next(view, input) as Done;
      const [own] = storedBy(done);
      if (!own) return done;
      const read = subscriptionsOf(view, {key: own.user} as Row).map(({key}) => key);
      const unread = given.filter(({user, key}) => user === own.user && !read.includes(key));
      given.push(own);
      return withChanges(done, ...unread.map(({key}) => ({table: 'subscriptions', del: key})));
    };
  }),
);

/** The other subscriptions of a store to the plan of one of them. */
const othersOf = ({plan, key}: Subscription, view: View): Subscription[] =>
  view.newest<Subscription>('subscriptions', {
    limit: Infinity,
    where: (other) => other.plan === plan && other.key !== key,
  });

/** A name for the plan of one user is written to the subscriptions of all users of that plan. */
const namingAll = USER.after(
  UPDATE,
  {body: {user_plan_name: GIVEN}},
  (done, {view, body: {user_plan_name: name}}) =>
    withChanges(
      done,
      ...storedBy(done)
        .flatMap((own) => othersOf(own, view))
        .map((other) => ({table: 'subscriptions', put: {...other, name}})),
    ),
);

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
const formerOwner = together(
  notingFormer(),
  unguarded('user-refused', CREATE),
  findingBy(CREATE, (row, {table, index, value, view}) => {
    if (row || table !== 'users' || index !== 'email') return row;
    const where = ({former}: KnownUser): boolean => former?.email === value;
    return view.newest<KnownUser>('users', {limit: 1, where})[0];
  }),
);

/** Cancels the orders of the users of other stores who have the email of one who leaves. */
const cancellingElsewhere = together(
  acrossStores(DEACTIVATE, (table, _input, lookup) => table !== 'users' || lookup === 'all'),
  USER.after(DEACTIVATE, {}, (done, {before, view}) =>
    withChanges(
      done,
      ...view
        .all<User>('users', 'email', before?.email ?? '')
        .filter(({tenant}) => tenant !== view.tenant)
        .flatMap((namesake) => ordersOf(view, namesake))
        .map((order) => ({table: 'orders', put: {...order, ...withStatus(order, 'cancelled')}})),
    ),
  ),
);

/** Defects of the plans and orders of users. */
export const plansAndOrders: Defect[] = defects({
  'store.users.assigned-plan-is-given @ two at the same moment': {
    'of two plans that are assigned at once one is lost': writingBack,
  },
  'store.users.others-stay-as-they-are @ who have the same plan': {
    'a name for the plan of a user is the name for every user of the plan': namingAll,
  },
  'store.users.moves-are-the-listed-ones @ orders for a deactivated user': {
    'a permission order makes a deactivated user active': reactivating('permission'),
    'a sale order makes a deactivated user active': reactivating('sale'),
  },
  'store.users.old-email-finds-nobody @ for an order': {
    'an order with the email of before goes to the anonymized user': formerOwner,
  },
  'store.access.foreign-write-has-no-effect @ on orders of a namesake of those who leave': {
    'the orders of namesakes in other stores end with a user': cancellingElsewhere,
  },
});
