import type {Exchange} from '../../../../spec/exchange.ts';
import {
  checksOf,
  sharedScene,
  type AnyProperty,
  type Check,
  type Judgement,
} from '../../../language/check.ts';
import {all, expectEqual, expectOutcome, when, whenServed} from '../../../language/judge.ts';
import {propertiesOf} from '../../../language/property.ts';
import {booleans, classesOf} from '../../../values/values.ts';
import type {Handle} from '../../../language/script.ts';
import {expectAsBefore, expectNoMove, orderIn, orderRow, expectStatus} from '../../order-rows.ts';
import {createUser} from '../../people.ts';
import {
  byReference,
  cancelOrder,
  daysAfter,
  listOrders,
  permission,
  createOrder,
  orderOf,
  readOrder,
  updateOrder,
} from '../../ordering.ts';
import {keptOrder} from './kept-order.ts';
import {expectMoved} from './order-life.ts';

/** An order is cancelled; then all requests are sent that might restore it. */
const forGood = sharedScene({
  id: 'store: a cancelled order, and what might bring it back',
  given: keptOrder,
  act: (s, {title, kept, keptBefore}) => {
    // A list with few rows: its paging is not documented (NS-ST-43).
    const reader = createUser(s);
    const reference = s.fresh('external-id');
    const body = {...permission(s, reader, [title]), external_reference: reference};
    const created = createOrder(s, body);
    return {
      created,
      cancelled: cancelOrder(s, created),
      afterwards: readOrder(s, created),
      listed: listOrders(s, {user_email: reader.body.email, status: 'cancelled'}),
      approval: updateOrder(s, created, {status: 'approved'}),
      pause: updateOrder(s, created, {status: 'paused'}),
      byItsReference: s.call('updateOrder', {
        ...byReference(reference),
        body: {status: 'approved'},
      }),
      later: updateOrder(s, created, {expiration_date: daysAfter(created, 90)}),
      afterUpdates: readOrder(s, created),
      again: cancelOrder(s, created, {reason: 'cancelled once more'}),
      inTheEnd: readOrder(s, created),
      keptBefore,
      keptAfter: readOrder(s, kept),
    };
  },
});

/** Judges only with a successful cancellation before it. */
const whenCancelled = (afterwards: Exchange, judgement: () => Judgement): Judgement =>
  when(
    afterwards.status === 200 && orderIn(afterwards).status === 'cancelled',
    'the order was not cancelled',
    judgement,
  );

/** The answer to a cancellation shows the cancelled order. */
const expectOrderNamed = (cancelled: Exchange, created: Exchange, name: string): Judgement =>
  expectEqual(
    orderIn(cancelled)[name],
    orderIn(created)[name],
    `another ${name}`,
    cancelled,
    `\`${name}\` of the cancelled order`,
  );

/** Refused requests leave the order unchanged, and a control cancels it. */
const refusedCancels = sharedScene({
  id: 'store: cancellations that are refused',
  given: keptOrder,
  act: (s, {reader, title}) => {
    const created = createOrder(s, permission(s, reader, [title]));
    const before = readOrder(s, created);
    const short = cancelOrder(s, created, {reason: 'no'});
    const noDay = cancelOrder(s, created, {expiration_date: '31-12-2099'});
    return {before, short, noDay, after: readOrder(s, created)};
  },
});

