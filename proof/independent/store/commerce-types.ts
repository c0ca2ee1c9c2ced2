import type {Features, Issue} from './content/types.ts';
import type {Reading} from './reading/types.ts';

/** The kinds of orders. */
export type OrderType = 'permission' | 'report' | 'sale';

/** The states of orders. */
export type OrderStatus = 'pending' | 'approved' | 'paused' | 'cancelled';

/** The kinds of products. */
export type ProductType = 'content' | 'subscription';

/** What a store sells, besides plans. */
export interface CatalogProduct {
  id: string;
  issueId: number;
  name: string;
  description: string;
  pages: number;
  fileType: string;
  free: boolean;
  /** Where an 'External link' points to. */
  url: string | null;
  /** Whether the storefront shows it. */
  storefront: boolean;
  /** Whether it was deleted: nobody can order it any more. */
  withdrawn?: boolean;
}

/** A product of an order. */
export interface OrderProduct {
  type: ProductType;
  id: string;
  unitPrice: number;
  currency: string | null;
  expiration: string | null;
  paused: boolean;
  /** The number of the subscription that it gave. */
  subscription: string | null;
  /** What the order called it. */
  name?: string;
}

/** An order. */
export interface Order {
  id: string;
  /** The number in the lists of users. */
  number: string;
  reference: string | null;
  /** Whether the dashboard made it, or this API. */
  source: 'internal' | 'api';
  type: OrderType;
  status: OrderStatus;
  unitPrice: number;
  currency: string | null;
  userId: number;
  createdAt: number;
  returnUrl: string | null;
  products: OrderProduct[];
  approvedAt: number | null;
  cancelledAt: number | null;
  cancelReason: string | null;
  /** The last day of access to a cancelled order; null when it ended at once. */
  accessUntil: string | null;
  history: string[];
}

/** A record of money that was paid. */
export interface Payment {
  order: string;
  amount: number;
  currency: string;
  gateway: string | null;
  at: number;
}

/** A mail in the outbox. */
export interface Mail {
  id: number;
  to: string;
  kind: 'order-reported' | 'sale-approved';
  order: string;
  subject: string;
  at: number;
}

/** A session that was deleted, and that a faulty server may still know. */
export interface Ghost {
  userId: number;
  key: string;
  until: number;
}

/** What a store has besides users and plans. */
export interface Commerce {
  collections: string[];
  catalog: Map<string, CatalogProduct>;
  /** The number of the store among all stores. */
  tenant: number;
  issues: Map<number, Issue>;
  readings: Reading[];
  features: Features;
  orders: Order[];
  payments: Payment[];
  mails: Mail[];
  /** What a faulty server holds back. */
  heldMails?: Mail[];
  ghosts: Ghost[];
  /** Which mails the dashboard has switched on. */
  notifies: {report: boolean; sale: boolean};
}

/** What a plan has besides its kind and title. */
export interface PlanTerms {
  details: string;
  recommended: boolean;
  private: boolean;
  assignsCollections: boolean;
  downloadFiles: boolean;
  freeTrial: boolean;
  freeTrialDays: number | null;
  concurrencyLimit: number;
  collections: string[];
  /** Currency code to cents. */
  prices: Record<string, number>;
  customer: string | null;
  invoice: string | null;
  fileName: string | null;
  uploadFile: string | null;
  createdAt: number;
  updatedAt: number;
  deletedAt: number | null;
  /** How often it was updated. */
  updates: number;
}
