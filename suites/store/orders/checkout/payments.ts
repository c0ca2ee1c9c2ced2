/** The effect of a payment on a sale order (States / Order). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {check, checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectThat, expectOutcome, saw, when, whenTimely} from '../../../language/judge.ts';
import {overlapped} from '../../../language/races.ts';
import {approveLate, leaveCheckout, pay, readApproved, sell} from '../../buying.ts';
import {orderIn, expectStatus} from '../../order-rows.ts';
import {cancelOrder, content, createOrder, priced, readOrder} from '../../ordering.ts';
import {createUser} from '../../people.ts';
import {toText} from '../../../../spec/json.ts';

const APPROVES = 'store.orders.payment-approves-the-order';
const UNPAID = 'store.orders.unpaid-order-is-not-approved';
const CANCELLED = 'store.orders.cancelled-order-cannot-be-paid';

/** The order is not approved. */
const expectNotApproved = (shown: Exchange, branch: string): Judgement => {
  const {status} = orderIn(shown);
  return expectThat(status !== 'approved', {
    branch,
    expected: 'the order not to be approved',
    got: toText(status),
    at: shown,
  });
};

/** Judges an order that was still pending when it was paid. */
const whenPending = (before: Exchange, judgement: () => Judgement): Judgement =>
  when(
    before.body?.status === 'pending',
    `the order was ${toText(before.body?.status)} before`,
    judgement,
  );

/** Payments that approve an order. Each needs other hooks, and so has its own scene. */
const approving: Check[] = [
  check({
    rule: APPROVES,
    act: (s) => {
      const {created} = sell(s);
      pay(s, created);
      return {shown: readApproved(s, created)};
    },
    judge: ({shown}) => expectStatus(shown, 'approved', 'not-approved'),
  }),
  check({
    rule: APPROVES,
    place: 'when the money comes later',
    act: (s) => {
      const {created} = sell(s);
      pay(s, created, 'pending');
      const before = readOrder(s, created);
      approveLate(s, created);
      return {before, shown: readApproved(s, created)};
    },
    judge: ({before, shown}) =>
      whenPending(before, () => expectStatus(shown, 'approved', 'not-approved-later')),
  }),
  check({
    rule: APPROVES,
    place: 'after leaving the checkout',
    act: (s) => {
      const {created} = sell(s);
      leaveCheckout(s, created);
      const before = readOrder(s, created);
      pay(s, created);
      return {before, shown: readApproved(s, created)};
    },
    judge: ({before, shown}) =>
      whenPending(before, () => expectStatus(shown, 'approved', 'not-approved-after-leaving')),
  }),
  check({
    rule: APPROVES,
    place: 'paid twice',
    act: (s) => {
      const {created} = sell(s);
      pay(s, created);
      pay(s, created);
      return {shown: readApproved(s, created)};
    },
    judge: ({shown}) => expectStatus(shown, 'approved', 'not-approved-when-paid-twice'),
  }),
  check({
    rule: APPROVES,
    place: 'paid twice at the same moment',
    act: (s) => {
      const {created} = sell(s);
      const race = s.parallel(
        (b) => void pay(b, created),
        (b) => void pay(b, created),
      );
      return {race, shown: readApproved(s, created)};
    },
    judge: ({race, shown}) =>
      whenTimely(overlapped(race), 'the payments did not overlap', () =>
        expectStatus(shown, 'approved', 'not-approved-in-a-race'),
      ),
  }),
];

