import type {Exchange} from '../../../spec/step.ts';
import {
  check,
  checksAt,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../check.ts';
import {all, holds, overlapped, saw, when, whenRaced} from '../../judge.ts';
import type {Script} from '../../script.ts';
import {approveLate, leaveCheckout, pay, readApproved, sell} from '../buying.ts';
import {orderIn, statusIs} from '../order-rows.ts';
import {cancelOrder, readOrder} from '../ordering.ts';

/** What becomes of a sale order by its payment (States / Order). */

const APPROVES = 'store.orders.payment-approves-the-order';
const UNPAID = 'store.orders.unpaid-order-is-not-approved';
const CANCELLED = 'store.orders.cancelled-order-cannot-be-paid';

/** The status of the order is not this one. */
const isNot = (shown: Exchange, status: string, branch: string): Judgement => {
  const {status: now} = orderIn(shown);
  return holds(now !== status, {
    branch,
    expected: `the order not to be ${status}`,
    got: String(now),
    at: shown,
  });
};

/** Orders that are paid: by the buyer, later, and by the buyer who has left once. */
const paid = sharedScene({
  id: 'store: orders that are paid',
  api: 'store',
  act: (s) => {
    const atOnce = sell(s).created;
    pay(s, atOnce);
    const later = sell(s).created;
    pay(s, later, 'pending');
    const undecided = readOrder(s, later);
    approveLate(s, later);
    const returned = sell(s).created;
    leaveCheckout(s, returned);
    const left = readOrder(s, returned);
    pay(s, returned);
    return {
      atOnce: readApproved(s, atOnce),
      undecided,
      later: readApproved(s, later),
      left,
      returned: readApproved(s, returned),
    };
  },
});

type Paid = SeenIn<typeof paid>;

/** A judgement of an order that was still pending when it was paid. */
const whenPending = (before: Exchange, judgement: () => Judgement): Judgement =>
  when(
    before.body?.status === 'pending',
    `the order was ${String(before.body?.status)} before`,
    judgement,
  );

/** Paid twice, one time after the other and both at once. */
const paidTwice = sharedScene({
  id: 'store: orders that are paid twice',
  api: 'store',
  act: (s) => {
    const inTurn = sell(s).created;
    pay(s, inTurn);
    pay(s, inTurn);
    const atOnce = sell(s).created;
    const race = s.parallel(
      (b) => void pay(b, atOnce),
      (b) => void pay(b, atOnce),
    );
    return {inTurn: readApproved(s, inTurn), race, atOnce: readApproved(s, atOnce)};
  },
});

/** An order that is paid while it is cancelled, and what becomes of it. */
const paidWhileCancelled = (s: Script) => {
  const {created} = sell(s);
  const race = s.parallel(
    (b) => void cancelOrder(b, created),
    (b) => void pay(b, created),
  );
  return {race, shown: readOrder(s, created)};
};

/** The checks of payments. */
export const payments: Check[] = [
  ...checksAt(paid, APPROVES, {
    '*': ({atOnce}: Paid) => statusIs(atOnce, 'approved', 'not-approved'),
    'when the money comes later': ({undecided, later}: Paid) =>
      whenPending(undecided, () => statusIs(later, 'approved', 'not-approved-later')),
    'after leaving the checkout': ({left, returned}: Paid) =>
      whenPending(left, () => statusIs(returned, 'approved', 'not-approved-after-leaving')),
  }),
  ...checksAt(paid, UNPAID, {
    undecided: ({undecided}: Paid) => isNot(undecided, 'approved', 'approved-undecided'),
    left: ({left}: Paid) => isNot(left, 'approved', 'approved-by-leaving'),
  }),
  ...checksAt(paidTwice, APPROVES, {
    'paid twice': ({inTurn}) => statusIs(inTurn, 'approved', 'not-approved-when-paid-twice'),
    'paid twice at the same moment': ({race, atOnce}) =>
      whenRaced(overlapped(race), 'the payments did not overlap', () =>
        statusIs(atOnce, 'approved', 'not-approved-in-a-race'),
      ),
  }),
  check({
    rule: UNPAID,
    place: 'declined',
    act: (s) => {
      const {created} = sell(s);
      pay(s, created, 'declined');
      return {shown: readOrder(s, created)};
    },
    // What a declined payment leads to is open (NS-ST-47).
    judge: ({shown}) =>
      all(isNot(shown, 'approved', 'approved-when-declined'), () =>
        saw(`${String(orderIn(shown).status)} after a declined payment`),
      ),
  }),
  check({
    rule: CANCELLED,
    act: (s) => {
      const {created} = sell(s);
      const cancelled = cancelOrder(s, created, undefined, {expects: 'cancelled'});
      pay(s, created);
      return {cancelled, shown: readOrder(s, created)};
    },
    judge: ({shown}) => statusIs(shown, 'cancelled', 'paid-after-the-cancellation'),
  }),
  check({
    rule: CANCELLED,
    place: 'when the money comes later',
    act: (s) => {
      const {created} = sell(s);
      pay(s, created, 'pending');
      cancelOrder(s, created, undefined, {expects: 'cancelled'});
      approveLate(s, created);
      return {shown: readOrder(s, created)};
    },
    judge: ({shown}) => statusIs(shown, 'cancelled', 'approved-after-the-cancellation'),
  }),
  check({
    rule: CANCELLED,
    place: 'at the same moment',
    act: paidWhileCancelled,
    // Pending or approved, the order can be cancelled: in both orders of the two it is in the end.
    judge: ({race, shown}) => {
      const isCancelled = race[0]?.situations.includes('cancelled') ?? false;
      return when(isCancelled, 'the cancellation was not accepted', () =>
        whenRaced(overlapped(race), 'the payment and the cancellation did not overlap', () =>
          statusIs(shown, 'cancelled', 'paid-in-a-race'),
        ),
      );
    },
  }),
];
