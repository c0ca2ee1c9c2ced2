/**
 * The document does not say whether an `external_reference` is unique (NS-ST-90): both are right,
 * if consistent.
 */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {check, type Check, type Judgement} from '../../../language/check.ts';
import {isCreated} from '../../../language/outcome.ts';
import {
  all,
  expectEqual,
  expectThat,
  expectOutcome,
  expectNone,
  saw,
  summaryOf,
  undecided,
  whenTimely,
} from '../../../language/judge.ts';
import {overlapped} from '../../../language/races.ts';
import type {Script} from '../../../language/script.ts';
import {orderId, orderIn, ordersIn} from '../../order-rows.ts';
import {isFullPage, sawFullPage} from '../list/listed-orders.ts';
import {
  byId,
  content,
  otherContent,
  listOrders,
  order,
  permission,
  createOrder,
  readOrder,
} from '../../ordering.ts';
import {createUser} from '../../people.ts';

const RULE = 'store.orders.same-reference-twice-is-consistent';

/** The body of an order of a reader with a reference. */
function orderWith(s: Script, reader = createUser(s)): Record<string, Val> {
  return {...permission(s, reader, [content(s)]), external_reference: s.fresh('external-id')};
}

/** A created order is found by its id. */
const expectFound = (read: Exchange, created: Exchange, branch: string): Judgement =>
  all(expectOutcome(read, 'order', branch), () =>
    expectEqual(orderIn(read).id, orderId(created), `another order: ${branch}`, read, '`id`'),
  );

/** A second order is either refused or a different one. */
function expectConsistent(first: Exchange, second: Exchange, read: Exchange): Judgement {
  if (!isCreated(second))
    return all(
      expectOutcome(second, ['reference-taken', 'invalid'], 'another answer'),
      saw('refused'),
    );
  // A retry may be answered with the existing order.
  const isSame = orderId(first) === orderId(second);
  return all(
    expectFound(read, second, 'the second'),
    saw(isSame ? 'the same order' : 'another order'),
  );
}

/** The checks of references that two orders share. */
export const references: Check[] = [
  check({
    rule: RULE,
    act: (s) => {
      const body = orderWith(s);
      const [first, second] = [order(s, body), order(s, body)];
      // If the second is refused, there is nothing to read.
      const readSecond = s.call('getOrder', {...byId(second), optional: true});
      return {first, second, readFirst: readOrder(s, first), readSecond};
    },
    judge: ({first, second, readFirst, readSecond}) =>
      isCreated(first)
        ? all(expectFound(readFirst, first, 'the first'), () =>
            expectConsistent(first, second, readSecond),
          )
        : undecided('the first order was not created'),
  }),
  check({
    rule: RULE,
    place: 'at the same moment',
    act: (s) => {
      const reader = createUser(s);
      // A store may refuse another order of a title that the reader has.
      createOrder(s, permission(s, reader, [otherContent(s)]));
      const body = orderWith(s, reader);
      return {
        race: s.parallel(
          (b) => void order(b, body),
          (b) => void order(b, body),
        ),
        list: listOrders(s, {user_email: reader.body.email}),
      };
    },
    judge: ({race, list}) => {
      const ids = race.filter(isCreated).map(orderId);
      const listed = new Set(ordersIn(list).map(({id}) => id));
      return whenTimely(overlapped(race), 'the requests did not overlap', () =>
        all(
          expectThat(ids.length > 0, {
            branch: 'neither created',
            expected: 'an order with this reference',
            got: race.map(summaryOf).join('; '),
            at: race[0],
          }),
          isFullPage(list)
            ? sawFullPage()
            : expectNone(
                ids.filter((id) => !listed.has(id)),
                'order that was created and is not there',
                'lost',
                list,
              ),
          saw(new Set(ids).size === 1 ? 'one of two' : 'both'),
        ),
      );
    },
  }),
];
