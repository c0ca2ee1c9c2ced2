/** Lists of orders by particular users (Orders, Read). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {toText} from '../../../../spec/json.ts';
import {mapValues} from '../../../../spec/map-values.ts';
import {checksOf, check, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {
  all,
  expectNone,
  expectNoServerError,
  expectThat,
  judgeEach,
  notApplicable,
} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import type {Handle} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {checksOfCases, sceneOfCases, type Expectation} from '../../../tables/cases.ts';
import {orderIn, orderRow} from '../../order-rows.ts';
import {content, createOrder, listOrders, permission, readOrder} from '../../ordering.ts';
import {createUser, update, updateOf} from '../../people.ts';
import {isList, listedOrders} from './listed-orders.ts';

/** A filter by users, and the member of an order's user that it is about. */
const FILTERS = {user_id: 'id', user_email: 'email'} as const;

type Filter = keyof typeof FILTERS;

/** The list by the value that an order shows has the order. */
const expectFound = (list: Exchange, created: Exchange, branch: string): Judgement =>
  expectThat(orderRow(list, created) !== undefined, {
    branch,
    expected: 'the order in the list by what it shows of its user',
    got: 'a list without it',
    at: list,
  });

/** A list by the id of a user without orders, combined with the email of a user who has some. */
const ofUserWithoutOrders = sharedScene({
  id: 'store: the list of orders of a user without orders',
  given: listedOrders,
  onlyOnTestTargets: true,
  act: (s, {a1, a2, b1, b2, emails}) => {
    const user_id = createUser(s).created.at('/data/id');
    return {a1, a2, b1, b2, list: listOrders(s, {user_id, user_email: emails.a})};
  },
});

/** The signs with another meaning in a query; each is allowed in the local part of an address (RFC 5322). */
const SIGNS = ['+a', '&a=b', '#a', '%2Ba', "'a"];

/** Orders of new users with each of the signs, and the lists of the orders of each user. */
const withSigns = sceneOfCases({
  id: 'store: lists of orders of users with each sign',
  onlyOnTestTargets: true,
  cases: SIGNS,
  begin: (s) => ({reader: createUser(s), title: content(s)}),
  act: (s, sign, {reader, title}) => {
    const user = {
      id: text(s.fresh('external-id'), sign),
      email: text(s.fresh('text'), sign, '@presscheck.example'),
    };
    const created = s.call('createOrder', {body: {...permission(s, reader, [title]), user}});
    const by = (member: string, filter: Filter): Handle =>
      listOrders(s, {[filter]: created.at(`/data/user/${member}`)}, {optional: true});
    return {created, ...mapValues(FILTERS, by)};
  },
});

/** The user that an order shows. */
const userOf = (order: Exchange) => (orderIn(order).user ?? {}) as Record<string, unknown>;

/** Whether an order shows its user as given: a deployment may refuse or change such a value. */
const isKept = (created: Exchange, member: 'id' | 'email'): boolean =>
  isCreated(created) &&
  toText(userOf(created)[member]) ===
    toText((created.requestBody.user as Record<string, unknown>)[member]);

/** The list by the id or the address that an order shows contains the order. */
const allFound =
  (filter: Filter): Expectation<string, Record<'created' | Filter, Handle>> =>
  (answered) => {
    const kept = answered.filter(({seen}) => isKept(seen.created, FILTERS[filter]));
    return kept.length === 0
      ? notApplicable('no such user can be ordered for')
      : judgeEach(kept, ({seen, of: sign}) =>
          expectFound(seen[filter], seen.created, `not found: ${sign}`),
        );
  };

/** Orders of users who got another address. */
const newAddresses: Check = check({
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
    const [shown, given] = [userOf(read).email, updated.requestBody?.email];
    const isNew = toText(shown).toLowerCase() === toText(given).toLowerCase();
    if (!isNew || orderRow(before, created) === undefined)
      return notApplicable('the order shows another address');
    return all(
      () => expectFound(byNew, created, 'not found by the new address'),
      () =>
        expectThat(byOld.status >= 400 || orderRow(byOld, created) === undefined, {
          branch: 'found by the old address',
          expected: 'no order of the user in the list by an earlier address',
          got: 'a list with it',
          at: byOld,
        }),
    );
  },
});

/** The lists by users without orders, with a new address, and with signs in their ids and addresses. */
export const byUser: Check[] = [
  // A `user_id` that finds nothing still takes priority over `user_email`.
  ...checksOf(ofUserWithoutOrders, {
    'store.orders.user-id-comes-before-user-email @ of a user without orders': ({
      list,
      ...created
    }) =>
      isList(list)
        ? expectNone(
            Object.values(created).filter((order) => orderRow(list, order)),
            'order of the `user_email`',
            'finds those of the email',
            list,
          )
        : expectNoServerError(list, 'server error'),
  }),
  newAddresses,
  ...checksOfCases(withSigns, 'with each sign', {
    'store.orders.user-id-filters-the-list': allFound('user_id'),
    'store.orders.user-email-filters-the-list': allFound('user_email'),
  }),
];
