/** Defects of payments at the checkout, and of the redirect to the shop (States / Order; Orders, Checkout). */

import {HOUR_MS} from '../../../../spec/durations.ts';
import type {Defect, Seam} from '../../../defect.ts';
import type {View} from '../../../operation.ts';
import type {Settled, Settling} from '../../../store/checkout/settle-checkout.ts';
import {gatewayOf} from '../../../store/orders/currencies.ts';
import type {Order, OrderStatus, Payment} from '../../../store/orders/order.ts';
import {todayOf} from '../../../store/orders/today.ts';
import {resource} from '../../families/resource.ts';
import {keeping, unstored} from '../../families/seams.ts';
import type {When} from '../../families/when.ts';
import {defects} from '../../table.ts';
import {approved, CANCEL, ORDER, UPDATE} from './changed-orders.ts';

/** The operations with which a buyer pays or leaves the checkout, and with which money arrives afterwards. */
export const SETTLE = ['settleCheckout'];
const LATE = ['approveLate'];

/** What a visit of the checkout tells. */
export type Visit = Partial<Settling>;

/** The order of a visit of the checkout. */
export const CHECKOUT = resource<Order, Visit>({
  table: 'orders',
  named: (view, {body}) => view.find<Order>('orders', (body as Settling).order),
  shows: (_view, {status}) => ({redirect: null, order_status: status}),
});

const PAID = {body: {outcome: 'approved' as const}};
const DECLINED = {body: {outcome: 'declined' as const}};
const LEFT = {body: {outcome: 'left' as const}};
const UNDECIDED = {body: {outcome: 'pending' as const}};

/** Gives the order another status when a payment arrives in this state. */
const paysAnyway = (from: OrderStatus, status: OrderStatus): Seam =>
  CHECKOUT.moving(SETTLE, 'checkout-settled', {...PAID, before: {status: from}}, {status});

/** Approves an order that was paid before, when its money arrives again. */
const movedAgain = (operations: string[], from: OrderStatus): Seam =>
  CHECKOUT.moving(
    operations,
    'checkout-settled',
    ({before, view}) =>
      before?.status === from && view.all<Payment>('payments', 'order', before.key).length > 0,
    approved,
  );

/** Approves the order of a visit that pays nothing. */
const approving = (when: When<Order, Visit>): Seam =>
  CHECKOUT.storing(SETTLE, when, {status: 'approved'});

const asOfToday = (_order: Order, {view}: {view: View}): Partial<Order> => ({
  created_day: todayOf(view),
});

/** Stores nothing of a visit. */
const losing = (when: When<Order, Visit>): Seam =>
  CHECKOUT.after(SETTLE, when, (done) => ({...done, changes: []}));

/** The orders of the buyer of an order, oldest first. */
const ordersBeside = (view: View, order: Order | undefined): Order[] =>
  order ? view.all<Order>('orders', 'user', order.user) : [];

/** Lets the payment of an order be that of another pending order of its buyer. */
const payingAnother = (at: number): Seam =>
  CHECKOUT.asking(SETTLE, PAID, ({body, before, view}) => {
    const pending = ordersBeside(view, before).filter(({status}) => status === 'pending');
    return {body: {...body, order: pending.at(at)?.key ?? body.order}};
  });

/** Redirects the buyer to another URL, or nowhere. */
const sendingTo = (
  when: When<Order, Visit>,
  other: (redirect: URL, newest: Order | undefined) => URL | null,
): Seam =>
  CHECKOUT.after(SETTLE, when, (done, {before, view}) => {
    const {redirect, ...rest} = done.body as Settled;
    if (redirect === null) return done;
    const newest = ordersBeside(view, before).findLast(({type}) => type === 'sale');
    const url = other(new URL(redirect), newest);
    return {...done, body: {...rest, redirect: url?.href ?? null}};
  });

