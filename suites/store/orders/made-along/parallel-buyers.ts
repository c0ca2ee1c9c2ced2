/** Two parallel orders of a person who is not a user yet: both belong to the one user whom they create. */

import {at} from '../../../../spec/json.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {check, type Check, type Judgement} from '../../../language/check.ts';
import {isCreated} from '../../../language/outcome.ts';
import {all, expectEqual, expectNone, when, nothing, whenTimely} from '../../../language/judge.ts';
import {overlapped} from '../../../language/races.ts';
import type {Val} from '../../../../spec/value.ts';
import type {Script} from '../../../language/script.ts';
import {expectNoSecondUser} from './created-users.ts';
import {content, order, permission, somebody} from '../../ordering.ts';
import {orderIn} from '../../order-rows.ts';
import {createUser, search, walkList} from '../../people.ts';
import {rowsOf} from '../../user-rows.ts';
import {isSameAddress} from '../../../values/normalized.ts';

/** Whether a value is an email address that a request gave. */
const isAddress = (value: unknown, given: unknown): boolean =>
  typeof value === 'string' && typeof given === 'string' && isSameAddress(given, value);

/** The user whom the response to a creation shows. */
const userIn = (created: Exchange): Record<string, unknown> =>
  (at(orderIn(created), '/user') ?? {}) as Record<string, unknown>;

/** Whether the response to a creation shows the address that was given. */
const showsItsUser = (created: Exchange): boolean =>
  isAddress(userIn(created).email, at(created.requestBody, '/user/email'));

/** No second user with the address is on the pages of the list. */
function expectNoSecondListed(pages: Exchange[], email: unknown): Judgement {
  const ids = new Set(
    rowsOf(pages).flatMap((row) => (isAddress(row.email, email) ? [row.id] : [])),
  );
  return expectNone([...ids].slice(1), 'further user with the email', 'two users', pages[0]);
}

/** Both orders show one and the same user, as an order does that has no other beside it. */
function expectOneBuyer(orders: Exchange[], alone: Exchange): Judgement {
  if (!isCreated(alone) || !showsItsUser(alone)) return nothing();
  const [first, ...others] = orders.filter(isCreated);
  return all(
    expectNone(
      orders.filter(isCreated).filter((order) => !showsItsUser(order)),
      'order that does not show its user',
      'an order without its user',
      first,
    ),
    ...others.map((other) =>
      expectEqual(
        userIn(other).id,
        first && userIn(first).id,
        'orders of two users',
        other,
        '`user.id` of the other order',
      ),
    ),
  );
}

/** Records two parallel orders with one body. */
const orderTwice = (s: Script, body: Record<string, Val>) =>
  s.parallel(
    (b) => void order(b, body),
    (b) => void order(b, body),
  );

/** Nothing more is judged, but another attempt is made if the orders did not overlap. */
const whenOverlapped = (race: Exchange[]): Judgement =>
  whenTimely(overlapped(race), 'the requests did not overlap', () =>
    when(race.some(isCreated), 'neither order was created', () => nothing()),
  );

/** Parallel orders of somebody, with the users and orders afterwards. */
export const parallelBuyers: Check[] = [
  check({
    rule: 'store.orders.parallel-orders-create-one-user',
    act: (s) => {
      const body = {...permission(s, createUser(s), [content(s)]), user: somebody(s)};
      return {race: orderTwice(s, body), list: search(s, body.user.email)};
    },
    judge: ({race, list}) => all(expectNoSecondUser(list, 'two users'), whenOverlapped(race)),
  }),
  check({
    rule: 'store.orders.parallel-orders-create-one-user',
    place: 'among all users',
    onlyOnTestTargets: true,
    act: (s) => {
      const reader = createUser(s);
      const product = content(s);
      const newOrder = () => ({...permission(s, reader, [product]), user: somebody(s)});
      const [body, other] = [newOrder(), newOrder()];
      const alone = order(s, other);
      return {
        alone,
        ofAlone: search(s, other.user.email),
        race: orderTwice(s, body),
        found: search(s, body.user.email),
        everybody: walkList(s, {}),
      };
    },
    judge: ({alone, ofAlone, race, found, everybody}) =>
      all(
        () => expectNoSecondListed(everybody, at(race[0]?.requestBody, '/user/email')),
        () => expectOneBuyer(race, alone),
        () =>
          when(rowsOf(ofAlone).length === 1, 'an order by itself creates no user either', () =>
            expectNone(
              rowsOf(found).length === 0 ? race.filter(isCreated) : [],
              'order whose user the email does not find',
              'an order without a user',
              found,
            ),
          ),
        whenOverlapped(race),
      ),
  }),
];
