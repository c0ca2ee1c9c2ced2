/** A subscription plan that an admin can assign. */
export interface Plan {
  readonly id: number;
  readonly subscribable: boolean;
}

/** The plans of every store: the operations on plans are not built yet. */
const PLANS: readonly Plan[] = [
  {id: 501, subscribable: true},
  {id: 502, subscribable: false},
];

/** Whether `assign_new_plan` names a plan that can be assigned (Endpoints / Users). */
export const isSubscribable = (id: number): boolean =>
  PLANS.some((plan) => plan.id === id && plan.subscribable);