/** Changes or omits a parameter of the URL. */
const withParameter = (url: URL, name: string, value?: string | null): URL => {
  if (value === undefined) url.searchParams.delete(name);
  else url.searchParams.set(name, value ?? '');
  return url;
};

/** Sends the buyer back with another value of a parameter, or that of another one. */
const withStatusOf = (when: When<Order, Visit>, status: string): Seam =>
  sendingTo(when, (url) => withParameter(url, 'status', status));
const withOther = (when: When<Order, Visit>, name: string, other: string): Seam =>
  sendingTo(when, (url) => withParameter(url, name, url.searchParams.get(other)));
const without = (...names: string[]): Seam =>
  sendingTo({}, (url) => names.reduce((left, name) => withParameter(left, name), url));

const ID = 'order-id';
const REFERENCE = 'order-external-id';

const withPath = (url: URL, pathname: string): URL => Object.assign(url, {pathname});

/** Encodes the reference in the URL otherwise than by percent-encoding. */
const writingReference = (other: (encoded: string) => string): Seam =>
  sendingTo({}, ({href}) => new URL(href.replace(/(?<=order-external-id=)[^&]*/, other)));

/** Defects of what a payment does to its order. */
const approvals: Defect[] = defects({
  'store.orders.payment-approves-the-order': {
    'a payment leaves the order pending': keeping(SETTLE, 'orders', 'status'),
    'money that comes later is lost': unstored(LATE, 'orders'),
    'an order whose checkout was left once cannot be paid': losing({
      ...PAID,
      after: LEFT,
    }),
    'a second payment cancels the order': paysAnyway('approved', 'cancelled'),
    'a second payment makes the order pending again': paysAnyway('approved', 'pending'),
  },
  'store.orders.payment-approves-the-order @ of a sale that is paid days later': {
    'a payment is lost that comes hours after the order': losing(
      ({before, view}) => before !== undefined && view.now - before.created > 2 * HOUR_MS,
    ),
  },
  'store.orders.payment-approves-the-order @ beside others that are not paid': {
    'a payment approves the oldest pending order of the buyer': payingAnother(0),
    'a payment approves the newest pending order of the buyer': payingAnother(-1),
  },
  'store.orders.unpaid-order-is-not-approved': {
    'a declined payment approves': approving(DECLINED),
    'a payment that is not decided approves': approving(UNDECIDED),
    'leaving the checkout approves': approving(LEFT),
  },
  'store.orders.unpaid-order-is-not-approved @ beside one that is paid': {
    'a payment approves all pending sales of the buyer': CHECKOUT.touching(
      SETTLE,
      ({user, status}, {row}) => user === row?.user && status === 'pending',
      {status: 'approved'},
    ),
  },
  'store.orders.cancelled-order-cannot-be-paid': {
    'a payment approves a cancelled order': paysAnyway('cancelled', 'approved'),
    'a payment makes a cancelled order pending': paysAnyway('cancelled', 'pending'),
    'money that comes later approves a cancelled order': CHECKOUT.moving(
      LATE,
      'checkout-settled',
      {before: {status: 'cancelled'}},
      {status: 'approved'},
    ),
  },
  'store.orders.cancelled-order-cannot-be-paid @ when the money arrives again': {
    'money that arrives again revives a cancelled sale that was paid': movedAgain(
      LATE,
      'cancelled',
    ),
  },
  'store.orders.moves-are-the-listed-ones @ when the money of a paused sale arrives again': {
    'money that arrives again approves a paused sale': movedAgain(LATE, 'paused'),
    'another visit of the checkout approves a paused sale': movedAgain(SETTLE, 'paused'),
  },
  'store.orders.created-at-is-the-day-of-creation @ of a sale that is paid days later': {
    'a payment makes created_at the day of the payment': CHECKOUT.storing(SETTLE, PAID, asOfToday),
  },
  'store.orders.read-shows-what-was-created @ of a sale that is paid days later': {
    'a payment takes the reference away': CHECKOUT.storing(SETTLE, PAID, {
      external_reference: null,
    }),
  },
  'store.orders.created-at-is-the-day-of-creation @ after changes on later days': {
    'an approval makes created_at its own day': ORDER.storing(
      UPDATE,
      {body: {status: 'approved'}},
      asOfToday,
    ),
  },
  'store.orders.read-shows-what-was-created @ after changes on later days': {
    'a cancelled order costs nothing': ORDER.storing(CANCEL, {}, {unit_price: 0}),
  },
});

