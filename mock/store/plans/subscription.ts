import {DAY_MS} from '../../../spec/durations.ts';
import type {View} from '../../operation.ts';
import type {Change, Row} from '../../world/change.ts';
import {LAST_INSTANT, monthsAfter} from './months.ts';
import type {Plan, PlanType} from './plan.ts';

/** A user's subscription to a plan. Instants in epoch milliseconds. */
export interface Subscription extends Row {
  /** Key of the user. */
  readonly user: string;
  /** Id of the plan. */
  readonly plan: number;
  readonly type: PlanType;
  /** The name under which the user has the plan. */
  readonly name: string;
  /** Key of the order that started it; null when an admin assigned the plan. */
  readonly order: string | null;
  readonly from: number;
  /** First instant after it; null: it renews month by month until it is cancelled. */
  readonly until: number | null;
  /** End of the initial free trial; null when the plan has none. */
  readonly trial_until: number | null;
  /** Instant of the cancellation; the subscription may continue until `until`. */
  readonly cancelled: number | null;
}

/** The user who gets a subscription, and the order. */
export interface Subscriber extends Row {
  /** Key of the user. */
  user: string;
  /** Key of the order; absent when an admin assigned the plan. */
  order?: string;
  /** The name under which the user has the plan. Default: the plan's own. */
  name?: string;
}

/**
 * The change that subscribes a user to a plan. A prepaid plan ends after its months, a recurring one renews; a given
 * end has priority over both.
 * @param subscriber the user, with key, store and sequence number of the new row
 * @param from epoch milliseconds
 * @param until first instant after the subscription
 */
export function subscriptionFor(
  plan: Plan,
  subscriber: Subscriber,
  from: number,
  until?: number | null,
): {table: 'subscriptions'; put: Subscription} {
  const {key, tenant, seq, user, order = null, name = plan.name} = subscriber;
  const put: Subscription = {
    key,
    tenant,
    seq,
    user,
    plan: plan.id,
    type: plan.type,
    name,
    order,
    from,
    until: until ?? endByPlan(plan, from),
    trial_until: plan.free_trial ? trialEnd(plan, from) : null,
    cancelled: null,
  };
  return {table: 'subscriptions', put};
}

/** The end of a subscription according to its plan; null when it renews. */
const endByPlan = ({type, duration}: Plan, from: number): number | null =>
  type === 'prepaid' ? monthsAfter(from, Math.max(0, duration ?? 0)) : null;

const trialEnd = ({free_trial_days: days}: Plan, from: number): number =>
  Math.min(from + Math.max(0, days ?? 0) * DAY_MS, LAST_INSTANT);

/** Whether a subscription has begun and not ended. */
export const isRunning = ({from, until}: Subscription, now: number): boolean =>
  from <= now && (until === null || now < until);

/**
 * The end of the current period: the free trial, then month by month after it; the end of the subscription if it does
 * not renew.
 */
export function periodEnd(subscription: Subscription, now: number): number {
  const {from, until, trial_until: trialUntil} = subscription;
  if (until !== null) return until;
  if (trialUntil !== null && now < trialUntil) return trialUntil;
  const first = trialUntil ?? from;
  const monthLater = (months: number): number => monthsAfter(first, months);
  let months = 1;
  while (monthLater(months) <= now) months += 1;
  return monthLater(months);
}

/**
 * The change that cancels a subscription.
 * @param now instant of the cancellation
 * @param until when it ends (`periodEnd` for the end of the period). Default: immediately. It never ends later than it
 * would have without the cancellation
 */
export function subscriptionCancelled(
  subscription: Subscription,
  now: number,
  until = now,
): {table: 'subscriptions'; put: Subscription} {
  const end = Math.min(until, subscription.until ?? Infinity);
  const cancelled = subscription.cancelled ?? now;
  return {table: 'subscriptions', put: {...subscription, cancelled, until: end}};
}

/**
 * The change of the end of a subscription.
 * @param until first instant after it; null: it renews
 */
export const subscriptionEnds = (
  subscription: Subscription,
  until: number | null,
): {table: 'subscriptions'; put: Subscription} => ({
  table: 'subscriptions',
  put: {...subscription, until},
});

/** Every subscription that a user has or had, oldest first. */
export const subscriptionsOf = (view: View, user: Row): Subscription[] =>
  view.all<Subscription>('subscriptions', 'user', user.key);

/** The changes that cancel every subscription of a user, recurring and prepaid (States / User). */
export const subscriptionsCancelled = (view: View, user: Row): Change[] =>
  subscriptionsOf(view, user)
    .filter(({cancelled}) => cancelled === null)
    .map((subscription) => subscriptionCancelled(subscription, view.now));