/** Cancelling orders (Orders, Cancel; States / Order). */
export const cancelling: Check[] = [
  ...checksOf(forGood, {
    'store.orders.approved-can-be-cancelled': ({cancelled, afterwards, keptBefore, keptAfter}) =>
      all(expectMoved({response: cancelled, after: afterwards}, 'cancelled'), () =>
        expectAsBefore(keptBefore, keptAfter, 'another order changed too'),
      ),
    'store.orders.cancel-gives-id': ({cancelled, created}) =>
      expectOrderNamed(cancelled, created, 'id'),
    'store.orders.cancel-gives-external-reference': ({cancelled, created}) =>
      expectOrderNamed(cancelled, created, 'external_reference'),
    'store.orders.cancel-reason-is-optional': ({cancelled}) =>
      expectOutcome(cancelled, 'cancelled', 'a reason is demanded'),
    'store.orders.cancelled-order-is-listed-as-such': ({created, listed, afterwards}) =>
      whenCancelled(afterwards, () => expectListedCancelled(listed, created)),
    'store.orders.cancelled-is-not-revived': (seen) => {
      const {afterwards, approval, pause, byItsReference, afterUpdates} = seen;
      return whenCancelled(afterwards, () =>
        all(
          expectNoMove(approval, 'cancelled', 'approved again'),
          expectNoMove(pause, 'cancelled', 'paused'),
          expectNoMove(byItsReference, 'cancelled', 'approved again by its reference'),
          () => expectStatus(afterUpdates, 'cancelled', 'no longer cancelled'),
        ),
      );
    },
    'store.orders.cancelling-twice-changes-nothing': ({afterUpdates, inTheEnd}) =>
      whenCancelled(afterUpdates, () => expectAsBefore(afterUpdates, inTheEnd, 'changed')),
  }),
  ...checksOf(refusedCancels, {
    'store.orders.refused-cancel-changes-nothing': ({before, short, noDay, after}) =>
      when(
        [short, noDay].every(({status}) => status >= 400),
        'a cancellation was not refused',
        () => expectAsBefore(before, after, 'changed'),
      ),
  }),
];

/** The list of the reader's cancelled orders contains this one with the status `cancelled`. */
const expectListedCancelled = (listed: Exchange, created: Exchange): Judgement =>
  expectEqual(
    orderRow(listed, created)?.status,
    'cancelled',
    'not listed as cancelled',
    listed,
    '`status` of the cancelled order in the list',
  );

/** Approved and paused orders of any kind are cancelled for any reason. */
export const cancellations: AnyProperty[] = propertiesOf(
  {
    scene: 'store: orders cancelled in every way',
    place: 'whatever it is, and for any reason',
    forAll: {
      type: classesOf<'permission' | 'report'>('permission', 'report'),
      hasTwo: booleans,
      reason: classesOf('none', 'three', 'a sentence', 'of 150 characters'),
      hasDay: booleans,
    },
    given: keptOrder,
    maxDrawsOnShared: 1,
    act: (s, {type, hasTwo, reason, hasDay}, {reader, title, other}) => {
      const products = hasTwo ? [title, other] : [title];
      const ordered = (): Handle => createOrder(s, orderOf(s, type, reader, products));
      const given = REASONS[reason];
      const end = (created: Handle): Handle => {
        const body = {
          ...(given !== undefined && {reason: given}),
          ...(hasDay && {expiration_date: daysAfter(created, 45)}),
        };
        return cancelOrder(s, created, Object.keys(body).length ? body : undefined);
      };
      const [approved, paused] = [ordered(), ordered()];
      return {
        pause: updateOrder(s, paused, {status: 'paused'}),
        fromApproved: end(approved),
        approved: readOrder(s, approved),
        fromPaused: end(paused),
        paused: readOrder(s, paused),
      };
    },
  },
  {
    'store.orders.approved-can-be-cancelled': ({fromApproved, approved}) =>
      expectMoved({response: fromApproved, after: approved}, 'cancelled'),
    'store.orders.paused-can-be-cancelled': ({pause, fromPaused, paused}) =>
      whenServed(pause, () => expectMoved({response: fromPaused, after: paused}, 'cancelled')),
  },
);

/** Reasons by class. */
const REASONS: Record<string, string | undefined> = {
  three: 'why',
  'a sentence': 'The reader bought it twice: refunded & closed (ñ, 樓).',
  // Each of these letters is two bytes.
  'of 150 characters': 'ñ'.repeat(150),
};
