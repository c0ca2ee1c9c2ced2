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
  /** Accessible only by its direct link. */
  readonly private: boolean;
  readonly assigns_collections: boolean;
  readonly download_files: boolean;
  readonly free_trial: boolean;
  readonly free_trial_days: number | null;
  /** The maximum number of concurrent sessions of a subscriber. */
  readonly concurrency_limit: number;
  /** Names of collections. */
  readonly collections: readonly string[];
  /** Amounts in cents by currency. */
  readonly prices: Readonly<Record<string, number>>;
  /** The members that only an update of an external plan can write. */
  readonly customer: string | null;
  readonly invoice: string | null;
  readonly file_name: string | null;
  readonly upload_file: string | null;
  readonly created: number;
  readonly updated: number;
  readonly deleted: number | null;
}

/**
 * Whether users can be subscribed to a plan: to every plan that was not deleted. The document does not say what makes
 * a plan subscribable (NS-ST-13).
 */
export const isSubscribable = (plan: Plan): boolean => plan.deleted === null;

/** A number that may have been sent as a string. */
export type Numeric = number | string;

/** The members of a plan in requests; numbers may be strings (Endpoints / Plans). */
export interface PlanBody {
  type?: PlanType;
  name?: string;
  details?: string;
  duration?: Numeric | null;
  recommended?: boolean;
  private?: boolean;
  assigns_collections?: boolean;
  download_files?: boolean;
  free_trial?: boolean;
  free_trial_days?: Numeric;
  concurrency_limit?: Numeric;
  collections?: readonly string[];
  prices?: Readonly<Record<string, Numeric>>;
  customer?: string;
  invoice?: string;
  file_name?: string;
  upload_file?: string;
}

/** The default values of the members of a plan in requests. */
export const BLANK: Omit<Plan, keyof Row | 'id' | 'created' | 'updated' | 'deleted'> = {
  type: 'recurring',
  name: '',
  details: '',
  duration: null,
  recommended: false,
  private: false,
  assigns_collections: false,
  download_files: false,
  free_trial: false,
  free_trial_days: null,
  concurrency_limit: 1,
  collections: [],
  prices: {},
  customer: null,
  invoice: null,
  file_name: null,
  upload_file: null,
};

/** A plan with the members of a body. A recurring plan has no duration, and one without a trial has no trial days. */
export function written<P extends typeof BLANK>(plan: P, body: PlanBody): P {
  const {
    duration,
    free_trial_days: days,
    concurrency_limit: limit,
    prices,
    ...others
  } = known(body);
  const next: P = {
    ...plan,
    ...others,
    duration: duration === undefined ? plan.duration : numberOrNull(duration),
    free_trial_days: days === undefined ? plan.free_trial_days : Number(days),
    concurrency_limit: limit === undefined ? plan.concurrency_limit : Number(limit),
    prices: prices === undefined ? plan.prices : numbers(prices),
  };
  return {
    ...next,
    duration: next.type === 'prepaid' ? next.duration : null,
    free_trial_days: next.free_trial ? next.free_trial_days : null,
  };
}

/** A body without the members that no plan has. */
const known = (body: PlanBody): PlanBody =>
  Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(BLANK, name)));

const numberOrNull = (value: Numeric | null): number | null =>
  value === null ? null : Number(value);

const numbers = (values: Readonly<Record<string, Numeric>>): Record<string, number> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
