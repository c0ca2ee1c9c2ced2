import type {Row} from '../../world/change.ts';

/** Types of plans (Resources / Plan). */
export type PlanType = 'recurring' | 'prepaid';

/** A subscription plan of a store (Resources / Plan). Instants in epoch milliseconds. */
export interface Plan extends Row {
  readonly id: number;
  readonly type: PlanType;
  readonly name: string;
  /** HTML. */
  readonly details: string;
  /** Months; null for recurring plans. */
  readonly duration: number | null;
  readonly recommended: boolean;
  /** Reachable only by its direct link. */
  readonly private: boolean;
  readonly assigns_collections: boolean;
  readonly download_files: boolean;
  readonly free_trial: boolean;
  readonly free_trial_days: number | null;
  /** Concurrent sessions of a subscriber at most; null: as many as one likes. */
  readonly concurrency_limit: number | null;
  /** Names of collections. */
  readonly collections: readonly string[];
  /** Amounts in cents by currency. */
  readonly prices: Readonly<Record<string, number>>;
  /** What an update can add to an external plan. */
  readonly customer: string | null;
  readonly invoice: string | null;
  readonly file_name: string | null;
  readonly upload_file: string | null;
  readonly created: number;
  readonly updated: number;
  readonly deleted: number | null;
}

/** A name that plans of a store can use in `collections`. */
export interface Collection extends Row {
  readonly name: string;
}

/**
 * Whether users can be subscribed to a plan: to all but those that were deleted. What makes a plan
 * subscribable is not documented (NS-ST-13).
 */
export const isSubscribable = (plan: Plan): boolean => plan.deleted === null;
