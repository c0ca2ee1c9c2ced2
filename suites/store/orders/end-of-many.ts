/** All manual orders of a user end with the user, however many there are (States / User). */

import type {Exchange} from '../../../spec/exchange.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../language/check.ts';
import {isCreated} from '../../language/outcome.ts';
import {when, judgeEach} from '../../language/judge.ts';
import type {Handle} from '../../language/script.ts';
import {orderIn, expectStatus} from '../order-rows.ts';
import {byId, content, otherContent, permission} from '../ordering.ts';
import {createUser, deactivate} from '../people.ts';

/** The number of orders that the user has. */
const MANY = 8;

/** A reader with many permissions of two titles in turn, who is deactivated or anonymized. */
const manyOrders = (end: 'deactivated' | 'anonymized') =>
  sharedScene({
    id: `store: many orders of a user who is ${end}`,
    api: 'store',
    onlyOnTestTargets: true,
    act: (s): Record<string, Handle> => {
      const reader = createUser(s);
      const titles = [content(s), otherContent(s)];
      // It is open whether a reader can have a second order of the same title.
      const orders = Array.from({length: MANY}, (_, n) =>
        s.call('createOrder', {body: permission(s, reader, titles.slice(n % 2, (n % 2) + 1))}),
      );
      deactivate(s, reader.created, end === 'anonymized' ? {anonymize: 'true'} : {});
      return Object.fromEntries(
        orders.flatMap((created, n) => [
          [`created ${n}`, created],
          [`after ${n}`, s.call('getOrder', {...byId(created), optional: true})],
        ]),
      );
    },
  });

/** Every order that was approved is cancelled. */
function expectAllEnded(seen: Record<string, Exchange>): Judgement {
  const pairs = Array.from({length: MANY}, (_, n) => [seen[`created ${n}`], seen[`after ${n}`]]);
  const active = pairs.flatMap(([created, after]) =>
    created && after && isCreated(created) && orderIn(created).status === 'approved' ? [after] : [],
  );
  return when(active.length > 1, 'the user did not have several orders', () =>
    judgeEach(active, (after, n) =>
      expectStatus(after, 'cancelled', `order ${n + 1} still active`),
    ),
  );
}

/** The checks of users with many orders. */
export const endOfMany: Check[] = [
  ...checksAt(manyOrders('deactivated'), 'store.orders.deactivation-cancels-manual-orders', {
    'of many orders': expectAllEnded,
  }),
  ...checksAt(manyOrders('anonymized'), 'store.orders.anonymization-cancels-manual-orders', {
    'of many orders': expectAllEnded,
  }),
];
