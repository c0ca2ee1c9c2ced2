import type {Defect, Seam} from '../../../defect.ts';
import type {Order, OrderStatus} from '../../../store/orders/order.ts';
import {afterwards, atPlace, breaking} from '../../breaking.ts';
import {
  alsoPutting,
  CREATE,
  shownInList,
  shownOnCreate,
  shownWhenRead,
  storedAs,
  type Wanted,
} from './created-orders.ts';
import {withRows} from '../../stored-rows.ts';

/** Gives new orders of a type another status. */
const beginning = (type: Order['type'], status: OrderStatus): Seam =>
  storedAs((order) =>
    order.type === type
      ? {status, products: order.products.map((product) => ({...product, status}))}
      : undefined,
  );

/** Changes the checkout of a sale in the response to its creation and in reads. */
const otherCheckout = (change: (checkout: Record<string, unknown>) => object): Seam => ({
  seam: 'several',
  seams: [
    shownOnCreate((_order, {checkout}) => checkoutWith(checkout, change)),
    shownWhenRead(({checkout}) => checkoutWith(checkout, change)),
  ],
});

const checkoutWith = (
  checkout: unknown,
  change: (checkout: Record<string, unknown>) => object,
): object | undefined =>
  checkout ? {checkout: change(checkout as Record<string, unknown>)} : undefined;

const without = (name: string) => (checkout: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(checkout).filter(([member]) => member !== name));

/** A checkout in the form of the document. */
const CHECKOUT = {checkout: {url: 'https://store.example/checkout/0', ttl: 3600}};

/** An order that remembers that its money came later. */
interface PaidLater extends Order {
  paidLater?: true;
}

/** Shows a checkout of sales that were approved without their buyer. */
const checkoutOfPaidLater: Seam = {
  seam: 'several',
  seams: [
    afterwards(['approveLate'], (done) => withRows(done, 'orders', () => ({paidLater: true}))),
    shownWhenRead(({id}, view) => {
      const isPaidLater = ({key, paidLater}: PaidLater): boolean =>
        paidLater === true && key === String(id);
      return view.newest<PaidLater>('orders', {limit: 1, where: isPaidLater}).length
        ? CHECKOUT
        : undefined;
    }),
  ],
};

/** Takes a `status` in the request for that of the order. */
const statusTaken = (which: (body: Wanted) => boolean): Seam =>
  storedAs((_order, body) =>
    body['status'] !== undefined && which(body)
      ? {status: body['status'] as OrderStatus}
      : undefined,
  );

/** Adds payment records to orders that have none. */
const recording = (which: (order: Order) => boolean): Seam =>
  alsoPutting((order, view) =>
    which(order)
      ? [
          {
            table: 'payments',
            put: {
              key: view.newId('payment'),
              tenant: view.tenant,
              seq: view.newSeq(),
              order: order.key,
              gateway: null,
              amount: order.unit_price,
              currency_id: order.currency_id,
              outcome: 'approved',
              at: view.now,
            },
          },
        ]
      : [],
  );

