/** A subscription plan that an admin can assign. */
export interface Plan {
  readonly id: number;
  readonly subscribable: boolean;
  /** The one store that has it; absent for a plan that every store has. */
  readonly store?: string;
}

/** The plans of the stores: the operations on plans are not built yet. */
const PLANS: readonly Plan[] = [
  {id: 501, subscribable: true},
  {id: 502, subscribable: false},
  {id: 503, subscribable: true, store: 'store-b'},
];

/**
 * Whether `assign_new_plan` names a plan that can be assigned (Endpoints / Users).
 * @param store of the user
 */
export const isSubscribable = (id: number, store: string): boolean =>
  PLANS.some((plan) => plan.id === id && plan.subscribable && (plan.store ?? store) === store);
