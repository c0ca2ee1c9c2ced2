/** A sale order has a checkout while it is pending (Resources / Order). */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {check, type Check, type Judgement} from '../../../language/check.ts';
import {all, undecided, when, judgeEach} from '../../../language/judge.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {approveLate, pay, readApproved, sell, type Sale} from '../../buying.ts';
import {expectNoCheckout, orderIn, orderRow, type OrderRow} from '../../order-rows.ts';
import {byReference, cancelOrder, listOrders, readOrder, updateOrder} from '../../ordering.ts';

const RULE = 'store.orders.checkout-ends-with-the-payment';

/** Records lists by several filters, alone and combined, and a read by the reference. */
function listByEveryFilter(
  s: Script,
  {created, email}: Sale,
  status: string,
): Record<string, Handle> {
  const user = {user_id: created.at('/data/user/id')};
  const product = {
    product_id: created.at('/data/products/0/id'),
    product_type: created.at('/data/products/0/type'),
  };
  const queries: Record<string, Record<string, Val>> = {
    'by user_id': user,
    'by user_id and status': {...user, status},
    'by user_email and status': {user_email: email, status},
    'by user_email and product': {user_email: email, ...product},
    'by user_id, product and status': {...user, ...product, status},
  };
  const lists = Object.entries(queries).map(
    ([name, query]) => [`listed ${name}`, listOrders(s, query)] as const,
  );
  const read = s.call('getOrder', byReference(created.at('/data/external_reference')));
  return {...Object.fromEntries(lists), 'read by its reference': read};
}

/** The order in a response; undefined if a list does not contain it. */
const shownIn = (shown: Exchange, sold: Exchange): OrderRow | undefined =>
  shown.op === 'listOrders' ? orderRow(shown, sold) : orderIn(shown);

/** An order that is no longer pending is shown without a checkout. */
function expectNoCheckoutUnlessPending(shown: Exchange, sold: Exchange, how: string): Judgement {
  const row = shownIn(shown, sold);
  if (!row) return undecided('the list does not show the order');
  return when(row.status !== 'pending', 'the order is pending still', () =>
    expectNoCheckout(row, shown, `when ${how}`),
  );
}

/** Whether a response shows the order, and as one that is no longer pending. */
const isShownEnded = (shown: Exchange, sold: Exchange): boolean => {
  if (shown.status >= 300) return false;
  const status = shownIn(shown, sold)?.status;
  return status !== undefined && status !== 'pending';
};

/** No response shows a checkout. Further responses need not show the order. */
function expectNoCheckouts({sold, read, listed, ...further}: Showings): Judgement {
  const ended = Object.entries(further).filter(([, one]) => isShownEnded(one, sold));
  return all(
    () => expectNoCheckoutUnlessPending(read, sold, 'read'),
    () => expectNoCheckoutUnlessPending(listed, sold, 'listed'),
    judgeEach(ended, ([how, one]) => expectNoCheckoutUnlessPending(one, sold, how)),
  );
}

/** The creation of a sale, and the responses that show it afterwards. */
type Showings = Record<'sold' | 'read' | 'listed', Exchange> & Record<string, Exchange>;

/** The checks of sales that are no longer pending. */
export const checkoutEnds: Check[] = [
  check({
    rule: RULE,
    act: (s) => {
      const sale = sell(s, {external_reference: s.fresh('external-id')});
      const {created: sold, email} = sale;
      pay(s, sold);
      return {
        sold,
        read: readOrder(s, sold),
        listed: listOrders(s, {user_email: email}),
        ...(s.offers('control:advance') && listByEveryFilter(s, sale, 'approved')),
      };
    },
    judge: expectNoCheckouts,
  }),
  check({
    rule: RULE,
    place: 'of a sale whose money came later',
    onlyOnTestTargets: true,
    act: (s) => {
      const {created: sold, email} = sell(s);
      approveLate(s, sold);
      return {
        sold,
        read: readOrder(s, sold),
        listed: listOrders(s, {user_email: email}),
      };
    },
    judge: expectNoCheckouts,
  }),
  check({
    rule: RULE,
    place: 'of a sale that was cancelled',
    onlyOnTestTargets: true,
    act: (s) => {
      const sale = sell(s, {external_reference: s.fresh('external-id')});
      const {created: sold, email} = sale;
      cancelOrder(s, sold, undefined, {expects: 'cancelled'});
      return {
        sold,
        read: readOrder(s, sold),
        listed: listOrders(s, {user_email: email}),
        ...listByEveryFilter(s, sale, 'cancelled'),
      };
    },
    judge: expectNoCheckouts,
  }),
  check({
    rule: RULE,
    place: 'of a sale that was paused',
    onlyOnTestTargets: true,
    act: (s) => {
      const sale = sell(s, {external_reference: s.fresh('external-id')});
      const {created: sold, email} = sale;
      pay(s, sold);
      readApproved(s, sold);
      return {
        sold,
        'the response to the pause': updateOrder(
          s,
          sold,
          {status: 'paused'},
          {},
          {expects: 'updated'},
        ),
        read: readOrder(s, sold),
        listed: listOrders(s, {user_email: email}),
        ...listByEveryFilter(s, sale, 'paused'),
      };
    },
    judge: expectNoCheckouts,
  }),
];
