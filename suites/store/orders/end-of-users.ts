import {at, escapeToken, toText} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../language/check.ts';
import {all, expectEqual, hidden, expectThat, saw, when, judgeEach} from '../../language/judge.ts';
import {orderIn, orderRow, expectStatus} from '../order-rows.ts';
import {upload} from '../issuing.ts';
import {
  cancelOrder,
  content,
  otherContent,
  permission,
  createOrder,
  listOrders,
  priced,
  readOrder,
  byId,
} from '../ordering.ts';
import type {Handle} from '../../language/script.ts';
import {createUser, deactivate, idOf, walkAnonymized} from '../people.ts';
import {rowOf} from '../user-rows.ts';
import {isCreated} from '../../language/outcome.ts';

/** A reader with a permission and a report, and another reader with a permission. */
const deactivated = sharedScene({
  id: 'store: orders of a user who is deactivated and reactivated',
  act: (s) => {
    const [reader, other] = [createUser(s), createUser(s)];
    const [title, second] = [content(s), otherContent(s)];
    const granted = createOrder(s, permission(s, reader, [title]));
    const reported = createOrder(s, priced(s, 'report', reader, [second]));
    const grantedToo = createOrder(s, permission(s, reader, [second]));
    const others = createOrder(s, permission(s, other, [title]));
    const before = readOrder(s, granted);
    deactivate(s, reader.created);
    const seen = {
      before,
      permission: readOrder(s, granted),
      permissionToo: readOrder(s, grantedToo),
      report: readOrder(s, reported),
      others: readOrder(s, others),
    };
    s.call('reactivateUser', {path: idOf(reader.created), expects: 'reactivated'});
    return {...seen, afterwards: readOrder(s, granted)};
  },
});

/**
 * A reader who is deactivated and reactivated twice, and then anonymized; each time there is a new
 * order.
 */
const goneAgain = sharedScene({
  id: 'store: orders of a user who goes again and again',
  onlyOnTestTargets: true,
  act: (s) => {
    const reader = createUser(s);
    const [title, second] = [content(s), otherContent(s)];
    const comesBack = (): Handle =>
      s.call('reactivateUser', {path: idOf(reader.created), expects: 'reactivated'});
    createOrder(s, permission(s, reader, [title]));
    deactivate(s, reader.created);
    comesBack();
    const later = createOrder(s, permission(s, reader, [second]));
    const laterBefore = readOrder(s, later);
    deactivate(s, reader.created);
    const laterAfter = readOrder(s, later);
    comesBack();
    const laterWhenBack = readOrder(s, later);
    const last = createOrder(s, permission(s, reader, [title]));
    const lastBefore = readOrder(s, last);
    deactivate(s, reader.created, {anonymize: 'true'});
    const lastAfter = readOrder(s, last);
    return {laterBefore, laterAfter, laterWhenBack, lastBefore, lastAfter};
  },
});

/** An order of a reader who is deactivated, by each filter that finds it. */
const filteredWhenGone = sharedScene({
  id: 'store: lists with the order of a user who is deactivated',
  onlyOnTestTargets: true,
  act: (s) => {
    const reader = createUser(s);
    const {external_id: id} = upload(s).body;
    const order = createOrder(s, permission(s, reader, [{type: 'content', id}]));
    deactivate(s, reader.created);
    return {
      order,
      byTitle: listOrders(s, {product_type: 'content', product_id: id}),
      byUser: listOrders(s, {user_id: order.at('/data/user/id')}),
      byEmail: listOrders(s, {user_email: reader.body.email}),
    };
  },
});

/**
 * If another list shows the order with this member of its user, so does the list that is filtered by it. Whether
 * orders show the member at all is for other rules.
 */
function expectFoundBy(
  member: 'id' | 'email',
  list: Exchange,
  {order, byTitle, byUser, byEmail}: SeenIn<typeof filteredWhenGone>,
): Judgement {
  const pointer = `/user/${member}`;
  const sent = at(orderIn(order), pointer);
  const isShown =
    sent !== undefined &&
    [byTitle, byUser, byEmail].some((one) => at(orderRow(one, order), pointer) === sent);
  return when(isShown, 'no list shows the order of the user', () =>
    expectThat(orderRow(list, order) !== undefined, {
      branch: `not found by ${member}`,
      expected: 'the order that another list shows as that of this user',
      got: 'none',
      at: list,
    }),
  );
}

/** A reader whose one order is cancelled for a reason, and whose other one is active. */
const anonymized = sharedScene({
  id: 'store: orders of a user who is anonymized',
  act: (s) => {
    const reader = createUser(s);
    const [title, second] = [content(s), otherContent(s)];
    const ended = createOrder(s, permission(s, reader, [second]));
    const active = createOrder(s, permission(s, reader, [title]));
    const before = readOrder(s, active);
    const reason = s.fresh('text');
    const cancelled = cancelOrder(s, ended, {reason}, {expects: 'cancelled'});
    deactivate(s, reader.created, {anonymize: 'true'});
    return {
      reader: reader.created,
      before,
      cancelled,
      ended: readOrder(s, ended),
      active: readOrder(s, active),
      list: walkAnonymized(s, reader.created),
    };
  },
});