/** Defects of how orders begin (States / Order), and of their checkouts. */
export const beginnings: Defect[] = [
  ...breaking('store.orders.permission-is-approved-at-once', {
    'a permission order is pending': beginning('permission', 'pending'),
    'the response to the creation says that a permission order is pending': shownOnCreate(
      ({type}) => (type === 'permission' ? {status: 'pending'} : undefined),
    ),
    'the list says that a permission order is pending': shownInList(({type}) =>
      type === 'permission' ? {status: 'pending'} : {},
    ),
  }),
  ...breaking('store.orders.report-is-approved-at-once', {
    'a report order is pending': beginning('report', 'pending'),
    'a report order is paused when it is read': shownWhenRead(({type}) =>
      type === 'report' ? {status: 'paused'} : undefined,
    ),
  }),
  ...breaking('store.orders.sale-is-pending-at-first', {
    'a sale order is approved': beginning('sale', 'approved'),
    'the response to the creation says that a sale order is approved': shownOnCreate(({type}) =>
      type === 'sale' ? {status: 'approved'} : undefined,
    ),
  }),
  ...breaking('store.orders.type-alone-sets-the-status', {
    'the status of the request is taken': statusTaken(() => true),
    'only that of a sale is taken': statusTaken(({type}) => type === 'sale'),
    'only `paused` is taken': statusTaken(({status}) => status === 'paused'),
  }),
  ...breaking('store.orders.permission-has-no-payment-record', {
    'a permission order has a payment record': recording(({type}) => type === 'permission'),
    'a permission order with a price has a payment record': recording(
      ({type, unit_price: price}) => type === 'permission' && price > 0,
    ),
  }),
  ...breaking('store.orders.report-has-a-payment-record', {
    'no order has a payment record': {
      seam: 'change',
      in: CREATE,
      table: 'payments',
      drop: true,
    },
    'the record is of another order': {
      seam: 'change',
      in: CREATE,
      table: 'payments',
      set: {order: 'of-nobody'},
    },
  }),
  ...atPlace(
    'for nothing',
    breaking('store.orders.report-has-a-payment-record', {
      'a report that costs nothing has no payment record': afterwards(CREATE, (done) => ({
        ...done,
        changes: (done.changes ?? []).filter(
          (change) =>
            change.table !== 'payments' ||
            !('put' in change) ||
            (change.put as {amount?: unknown}).amount !== 0,
        ),
      })),
    }),
  ),
  ...breaking('store.orders.checkout-is-of-sales-only', {
    'a report order has a checkout': shownOnCreate(({type}) =>
      type === 'report' ? CHECKOUT : undefined,
    ),
    'a permission order has a checkout when it is read': shownWhenRead(({type}) =>
      type === 'permission' ? CHECKOUT : undefined,
    ),
  }),
  ...breaking('store.orders.checkout-ends-with-the-payment', {
    'an approved sale has a checkout': shownWhenRead(({type, status}) =>
      type === 'sale' && status === 'approved' ? CHECKOUT : undefined,
    ),
    'an approved sale has a checkout in the list': shownInList(({type, status}) =>
      type === 'sale' && status === 'approved' ? CHECKOUT : {},
    ),
    'an approved sale has a checkout in the list by a status': shownInList(
      ({type, status}, {query}) =>
        type === 'sale' && status === 'approved' && query['status'] !== undefined ? CHECKOUT : {},
    ),
    'an approved sale has a checkout in the list by a product': shownInList(
      ({type, status}, {query}) =>
        type === 'sale' && status === 'approved' && query['product_id'] !== undefined
          ? CHECKOUT
          : {},
    ),
  }),
  ...atPlace(
    'of a sale whose money came later',
    breaking('store.orders.checkout-ends-with-the-payment', {
      'a sale has a checkout after its money came later': checkoutOfPaidLater,
    }),
  ),
  ...atPlace(
    'of a sale that was cancelled',
    breaking('store.orders.checkout-ends-with-the-payment', {
      'a cancelled sale has a checkout': shownWhenRead(({type, status}) =>
        type === 'sale' && status === 'cancelled' ? CHECKOUT : undefined,
      ),
      'a cancelled sale has a checkout in the list by a status': shownInList(
        ({type, status}, {query}) =>
          type === 'sale' && status === 'cancelled' && query['status'] !== undefined
            ? CHECKOUT
            : {},
      ),
    }),
  ),
  ...atPlace(
    'of a sale that was paused',
    breaking('store.orders.checkout-ends-with-the-payment', {
      'a paused sale has a checkout': shownWhenRead(({type, status}) =>
        type === 'sale' && status === 'paused' ? CHECKOUT : undefined,
      ),
      'a paused sale has a checkout in the list by a status': shownInList(
        ({type, status}, {query}) =>
          type === 'sale' && status === 'paused' && query['status'] !== undefined ? CHECKOUT : {},
      ),
    }),
  ),
  ...breaking('store.orders.checkout-has-url', {
    'the checkout has no url': otherCheckout(without('url')),
    'the url is a path when the order is read': shownWhenRead(({checkout}) =>
      checkoutWith(checkout, (one) => ({...one, url: '/checkout/0'})),
    ),
    'a sale has no checkout': otherCheckout(() => ({})),
    'an order that is read by its reference has no checkout': afterwards(
      ['getOrder'],
      (done, _view, {query}) => {
        const {checkout: _checkout, ...body} = done.body as {checkout?: object};
        return query['id_type'] === 'external' ? {...done, body} : done;
      },
    ),
  }),
  ...breaking('store.orders.checkout-has-ttl', {
    'the checkout has no ttl': otherCheckout(without('ttl')),
    'the ttl is a text when the order is read': shownWhenRead(({checkout}) =>
      checkoutWith(checkout, (one) => ({...one, ttl: '3600'})),
    ),
  }),
  ...breaking('store.orders.ttl-is-typically-3600', {
    'the ttl is a minute': otherCheckout((one) => ({...one, ttl: 60})),
    'the ttl is a day when the order is read': shownWhenRead(({checkout}) =>
      checkoutWith(checkout, (one) => ({...one, ttl: 86_400})),
    ),
  }),
  ...breaking('store.orders.source-is-api', {
    'every order is internal': storedAs(() => ({source: 'internal'})),
    'a report order is internal': storedAs(({type}) =>
      type === 'report' ? {source: 'internal'} : undefined,
    ),
  }),
  ...breaking('store.orders.ids-differ', {
    'every response shows one id': shownOnCreate(() => ({
      id: '0d4f3c1e-6a51-4d0c-9a8e-1f7a2b3c4d5e',
    })),
    'orders with a payment share an id': shownOnCreate(({type}) =>
      type === 'permission' ? undefined : {id: '0d4f3c1e-6a51-4d0c-9a8e-1f7a2b3c4d5e'},
    ),
  }),
];
