/** Reads of an order show what was created, whatever happens to the order on later days (Orders, Read). */

import {checksOf, check, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {all, notApplicable, when, judgeEach} from '../../../language/judge.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {hours, type Handle, type Script} from '../../../language/script.ts';
import {approveLate, pay, readApproved, sell} from '../../buying.ts';
import {orderIn, expectStatus} from '../../order-rows.ts';
import {
  cancelOrder,
  content,
  createOrder,
  daysAfter,
  permission,
  readOrder,
  updateOrder,
} from '../../ordering.ts';
import {createUser} from '../../people.ts';
import {expectSameOrder} from '../read/reading.ts';

/** Hours until the order is changed: the day is another one in every time zone. */
const LATER = hours(49);

/** A sale that is paid on a later day, by the checkout that a read gives. */
const paidLater = sharedScene({
  id: 'store: a sale that is paid days later',
  onlyOnTestTargets: true,
  act: (s) => {
    const {created} = sell(s, {external_reference: s.fresh('external-id')});
    s.advance(LATER);
    // The checkout of the creation is over: a read gives a new one.
    const before = readOrder(s, created);
    pay(s, created);
    return {created, before, paid: readApproved(s, created)};
  },
});

/** An order that is changed and cancelled on later days. */
const changedLater = sharedScene({
  id: 'store: an order that is changed days later',
  onlyOnTestTargets: true,
  act: (s) => {
    const body = permission(s, createUser(s), [content(s)]);
    const created = createOrder(s, {
      ...body,
      external_reference: s.fresh('external-id'),
      unit_price: 7.25,
    });
    s.advance(LATER);
    const readAfter = (change: (s: Script) => Handle): Handle => {
      change(s);
      return readOrder(s, created);
    };
    return {
      created,
      dated: readAfter(() => updateOrder(s, created, {expiration_date: daysAfter(created, 90)})),
      paused: readAfter(() => updateOrder(s, created, {status: 'paused'})),
      approved: readAfter(() => updateOrder(s, created, {status: 'approved'})),
      cancelled: readAfter(() => cancelOrder(s, created)),
    };
  },
});

/** The rules about what reads show, and the members that each of them is about. */
const SHOWN = {
  'store.orders.read-shows-what-was-created': [
    'type',
    'external_reference',
    'unit_price',
    'currency_id',
  ],
  'store.orders.created-at-is-the-day-of-creation': ['created_at'],
} as const;

/** The checks of what reads show of a sale that is paid later, and of an order that is changed later. */
const shownLater = Object.entries(SHOWN).flatMap(([rule, names]): Check[] => [
  ...checksOf(paidLater, {
    [`${rule} @ of a sale that is paid days later`]: ({created, paid}) =>
      when(orderIn(paid).status === 'approved', 'the sale was not approved', () =>
        expectSameOrder(paid, created, names),
      ),
  }),
  ...checksOf(changedLater, {
    [`${rule} @ after changes on later days`]: ({created, ...reads}): Judgement =>
      judgeEach(Object.values<Exchange>(reads), (read) => expectSameOrder(read, created, names)),
  }),
]);

/** A sale that is still pending days later is approved by its payment. */
const approvedLater: Check[] = checksOf(paidLater, {
  // What else ends a pending order is not documented.
  'store.orders.payment-approves-the-order @ of a sale that is paid days later': ({before, paid}) =>
    orderIn(before).status === 'pending'
      ? expectStatus(paid, 'approved', 'not approved days later')
      : notApplicable('the sale was no longer pending'),
});

/** Money that arrives once more moves no order that was paid: only a pending one is approved by it. */
const paidAgain = check({
  rule: 'store.orders.moves-are-the-listed-ones',
  place: 'when the money of a paused sale arrives again',
  onlyOnTestTargets: true,
  act: (s) => {
    const {created} = sell(s);
    pay(s, created);
    readApproved(s, created);
    updateOrder(s, created, {status: 'paused'});
    const paused = readOrder(s, created);
    approveLate(s, created);
    const told = readOrder(s, created);
    pay(s, created);
    return {paused, told, paid: readOrder(s, created)};
  },
  judge: ({paused, told, paid}) =>
    when(orderIn(paused).status === 'paused', 'the sale was not paused', () =>
      all(
        () => expectStatus(told, 'paused', 'moved by money that arrived again'),
        () => expectStatus(paid, 'paused', 'moved by another visit of its checkout'),
      ),
    ),
});

/** Money that arrives once more does not revive a sale that was paid and cancelled. */
const paidAfterTheEnd = check({
  rule: 'store.orders.cancelled-order-cannot-be-paid',
  place: 'when the money arrives again',
  onlyOnTestTargets: true,
  act: (s) => {
    const {created} = sell(s);
    pay(s, created);
    readApproved(s, created);
    cancelOrder(s, created, undefined, {expects: 'cancelled'});
    approveLate(s, created);
    return {shown: readOrder(s, created)};
  },
  judge: ({shown}) => expectStatus(shown, 'cancelled', 'revived by money that arrived again'),
});

/** The checks of orders on later days, and of money that arrives again. */
export const laterDays: Check[] = [...shownLater, ...approvedLater, paidAgain, paidAfterTheEnd];