/** An approved order is cancelled by the change of its user. */
const expectEnded = (before: Exchange, after: Exchange): Judgement =>
  when(orderIn(before).status === 'approved', 'the order was not active', () =>
    expectStatus(after, 'cancelled', 'still active'),
  );

/** JSON Pointers to the members of an object, at any depth, whose value is this text. */
function pointersTo(text: string, value: unknown, under = ''): string[] {
  if (value === text) return [under];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    pointersTo(text, member, `${under}/${escapeToken(name)}`),
  );
}

const DEACTIVATE_USER = 'deactivate_user';

/** A pointer without positions in lists: the entries of a list show a reason in the same member. */
const withoutPositions = (pointer: string): string => pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');

/**
 * If the reason of a cancellation is shown, so is the reason of an anonymization: in the order, or
 * in the row of the user. The document does not say where (NS-ST-70).
 */
function expectReasonTold({
  cancelled,
  ended,
  active,
  reader,
  list,
}: SeenIn<typeof anonymized>): Judgement {
  const reason = toText(cancelled.requestBody.reason);
  const row = rowOf(list, reader);
  const inOrder = pointersTo(reason, ended.body);
  const inRow = new Set(pointersTo(reason, row).map(withoutPositions));
  if (!inOrder.length && !row)
    return hidden('NS-ST-16', 'unlisted', 'no list shows the anonymized user');
  if (!inOrder.length && !inRow.size)
    return hidden('NS-ST-70', 'hidden', 'no response shows the reason of a cancellation');
  const expected = `the reason \`${DEACTIVATE_USER}\` of the order that the anonymization cancelled`;
  const shown = pointersTo(DEACTIVATE_USER, row).map(withoutPositions);
  return all(
    ...inOrder.map((pointer) =>
      expectEqual(at(active.body, pointer), DEACTIVATE_USER, 'another reason', active, expected),
    ),
    ...[...inRow].map((pointer) =>
      expectThat(shown.includes(pointer), {
        branch: 'no such reason in the row of the user',
        expected,
        got: 'none',
        at: list.at(-1),
      }),
    ),
  );
}

/** The number of orders that the user has. */
const MANY = 8;

/** A reader with many permissions of two titles in turn, who is deactivated or anonymized. */
const manyOrders = (end: 'deactivated' | 'anonymized') =>
  sharedScene({
    id: `store: many orders of a user who is ${end}`,
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

/** The orders of a user who is deactivated, anonymized or reactivated (States / User). */
export const endOfUsers: Check[] = [
  ...checksOf(deactivated, {
    // The document does not say which orders besides permissions are manual: reports may remain.
    'store.orders.deactivation-cancels-manual-orders': ({
      before,
      permission: own,
      permissionToo,
      report,
      others,
    }) =>
      all(
        expectEnded(before, own),
        () => expectStatus(permissionToo, 'cancelled', 'another of the orders is still active'),
        () => expectStatus(others, 'approved', 'the order of another user ended, too'),
        () => saw(`report: ${toText(orderIn(report).status)}`),
      ),
    'store.orders.reactivation-revives-no-order': ({permission: own, afterwards}) =>
      when(orderIn(own).status === 'cancelled', 'the order was not cancelled', () =>
        expectStatus(afterwards, 'cancelled', 'active again'),
      ),
  }),
  ...checksOf(filteredWhenGone, {
    'store.orders.user-id-filters-the-list @ once the user is deactivated': (seen) =>
      expectFoundBy('id', seen.byUser, seen),
    'store.orders.user-email-filters-the-list @ once the user is deactivated': (seen) =>
      expectFoundBy('email', seen.byEmail, seen),
  }),
  ...checksOf(goneAgain, {
    'store.orders.deactivation-cancels-manual-orders @ the second time': ({
      laterBefore,
      laterAfter,
    }) => expectEnded(laterBefore, laterAfter),
    'store.orders.reactivation-revives-no-order @ the second time': ({laterAfter, laterWhenBack}) =>
      when(orderIn(laterAfter).status === 'cancelled', 'the order was not cancelled', () =>
        expectStatus(laterWhenBack, 'cancelled', 'active again'),
      ),
    'store.orders.anonymization-cancels-manual-orders @ of a user who had gone before': ({
      lastBefore,
      lastAfter,
    }) => expectEnded(lastBefore, lastAfter),
  }),
  ...checksOf(anonymized, {
    'store.orders.anonymization-cancels-manual-orders': ({before, active, ended}) =>
      all(expectEnded(before, active), () =>
        expectStatus(ended, 'cancelled', 'what was cancelled before came back'),
      ),
    'store.orders.orders-of-the-anonymized-say-why': (seen) =>
      when(orderIn(seen.active).status === 'cancelled', 'the order was not cancelled', () =>
        expectReasonTold(seen),
      ),
  }),
  ...checksOf(manyOrders('deactivated'), {
    'store.orders.deactivation-cancels-manual-orders @ of many orders': expectAllEnded,
  }),
  ...checksOf(manyOrders('anonymized'), {
    'store.orders.anonymization-cancels-manual-orders @ of many orders': expectAllEnded,
  }),
];
