/** Defects of how orders begin (States / Order), and of their checkouts. */

import type {Defect, Seam} from '../../../defect.ts';
import type {Order, OrderStatus, Payment} from '../../../store/orders/order.ts';
import {setting, together, unstored} from '../../families/seams.ts';
import {showing, type Shown} from '../../families/shown-rows.ts';
import {GIVEN, type When} from '../../families/when.ts';
import type {View} from '../../../operation.ts';
import type {Change} from '../../../world/change.ts';
import {withChanges, withRows} from '../../stored-rows.ts';
import {defects} from '../../table.ts';
import {afterwards} from '../../breaking.ts';
import {
  areSeveral,
  BY_REFERENCE,
  isOfPlans,
  LIST,
  ORDER,
  READ,
  UPDATE,
  withStatus,
  type Noted,
} from './changed-orders.ts';
import {CREATE, losing, NEW, putting, type Wanted} from './created-orders.ts';

const PERMISSION = {row: {type: 'permission' as const}};
const REPORT = {row: {type: 'report' as const}};
const SALE = {row: {type: 'sale' as const}};

/** Gives new orders another status. */
const beginning = (when: When<Order, Wanted>, status: OrderStatus): Seam =>
  NEW.making(CREATE, when, (order) => withStatus(order, status));

/** Takes a `status` in the request for that of the order. */
const statusTaken = (body: {type?: Order['type']; status?: string} = {}): Seam =>
  NEW.making(CREATE, {body: {status: GIVEN, ...body}}, (_order, asked) => ({
    status: asked.body['status'] as OrderStatus,
  }));

/** A payment record of an order. */
function recordOf(order: Order, view: View): Change {
  const record: Payment = {
    key: view.newId('payment'),
    tenant: view.tenant,
    seq: view.newSeq(),
    order: order.key,
    gateway: null,
    amount: order.unit_price,
    currency_id: order.currency_id,
    outcome: 'approved',
    at: view.now,
  };
  return {table: 'payments', put: record};
}

/** Adds payment records to orders that have none. */
const recording = (row: {type: Order['type']; unit_price?: (price: number) => boolean}): Seam =>
  putting({row}, (order, view) => [recordOf(order, view)]);

/** Adds payment records to permission orders that are approved again. */
const recordingAgain = (): Seam =>
  ORDER.after(
    UPDATE,
    {before: {status: 'paused', type: 'permission'}, body: {status: 'approved'}},
    (done, {view}, order) => (order ? withChanges(done, recordOf(order, view)) : done),
  );

/** A checkout in the form of the document. */
const CHECKOUT = {checkout: {url: 'https://store.example/checkout/0', ttl: 3600}};

/** Shows a checkout of sales in a status. */
const checkoutOf = (operations: string[], status: OrderStatus, query = {}): Seam =>
  showing(operations, {row: {type: 'sale', status}, query}, CHECKOUT);

/** Changes the checkouts of sales in some responses; undefined: the member of the checkout is left out. */
const checkoutsWith = (operations: string[], other: Shown): Seam =>
  showing(operations, {row: {checkout: GIVEN}}, ({checkout}) => ({
    checkout: Object.fromEntries(
      Object.entries({...(checkout as Shown), ...other}).filter(([, value]) => value !== undefined),
    ),
  }));

const BY_NAME = {query: BY_REFERENCE};
const ANYWHERE = [...CREATE, ...READ];
const ONE_ID = {id: '0d4f3c1e-6a51-4d0c-9a8e-1f7a2b3c4d5e'};
const isPositive = (price: number): boolean => price > 0;

