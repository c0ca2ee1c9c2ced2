import {toText} from '../../../../spec/json.ts';
import {check, type Check} from '../../../language/check.ts';
import {all, expectThat, notApplicable} from '../../../language/judge.ts';
import {orderIn, orderRow} from '../../order-rows.ts';
import {content, createOrder, listOrders, permission, readOrder} from '../../ordering.ts';
import {createUser, update, updateOf} from '../../people.ts';

/** Orders of users who got another address (Orders, Read). */
export const newAddresses: Check[] = [
  check({
    rule: 'store.orders.user-email-filters-the-list',
    place: 'of a user with a new address',
    onlyOnTestTargets: true,
    act: (s) => {
      const {created: user, body} = createUser(s);
      const created = createOrder(s, permission(s, {created: user, body}, [content(s)]));
      const shown = {until: {rows: '/data', at: '/id', has: created.at('/data/id')}};
      // A deployment that caches responses has now shown the old address.
      const before = listOrders(s, {user_email: body.email}, shown);
      const email = s.fresh('email');
      const updated = update(s, user, {...updateOf(body), email});
      return {
        created,
        before,
        updated,
        read: readOrder(s, created),
        byNew: listOrders(s, {user_email: email}, shown),
        byOld: listOrders(s, {user_email: body.email}),
      };
    },
    judge: ({created, before, updated, read, byNew, byOld}) => {
      const {email} = (orderIn(read).user ?? {}) as {email?: unknown};
      const isNew =
        toText(email).toLowerCase() === toText(updated.requestBody?.email).toLowerCase();
      if (!isNew || orderRow(before, created) === undefined)
        return notApplicable('the order shows another address');
      return all(
        () =>
          expectThat(orderRow(byNew, created) !== undefined, {
            branch: 'not found by the new address',
            expected: 'the order in the list by the address that it shows',
            got: 'a list without it',
            at: byNew,
          }),
        () =>
          expectThat(byOld.status >= 400 || orderRow(byOld, created) === undefined, {
            branch: 'found by the old address',
            expected: 'no order of the user in the list by an earlier address',
            got: 'a list with it',
            at: byOld,
          }),
      );
    },
  }),
];
