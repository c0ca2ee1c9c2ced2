import {sharedScene, checksAt, type Check} from '../../../language/check.ts';
import {expectNone, expectNoServerError} from '../../../language/judge.ts';
import {listOrders} from '../../ordering.ts';
import {createUser} from '../../people.ts';
import {isList, ownIn} from './filtered-orders.ts';
import {listedOrders} from './listed-orders.ts';

/** A list by the id of a user without orders, combined with the email of a user who has some. */
const ofUserWithoutOrders = sharedScene({
  id: 'store: the list of orders of a user without orders',
  api: 'store',
  given: listedOrders,
  onlyOnTestTargets: true,
  act: (s, orders) => {
    const {a1, a2, b1, b2, emails} = orders;
    const user_id = createUser(s).created.at('/data/id');
    return {a1, a2, b1, b2, list: listOrders(s, {user_id, user_email: emails.a})};
  },
});

/** A `user_id` that finds nothing still takes priority over `user_email`. */
export const userIdFirst: Check[] = checksAt(
  ofUserWithoutOrders,
  'store.orders.user-id-comes-before-user-email',
  {
    'of a user without orders': ({list, ...created}) =>
      isList(list)
        ? expectNone(
            ownIn(list, created),
            'order of the `user_email`',
            'finds those of the email',
            list,
          )
        : expectNoServerError(list, 'server error'),
  },
);