/** Defects of how orders begin, and of their checkouts. */
export const beginnings: Defect[] = defects({
  'store.orders.permission-is-approved-at-once': {
    'a permission order is pending': beginning(PERMISSION, 'pending'),
    'the response to the creation says that a permission order is pending': showing(
      CREATE,
      PERMISSION,
      {status: 'pending'},
    ),
    'the list says that a permission order is pending': showing(LIST, PERMISSION, {
      status: 'pending',
    }),
  },
  'store.orders.permission-is-approved-at-once @ of every kind': {
    'a permission order with a price is pending': beginning(
      {row: {type: 'permission', unit_price: isPositive}},
      'pending',
    ),
    'a permission order of a plan is pending': beginning(
      ({row}) => row?.type === 'permission' && isOfPlans(row),
      'pending',
    ),
    'a permission order of several products is pending': beginning(
      {row: {type: 'permission', products: areSeveral}},
      'pending',
    ),
  },
  'store.orders.report-is-approved-at-once': {
    'a report order is pending': beginning(REPORT, 'pending'),
    'a report order is paused when it is read': showing(READ, REPORT, {status: 'paused'}),
  },
  'store.orders.sale-is-pending-at-first': {
    'a sale order is approved': beginning(SALE, 'approved'),
    'the response to the creation says that a sale order is approved': showing(CREATE, SALE, {
      status: 'approved',
    }),
  },
  'store.orders.type-alone-sets-the-status': {
    'the status of the request is taken': statusTaken(),
    'only that of a sale is taken': statusTaken({type: 'sale'}),
    'only `paused` is taken': statusTaken({status: 'paused'}),
  },
  'store.orders.permission-has-no-payment-record': {
    'a permission order has a payment record': recording({type: 'permission'}),
    'a permission order with a price has a payment record': recording({
      type: 'permission',
      unit_price: isPositive,
    }),
  },
  'store.orders.permission-has-no-payment-record @ while it is paused, approved again, dated and cancelled':
    {
      'a permission order that is approved again has a payment record': recordingAgain(),
    },
  'store.orders.report-has-a-payment-record': {
    'no order has a payment record': unstored(CREATE, 'payments'),
    'the record is of another order': setting(CREATE, 'payments', {order: 'of-nobody'}),
  },
  'store.orders.report-has-a-payment-record @ for nothing': {
    'a report that costs nothing has no payment record': losing(
      {row: {unit_price: 0}},
      ({table}) => table === 'payments',
    ),
  },
  'store.orders.checkout-is-of-sales-only': {
    'a report order has a checkout': showing(CREATE, REPORT, CHECKOUT),
    'a permission order has a checkout when it is read': showing(READ, PERMISSION, CHECKOUT),
  },
  'store.orders.checkout-ends-with-the-payment': {
    'an approved sale has a checkout': checkoutOf(READ, 'approved'),
    'an approved sale has a checkout in the list': checkoutOf(LIST, 'approved'),
    'an approved sale has a checkout in the list by a status': checkoutOf(LIST, 'approved', {
      status: GIVEN,
    }),
    'an approved sale has a checkout in the list by a product': checkoutOf(LIST, 'approved', {
      product_id: GIVEN,
    }),
  },
  'store.orders.checkout-ends-with-the-payment @ of a sale whose money came later': {
    'a sale has a checkout after its money came later': together(
      afterwards(['approveLate'], (done) =>
        withRows(done, 'orders', (): Partial<Noted> => ({paidLater: true})),
      ),
      showing(
        READ,
        ({row, view}) => view.find<Noted>('orders', String(row?.['id']))?.paidLater,
        CHECKOUT,
      ),
    ),
  },
  'store.orders.checkout-ends-with-the-payment @ of a sale that was cancelled': {
    'a cancelled sale has a checkout': checkoutOf(READ, 'cancelled'),
    'a cancelled sale has a checkout in the list by a status': checkoutOf(LIST, 'cancelled', {
      status: GIVEN,
    }),
  },
  'store.orders.checkout-ends-with-the-payment @ of a sale that was paused': {
    'a paused sale has a checkout': checkoutOf(READ, 'paused'),
    'a paused sale has a checkout in the list by a status': checkoutOf(LIST, 'paused', {
      status: GIVEN,
    }),
  },
  'store.orders.checkout-has-url': {
    'the checkout has no url': checkoutsWith(ANYWHERE, {url: undefined}),
    'the url is a path when the order is read': checkoutsWith(READ, {url: '/checkout/0'}),
    'a sale has no checkout': showing(ANYWHERE, {row: {checkout: GIVEN}}, {checkout: {}}),
    'an order that is read by its reference has no checkout': showing(READ, BY_NAME, {
      checkout: undefined,
    }),
  },
  'store.orders.checkout-has-ttl': {
    'the checkout has no ttl': checkoutsWith(ANYWHERE, {ttl: undefined}),
    'the ttl is a text when the order is read': checkoutsWith(READ, {ttl: '3600'}),
  },
  'store.orders.ttl-is-typically-3600': {
    'the ttl is a minute': checkoutsWith(ANYWHERE, {ttl: 60}),
    'the ttl is a day when the order is read': checkoutsWith(READ, {ttl: 86_400}),
  },
  'store.orders.source-is-api': {
    'every order is internal': NEW.making(CREATE, {}, {source: 'internal'}),
    'a report order is internal': NEW.making(CREATE, REPORT, {source: 'internal'}),
  },
  'store.orders.ids-differ': {
    'every response shows one id': showing(CREATE, {}, ONE_ID),
    'orders with a payment share an id': showing(CREATE, {row: {type: ['report', 'sale']}}, ONE_ID),
  },
});