/** Defects of the URL to which a buyer is sent. */
const redirects: Defect[] = defects({
  'store.orders.redirect-goes-to-the-return-url': {
    'the buyer is sent to the start of the shop': sendingTo({}, (url) => withPath(url, '/')),
    'the buyer of a declined payment is sent nowhere': sendingTo(DECLINED, () => null),
  },
  'store.orders.redirect-has-order-id': {
    'there is no order-id': without(ID),
    'order-id is the reference when the payment is not decided': withOther(
      UNDECIDED,
      ID,
      REFERENCE,
    ),
    'the parameters stand behind the fragment': sendingTo({}, (url) =>
      url.hash === '' ? url : new URL(`${url.origin}${url.pathname}${url.hash}${url.search}`),
    ),
  },
  'store.orders.redirect-has-order-external-id': {
    'there is no order-external-id': without(REFERENCE),
    'order-external-id is the id when the payment is declined': withOther(DECLINED, REFERENCE, ID),
  },
  'store.orders.redirect-has-order-external-id @ of a reference with signs of a query': {
    'order-external-id is not encoded': writingReference(decodeURIComponent),
    'a plus sign of order-external-id is not encoded': writingReference((value) =>
      value.replaceAll('%2B', '+'),
    ),
  },
  'store.orders.redirect-has-status': {
    'there is no status': without('status'),
    'the status of a declined payment is `declined`': withStatusOf(DECLINED, 'declined'),
  },
  'store.orders.redirect-keeps-the-query': {
    'the query is replaced': without('basket', 'note', 'from'),
    'of a name that is repeated the last value is kept': sendingTo({}, (url) =>
      withParameter(url, 'basket', url.searchParams.getAll('basket').at(-1)),
    ),
    'a plus sign becomes a blank': sendingTo({}, (url) =>
      Object.assign(url, {search: url.search.replaceAll('%2B', '+')}),
    ),
  },
  'store.orders.redirect-agrees-with-the-order': {
    'a declined payment comes back as approved': withStatusOf(DECLINED, 'approved'),
    'a payment comes back as cancelled': withStatusOf(PAID, 'cancelled'),
  },
});

/** Defects that give a sale a value of another sale of its buyer. */
const severalSales: Defect[] = defects({
  'store.orders.redirect-goes-to-the-return-url @ of each of several sales': {
    'the buyer is sent to the return_url of the newest sale': sendingTo({}, (url, newest) =>
      withPath(url, new URL(newest?.return_url ?? url.href).pathname),
    ),
  },
  'store.orders.redirect-has-order-id @ of each of several sales': {
    'order-id is that of the newest sale': sendingTo({}, (url, newest) =>
      withParameter(url, ID, newest?.key),
    ),
  },
  'store.orders.redirect-has-order-external-id @ of each of several sales': {
    'order-external-id is that of the newest sale': sendingTo({}, (url, newest) =>
      withParameter(url, REFERENCE, newest?.external_reference),
    ),
  },
  'store.orders.gateway-follows-the-currency @ of each of several sales': {
    'a buyer stays with the gateway of the first sale': CHECKOUT.after(
      ['readGateway'],
      {},
      (done, {before, view}) => {
        const first = ordersBeside(view, before).find(({type}) => type === 'sale');
        return first ? {...done, body: {gateway: gatewayOf(first.currency_id) ?? null}} : done;
      },
    ),
  },
});

/** Defects of payments and redirects. */
export const payments: Defect[] = [...approvals, ...redirects, ...severalSales];
