import type {
  Cancellation,
  Day,
  MailKind,
  Order,
  OrderProduct,
  OrderStatus,
  PaymentOutcome,
  ProductType,
} from './order.ts';

/** A request to change the expiration or status of an order, or of one of its products. */
export interface OrderUpdate {
  event: 'update';
  expiration_date?: Day | undefined;
  status?: 'approved' | 'paused' | undefined;
  /** The product to change. Default: all of them. */
  product?: {type: ProductType; id: string} | undefined;
}

/** An event of an existing order (States / Order). */
export type OrderEvent =
  | OrderUpdate
  /** The buyer or the gateway reports the status of the payment. */
  | {event: 'payment'; outcome: PaymentOutcome}
  | {event: 'cancel'; reason?: string | undefined; expiration_date?: Day | undefined};

/** The effects of an event other than the new state of the order. */
export type OrderEffect =
  | {effect: 'mail'; kind: MailKind}
  | {effect: 'payment'; outcome: PaymentOutcome};

/**
 * Why an event is refused: `not-approved`, `already-cancelled` and `not-pending` are about the state,
 * `no-such-product` about the product of an update.
 */
export type OrderRefusal = 'not-pending' | 'not-approved' | 'already-cancelled' | 'no-such-product';

/** An order after an event, or why the event is refused. */
export type OrderMoved = {order: Order; effects: OrderEffect[]} | {refused: OrderRefusal};

/** The choices of a world where the document leaves the states open. */
export interface StateChoices {
  /** State of an order whose payment is declined (NS-ST-47). */
  declined: 'cancelled' | 'pending';
  /** What the status of an update with `product_id` changes: that product, or the whole order. */
  statusOfOneProduct: 'product' | 'order';
}

/** The initial state of an order, with its effects, by type (States / Order). */
export const BEGINNINGS = {
  permission: {status: 'approved', effects: []},
  report: {
    status: 'approved',
    effects: [
      {effect: 'payment', outcome: 'approved'},
      {effect: 'mail', kind: 'order-reported'},
    ],
  },
  sale: {status: 'pending', effects: []},
} as const satisfies Record<Order['type'], {status: OrderStatus; effects: readonly OrderEffect[]}>;

/**
 * The state machine of an order (States / Order).
 * @param now epoch milliseconds
 */
export function movedOrder(
  order: Order,
  event: OrderEvent,
  now: number,
  choices: StateChoices,
): OrderMoved {
  if (order.status === 'cancelled') return {refused: 'already-cancelled'};
  if (event.event === 'cancel') return {order: cancelled(order, event, now), effects: []};
  if (event.event === 'payment') return paid(order, event.outcome, now, choices);
  return updated(order, event, choices);
}

/** Ends an order: access ends immediately, or on the given day. */
function cancelled(
  order: Order,
  {
    reason,
    expiration_date: until,
  }: {reason?: string | undefined; expiration_date?: Day | undefined},
  now: number,
): Order {
  const cancellation: Cancellation = {at: now, reason: reason ?? null};
  const products = order.products.map((product) => ({
    ...product,
    status: 'cancelled' as const,
    expiration_date:
      until === undefined ? product.expiration_date : earlierDay(product.expiration_date, until),
    // A pending or paused product gave no access, and gives none in the remaining time.
    access_until: product.status === 'approved' ? (until ?? null) : null,
  }));
  return {...order, status: 'cancelled', products, cancellation};
}

/** The earlier one of two last days. */
const earlierDay = (own: Day | null, until: Day): Day =>
  own !== null && own < until ? own : until;

function paid(
  order: Order,
  outcome: PaymentOutcome,
  now: number,
  {declined}: StateChoices,
): OrderMoved {
  if (order.status !== 'pending') return {refused: 'not-pending'};
  const payment: OrderEffect = {effect: 'payment', outcome};
  if (outcome === 'approved')
    return {
      order: {...order, status: 'approved', products: withStatus(order.products, 'approved')},
      effects: [payment, {effect: 'mail', kind: 'sale-approved'}],
    };
  if (outcome === 'declined' && declined === 'cancelled')
    return {order: cancelled(order, {}, now), effects: [payment]};
  return {order, effects: [payment]};
}

function updated(order: Order, update: OrderUpdate, choices: StateChoices): OrderMoved {
  if (order.status === 'pending') return {refused: 'not-approved'};
  const {expiration_date: until, status, product: one} = update;
  const isMeant = (product: OrderProduct): boolean =>
    one === undefined ||
    (product.type === one.type && [product.id, product.product].includes(one.id));
  if (!order.products.some(isMeant)) return {refused: 'no-such-product'};
  const dated =
    until === undefined
      ? order.products
      : order.products.map((product) =>
          isMeant(product) ? {...product, expiration_date: until} : product,
        );
  if (status === undefined) return {order: {...order, products: dated}, effects: []};
  const isWhole = one === undefined || choices.statusOfOneProduct === 'order';
  const products = dated.map((product) =>
    isWhole || isMeant(product) ? {...product, status} : product,
  );
  return {order: {...order, products, status: statusOf(products)}, effects: []};
}

/** An order is paused when all of its products are. */
const statusOf = (products: readonly OrderProduct[]): OrderStatus =>
  products.every(({status}) => status === 'paused') ? 'paused' : 'approved';

const withStatus = (products: readonly OrderProduct[], status: OrderStatus): OrderProduct[] =>
  products.map((product) => ({...product, status}));