/** Visits to the checkout without a successful payment. */
const unpaid: Check[] = [
  check({
    rule: UNPAID,
    act: (s) => {
      const {created} = sell(s);
      pay(s, created, 'declined');
      return {shown: readOrder(s, created)};
    },
    // The result of a declined payment is open (NS-ST-47).
    judge: ({shown}) =>
      all(expectNotApproved(shown, 'approved-when-declined'), () =>
        saw(`${toText(orderIn(shown).status)} after a declined payment`),
      ),
  }),
  check({
    rule: UNPAID,
    place: 'undecided',
    act: (s) => {
      const {created} = sell(s);
      pay(s, created, 'pending');
      return {shown: readOrder(s, created)};
    },
    judge: ({shown}) => expectNotApproved(shown, 'approved-undecided'),
  }),
  check({
    rule: UNPAID,
    place: 'left',
    act: (s) => {
      const {created} = sell(s);
      leaveCheckout(s, created);
      return {shown: readOrder(s, created)};
    },
    judge: ({shown}) => expectNotApproved(shown, 'approved-by-leaving'),
  }),
];

/** Three pending sales of one buyer, of which the second is paid. */
const oneOfThree = sharedScene({
  id: 'store: one of three sales of a buyer is paid',
  act: (s) => {
    const reader = createUser(s);
    const body = priced(s, 'sale', reader, [content(s)]);
    const [earlier, paid, later] = [
      createOrder(s, body),
      createOrder(s, body),
      createOrder(s, body),
    ];
    pay(s, paid);
    return {
      paid: readApproved(s, paid),
      earlier: readOrder(s, earlier),
      later: readOrder(s, later),
    };
  },
});

/** The payment of one of several sales of a buyer approves that one alone. */
const besideOthers: Check[] = [
  ...checksOf(oneOfThree, {
    [`${APPROVES} @ beside others that are not paid`]: ({paid}) =>
      expectStatus(paid, 'approved', 'not-approved-beside-others'),
    [`${UNPAID} @ beside one that is paid`]: ({paid, earlier, later}) =>
      when(orderIn(paid).status === 'approved', 'the sale was not approved', () =>
        all(
          () => expectNotApproved(earlier, 'approved-with-a-later-one'),
          () => expectNotApproved(later, 'approved-with-an-earlier-one'),
        ),
      ),
  }),
];

/** Payments of orders that were cancelled. */
const cancelled: Check[] = [
  check({
    rule: CANCELLED,
    act: (s) => {
      const {created} = sell(s);
      cancelOrder(s, created, undefined, {expects: 'cancelled'});
      pay(s, created);
      return {shown: readOrder(s, created)};
    },
    judge: ({shown}) => expectStatus(shown, 'cancelled', 'paid-after-the-cancellation'),
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
    judge: ({shown}) => expectStatus(shown, 'cancelled', 'approved-after-the-cancellation'),
  }),
  check({
    rule: CANCELLED,
    place: 'at the same moment',
    act: (s) => {
      const {created} = sell(s);
      const race = s.parallel(
        (b) => void cancelOrder(b, created),
        (b) => void pay(b, created),
      );
      return {race, shown: readOrder(s, created)};
    },
    // Both pending and approved orders can be cancelled, so the order is cancelled in the end in
    // either sequence.
    judge: ({race, shown}) => {
      const isCancelled = race[0]?.situations.includes('cancelled') ?? false;
      return when(isCancelled, 'the cancellation was not accepted', () =>
        whenTimely(overlapped(race), 'the payment and the cancellation did not overlap', () =>
          expectStatus(shown, 'cancelled', 'paid-in-a-race'),
        ),
      );
    },
  }),
];

/** A paid sale is approved like any order, and can be cancelled. */
const paidAndCancelled = check({
  rule: 'store.orders.approved-can-be-cancelled',
  place: 'a sale that was paid',
  act: (s) => {
    const {created} = sell(s);
    pay(s, created);
    const before = readApproved(s, created);
    return {before, cancelled: cancelOrder(s, created), after: readOrder(s, created)};
  },
  judge: ({before, cancelled: response, after}) =>
    when(orderIn(before).status === 'approved', 'the sale was not approved', () =>
      all(expectOutcome(response, 'cancelled', 'refused'), () =>
        expectStatus(after, 'cancelled', 'not cancelled'),
      ),
    ),
});

/** The checks of payments. */
export const payments: Check[] = [
  ...approving,
  ...unpaid,
  ...besideOthers,
  ...cancelled,
  paidAndCancelled,
];
