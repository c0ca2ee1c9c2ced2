import type {FieldErrors} from '../../guarded.ts';
import type {View} from '../../operation.ts';
import type {Change, Row} from '../../world/change.ts';
import {dayEnds} from '../access/local-time.ts';
import {isSubscribable, type Plan} from './plan.ts';
import {isRunning, subscriptionFor, subscriptionsOf, type Subscription} from './subscription.ts';

/** The members about plans in the creation and update of a user (Endpoints / Users). */
export interface PlanAssignment {
  assign_new_plan?: number;
  /** YYYY-MM-DD, the last day of the plan in the store's time zone. */
  new_plan_custom_valid_to?: string;
  user_plan_name?: string;
}

/** The plan to assign, if it can be assigned. */
function assignedPlan(view: View, {assign_new_plan: id}: PlanAssignment): Plan | undefined {
  const plan = id === undefined ? undefined : view.find<Plan>('plans', String(id));
  return plan && isSubscribable(plan) ? plan : undefined;
}

/** "plan must exist and be subscribable" (Endpoints / Users). */
export const assignmentErrors = (body: PlanAssignment, view: View): FieldErrors =>
  body.assign_new_plan === undefined || assignedPlan(view, body)
    ? {}
    : {assign_new_plan: ['The selected assign new plan is invalid.']};

/** The changes that subscribe a user to the plan of a request, or rename the user's plan. */
export function assignmentChanges(view: View, user: Row, body: PlanAssignment): Change[] {
  const {new_plan_custom_valid_to: day, user_plan_name: name} = body;
  const plan = assignedPlan(view, body);
  if (!plan) return name === undefined ? [] : renamed(view, user, name);
  const id = view.newNumber('subscription');
  const subscriber = {
    key: String(id),
    tenant: view.tenant,
    seq: view.newSeq(),
    user: user.key,
    ...(name !== undefined && {name}),
  };
  const until = day === undefined ? undefined : dayEnds(day, zoneOf(view));
  return [subscriptionFor(plan, subscriber, view.now, until)];
}

const zoneOf = (view: View): string => String(view.freedom('store.timezone'));

/** The change that renames the newest plan of a user. */
function renamed(view: View, user: Row, name: string): Change[] {
  const newest = subscriptionsOf(view, user).findLast((one) => isRunning(one, view.now));
  if (!newest) return [];
  const put: Subscription = {...newest, name};
  return [{table: 'subscriptions', put}];
}
