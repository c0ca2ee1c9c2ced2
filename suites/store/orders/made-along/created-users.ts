/** Orders create the users whom the store does not know yet (Orders, Create rule 2). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {at} from '../../../../spec/json.ts';
import type {Val} from '../../../../spec/value.ts';
import {
  sharedScene,
  check,
  checksAt,
  checksOf,
  type Judgement,
  type Check,
} from '../../../language/check.ts';
import {
  expectEqual,
  when,
  expectThat,
  nothing,
  all,
  expectOutcome,
  saw,
  whenTimely,
  whenServed,
} from '../../../language/judge.ts';
import {overlapped} from '../../../language/races.ts';
import {isCreated} from '../../../language/outcome.ts';
import type {Handle} from '../../../language/script.ts';
import {isSameAddress} from '../../../values/normalized.ts';
import {orderIn} from '../../order-rows.ts';
import {content, somebody, permission, priced} from '../../ordering.ts';
import {createUser, search} from '../../people.ts';
import {rowsOf} from '../../user-rows.ts';

/** The number of users that the list shows for an email, which is at most one. */
const usersIn = (list: Exchange): number => rowsOf(list).length;

/** Exactly one user has the email. */
const expectOneUser = (list: Exchange, branch: string): Judgement =>
  expectEqual(usersIn(list), 1, branch, list, 'the number of users with the email');

/** No second user has the email. Another rule judges whether there is a first one. */
const expectNoSecondUser = (list: Exchange, branch: string): Judgement =>
  when(usersIn(list) > 0, 'no user has the email', () =>
    expectThat(usersIn(list) === 1, {
      branch,
      expected: 'one user with the email',
      got: String(usersIn(list)),
      at: list,
    }),
  );

/** Whether an order shows the id of its user that the request gave. */
const showsOwnId = (created: Exchange): boolean =>
  at(orderIn(created), '/user/id') === at(created.requestBody, '/user/id');

/** The email of the user of an order, if the response shows one. */
const emailIn = (created: Exchange): unknown =>
  isCreated(created) ? at(orderIn(created), '/user/email') : undefined;

/**
 * An order that names its user only by id belongs to the user whom the first order created, if that
 * order shows this id. With another one the store has ids of its own, and the id is unknown
 * (NS-ST-32, NS-ST-33).
 */
const expectSameUser = (byId: Exchange, first: Exchange): Judgement => {
  const [email, shown] = [emailIn(first), emailIn(byId)];
  if (typeof email !== 'string' || shown === undefined || !showsOwnId(first)) return nothing();
  return expectThat(isSameAddress(email, String(shown)), {
    branch: 'another user for the id alone',
    expected: `\`user.email\` to be ${email}, as in the first order with this id`,
    got: String(shown),
    at: byId,
  });
};

/** Orders of a person who is not a user, and the list of users before and afterwards. */
const ofSomebody = sharedScene({
  id: 'store: orders of somebody who is no user yet',
  api: 'store',
  act: (s) => {
    const product = content(s);
    const reader = createUser(s);
    const [permitted, buyer, reported] = [somebody(s), somebody(s), somebody(s)];
    const send = (body: Record<string, Val>, user: Record<string, Val>): Handle =>
      s.call('createOrder', {body: {...body, user}});
    return {
      permission: send(permission(s, reader, [product]), permitted),
      permitted: search(s, permitted.email),
      // Which id an order means is open (NS-ST-33): the store only knows the caller's own id.
      byIdAlone: send(permission(s, reader, [product]), {id: permitted.id}),
      sale: send(priced(s, 'sale', reader, [product]), buyer),
      buyer: search(s, buyer.email),
      again: send(permission(s, reader, [product]), buyer),
      buyerAgain: search(s, buyer.email),
      report: send(priced(s, 'report', reader, [product]), reported),
      reported: search(s, reported.email),
      known: s.call('createOrder', {body: permission(s, reader, [product])}),
      knownBuyer: s.call('createOrder', {body: priced(s, 'sale', reader, [product])}),
      reader: search(s, reader.body.email),
    };
  },
});

/** Two parallel orders of a person who is not a user yet. */
const atOnce = check({
  rule: 'store.orders.parallel-orders-create-one-user',
  act: (s) => {
    const reader = createUser(s);
    const body = {...permission(s, reader, [content(s)]), user: somebody(s)};
    return {
      race: s.parallel(
        (b) => void b.call('createOrder', {body}),
        (b) => void b.call('createOrder', {body}),
      ),
      list: search(s, body.user.email),
    };
  },
  judge: ({race, list}) =>
    all(
      expectNoSecondUser(list, 'two users'),
      whenTimely(overlapped(race), 'the requests did not overlap', () =>
        when(race.some(isCreated), 'neither order was created', () => nothing()),
      ),
    ),
});

/** A type of order creates its user, if an order of a known user is created. */
const expectUserCreated = ({
  known,
  order,
  list,
}: Record<'known' | 'order' | 'list', Exchange>): Judgement =>
  whenServed(known, () =>
    all(expectOutcome(order, 'created', 'refused'), () => expectOneUser(list, 'no user')),
  );

/** The checks of the users whom orders create. */
export const createdUsers: Check[] = [
  ...checksAt(ofSomebody, 'store.orders.unknown-user-is-created', {
    permission: ({known, permission: order, permitted: list}) =>
      expectUserCreated({known, order, list}),
    sale: ({knownBuyer: known, sale: order, buyer: list}) =>
      expectUserCreated({known, order, list}),
  }),
  ...checksOf(ofSomebody, {
    'store.orders.unknown-user-of-a-report-may-be-created': ({report, reported}) =>
      isCreated(report)
        ? all(expectOneUser(reported, 'no user'), saw('created'))
        : all(expectOutcome(report, ['user-refused', 'invalid'], 'another answer'), saw('refused')),
    'store.orders.known-user-is-not-created-again': (seen) => {
      const {known, reader, again, buyerAgain, permission: first, byIdAlone} = seen;
      return all(
        whenServed(known, () => expectNoSecondUser(reader, 'a second user')),
        isCreated(again)
          ? expectNoSecondUser(buyerAgain, 'a second user of two orders')
          : nothing(),
        () => expectSameUser(byIdAlone, first),
      );
    },
  }),
  atOnce,
];
