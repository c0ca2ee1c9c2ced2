import type {Row} from '../../world/change.ts';

/** Types of an order (Resources / Order). */
export type OrderType = 'permission' | 'report' | 'sale';
/** States of an order, and of each of its products (States / Order). */
export type OrderStatus = 'pending' | 'approved' | 'paused' | 'cancelled';
/** What an order contains: a title of the catalog, or a plan. */
export type ProductType = 'content' | 'subscription';
/** A day of the store's calendar, `YYYY-MM-DD`: days compare as texts. */
export type Day = string;

/** One product of an order. */
export interface OrderProduct {
  readonly type: ProductType;
  /** The id with which the client ordered it: an id or external id of the catalog, or a plan's. */
  readonly id: string;
  /** Key of the catalog row or of the plan. */
  readonly product: string;
  readonly name: string;
  readonly status: OrderStatus;
  /** The last day of access; null: unlimited. */
  readonly expiration_date: Day | null;
  /** The last day of access after a cancellation; null: none. */
  readonly access_until: Day | null;
  readonly unit_price: number;
  readonly currency_id: string | null;
}

/** How an order ended. */
export interface Cancellation {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly reason: string | null;
}

/** An order. Its key is its id, a UUID. */
export interface Order extends Row {
  readonly external_reference: string | null;
  readonly type: OrderType;
  /** `api`: created through the API; `internal`: in the dashboard, as those of templates. */
  readonly source: 'internal' | 'api';
  readonly unit_price: number;
  readonly currency_id: string | null;
  readonly status: OrderStatus;
  /** Instant of creation, in epoch milliseconds. */
  readonly created: number;
  /** The day of creation in the store's time zone. */
  readonly created_day: Day;
  /** Key of the user's row. */
  readonly user: string;
  readonly products: readonly OrderProduct[];
  /** The URL to which the buyer is sent after the checkout; null for an order without one. */
  readonly return_url: string | null;
  readonly cancellation: Cancellation | null;
}

/** Kinds of payment gateways, by currency (Orders, Create rule 5). */
export type Gateway =
  | 'global card gateway'
  | 'regional wallet gateway'
  | 'regional gateway reached through the wallet gateway'
  | 'local Colombian gateway';

/** The status of a payment. */
export type PaymentOutcome = 'approved' | 'declined' | 'pending';

/** A payment record: a report order has one immediately, a sale order after its checkout. */
export interface Payment extends Row {
  /** Key of the order. */
  readonly order: string;
  /** Null for the record of a report order, which no gateway has processed. */
  readonly gateway: Gateway | null;
  readonly amount: number;
  readonly currency_id: string | null;
  readonly outcome: PaymentOutcome;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** The subject of a mail (Events). */
export type MailKind = 'order-reported' | 'sale-approved';

/** A mail that a real store would have sent. */
export interface OrderMail extends Row {
  readonly to: string;
  readonly kind: MailKind;
  /** Key of the order. */
  readonly order: string;
  readonly subject: string;
  /** Epoch milliseconds. */
  readonly at: number;
}
