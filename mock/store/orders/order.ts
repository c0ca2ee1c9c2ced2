import type {Row} from '../../world/change.ts';

/** Types of an order (Resources / Order). */
export type OrderType = 'permission' | 'report' | 'sale';
/** States of an order, and of each of its products (States / Order). */
export type OrderStatus = 'pending' | 'approved' | 'paused' | 'cancelled';
/** What an order is about: a title of the catalog, or a plan. */
export type ProductType = 'content' | 'subscription';
/** A day of the store's calendar, `YYYY-MM-DD`: days compare as texts. */
export type Day = string;

/** One product of an order. */
export interface OrderProduct {
  readonly type: ProductType;
  /** The id under which the caller ordered it: an id or external id of the catalog, or a plan's. */
  readonly id: string;
  /** Key of the catalog row or of the plan. */
  readonly product: string;
  readonly name: string;
  readonly status: OrderStatus;
  /** The last day of access; null: it does not end. */
  readonly expiration_date: Day | null;
  /** The last day of access that a cancellation has left; null: none. */
  readonly access_until: Day | null;
  readonly unit_price: number;
  readonly currency_id: string | null;
}

/** How an order came to its end. */
export interface Cancellation {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly reason: string | null;
}

/** An order; its key is its id, a UUID. */
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
  /** The day of creation in the store's zone. */
  readonly created_day: Day;
  /** Key of the user's row. */
  readonly user: string;
  readonly products: readonly OrderProduct[];
  /** Where the buyer is sent after the checkout; null for an order that needs none. */
  readonly return_url: string | null;
  readonly cancellation: Cancellation | null;
}

/** Kinds of payment gateways, by currency (Orders, Create rule 5). */
export type Gateway =
  | 'global card gateway'
  | 'regional wallet gateway'
  | 'regional gateway reached through the wallet gateway'
  | 'local Colombian gateway';

/** How a payment stands. */
export type PaymentOutcome = 'approved' | 'declined' | 'pending';

/** A payment record: of a report order at once, of a sale order from its checkout. */
export interface Payment extends Row {
  /** Key of the order. */
  readonly order: string;
  /** Null for what a report order records: no gateway has seen it. */
  readonly gateway: Gateway | null;
  readonly amount: number;
  readonly currency_id: string | null;
  readonly outcome: PaymentOutcome;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** What a mail is about (Events). */
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
