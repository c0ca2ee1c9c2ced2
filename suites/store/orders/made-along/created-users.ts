/** Orders create the users whom the store does not know yet (Orders, Create rule 2). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {at} from '../../../../spec/json.ts';
import type {Val} from '../../../../spec/value.ts';
import {check, checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {
  all,
  expectEqual,
  expectOutcome,
  expectThat,
  nothing,
  saw,
  when,
  whenServed,
} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import {isSameAddress} from '../../../values/normalized.ts';
import {orderIn} from '../../order-rows.ts';
import {content, order, permission, priced, somebody} from '../../ordering.ts';
import {createUser, search} from '../../people.ts';
import {rowsOf} from '../../user-rows.ts';

/** Exactly one user has the email. */
const expectOneUser = (list: Exchange): Judgement =>
  expectEqual(rowsOf(list).length, 1, 'no user', list, 'the number of users with the email');

/** No second user has the email. Another rule judges whether there is a first one. */
export const expectNoSecondUser = (list: Exchange, branch: string): Judgement =>
  when(rowsOf(list).length > 0, 'no user has the email', () =>
    expectThat(rowsOf(list).length === 1, {
      branch,
      expected: 'one user with the email',
      got: String(rowsOf(list).length),
      at: list,
    }),
  );

/** The email of the user of an order, if the response shows one. */
const emailIn = (created: Exchange): unknown =>
  isCreated(created) ? at(orderIn(created), '/user/email') : undefined;

/**
 * An order that names its user only by id belongs to the user whom the first order created, if that
 * order shows this id. With another one the store has ids of its own, and the id is unknown
 * (NS-ST-32, NS-ST-33).
 */
function expectSameUser(byId: Exchange, first: Exchange): Judgement {
  const [email, shown] = [emailIn(first), emailIn(byId)];
  if (typeof email !== 'string' || shown === undefined) return nothing();
  if (at(orderIn(first), '/user/id') !== at(first.requestBody, '/user/id')) return nothing();
  return expectThat(isSameAddress(email, String(shown)), {
    branch: 'another user for the id alone',
    expected: `\`user.email\` to be ${email}, as in the first order with this id`,
    got: String(shown),
    at: byId,
  });
}

/** Orders of a person who is not a user, and the list of users before and afterwards. */
const ofSomebody = sharedScene({
  id: 'store: orders of somebody who is no user yet',
  act: (s) => {
    const product = content(s);
    const reader = createUser(s);
    const [permitted, buyer, reported] = [somebody(s), somebody(s), somebody(s)];
    const permit = (user: Record<string, Val>) =>
      order(s, {...permission(s, reader, [product]), user});
    const sell = (type: 'report' | 'sale', user: Record<string, Val>) =>
      order(s, {...priced(s, type, reader, [product]), user});
    return {
      permission: permit(permitted),
      permitted: search(s, permitted.email),
      // Which id an order means is open (NS-ST-33): the store only knows the caller's own id.
      byIdAlone: permit({id: permitted.id}),
      sale: sell('sale', buyer),
      buyer: search(s, buyer.email),
      again: permit(buyer),
      buyerAgain: search(s, buyer.email),
      report: sell('report', reported),
      reported: search(s, reported.email),
      known: order(s, permission(s, reader, [product])),
      knownBuyer: order(s, priced(s, 'sale', reader, [product])),
      reader: search(s, reader.body.email),
    };
  },
});

/** A type of order creates its user, if an order of a known user is created. */
const expectUserCreated = (known: Exchange, created: Exchange, list: Exchange): Judgement =>
  whenServed(known, () =>
    all(expectOutcome(created, 'created', 'refused'), () => expectOneUser(list)),
  );

/** The checks of the users whom orders create. */
export const createdUsers: Check[] = [
  ...checksOf(ofSomebody, {
    'store.orders.unknown-user-is-created @ permission': (seen) =>
      expectUserCreated(seen.known, seen.permission, seen.permitted),
    'store.orders.unknown-user-is-created @ sale': (seen) =>
      expectUserCreated(seen.knownBuyer, seen.sale, seen.buyer),
    'store.orders.unknown-user-of-a-report-may-be-created': ({report, reported}) =>
      isCreated(report)
        ? all(expectOneUser(reported), saw('created'))
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
  check({
    rule: 'store.orders.known-user-is-not-created-again',
    place: 'with another id',
    scene: 'store: orders with the address of a user and an unknown id',
    onlyOnTestTargets: true,
    // It is open whether such an order is refused, or is that of the user (NS-ST-33).
    act: (s) => {
      const [reader, product] = [createUser(s), content(s)];
      const {email} = reader.body;
      const before = search(s, email);
      const bodies = [
        permission(s, reader, [product]),
        priced(s, 'report', reader, [product]),
        priced(s, 'sale', reader, [product]),
      ];
      for (const body of bodies) order(s, {...body, user: {id: s.fresh('external-id'), email}});
      return {before, after: search(s, email)};
    },
    judge: ({before, after}) =>
      when(rowsOf(before).length === 1, 'the list does not show the user', () =>
        expectThat(rowsOf(after).length <= 1, {
          branch: 'a second user with the address',
          expected: 'one user with the email',
          got: String(rowsOf(after).length),
          at: after,
        }),
      ),
  }),
];
