/** Plans and subscriptions as the defects of their operations see them. */

import {DAY_MS} from '../../../../spec/durations.ts';
import type {Seam} from '../../../defect.ts';
import type {Input, View} from '../../../operation.ts';
import type {Plan, PlanBody, PlanType} from '../../../store/plans/plan.ts';
import type {Subscription} from '../../../store/plans/subscription.ts';
import type {User} from '../../../store/users/user.ts';
import {afterwards} from '../../breaking.ts';
import {resource} from '../../families/resource.ts';
import {searches} from '../../families/searches.ts';
import type {Asked} from '../../families/when.ts';
import {membersOf} from '../members.ts';

export const CREATE = ['createPlan'];
export const UPDATE = ['updatePlan'];
export const LIST = ['listPlans'];
export const DELETE = ['deletePlan'];

/** A plan with what defects note about it. */
interface Noted extends Plan {
  /** Its texts and prices when it was created. */
  was?: Pick<Plan, 'details' | 'type' | 'prices'>;
  /** Its name before the first update. */
  first?: string;
}

/** The plan that a request names, also when it was deleted. */
export const PLAN = resource<Noted, PlanBody>({
  table: 'plans',
  named: (view, {path}) => view.find<Noted>('plans', path['plan_id'] ?? ''),
});

export const creation = membersOf(PLAN, CREATE);
export const update = membersOf(PLAN, UPDATE);
export const writes = membersOf(PLAN, [...CREATE, ...UPDATE]);

export const {hiding, adding} = searches<Noted>(LIST, 'plans');

/** Notes the texts and prices of new plans. */
export const notingTheFirst: Seam = PLAN.storing(CREATE, {}, ({details, type, prices}) => ({
  was: {details, type, prices},
}));

type Request = Asked<Plan, PlanBody>;

/** Whether a plan was deleted. */
export const isGone = (deleted: number | null): boolean => deleted !== null;

/** Whether a plan is the one created after another, or before it, or the newest of the others. */
export const isNext = ({key}: Plan, {view, before}: Request): boolean =>
  view.oldest('plans', {after: before?.seq ?? Infinity, limit: 1})[0]?.key === key;
export const isPrevious = ({key}: Plan, {view, before}: Request): boolean =>
  view.newest('plans', {before: before?.seq ?? 0, limit: 1})[0]?.key === key;
export const isNewestOther = ({key}: Plan, {view, before}: Request): boolean => {
  const where = (one: Plan): boolean => one.key !== before?.key && !isGone(one.deleted);
  return view.newest<Plan>('plans', {limit: 1, where})[0]?.key === key;
};

/** Whether a text contains the searched text, ignoring case. */
export const has = (text: string, query: string): boolean =>
  text.toLowerCase().includes(query.toLowerCase());

/** The user that a request names. */
export const USER = resource<User, Record<string, unknown>>({
  table: 'users',
  named: (view, {path}) => view.find<User>('users', path['id'] ?? ''),
});

/** Where an operation on users stores a subscription. */
interface Place {
  view: View;
  input: Input;
  /** Its position among those of its type, from 0. */
  n: number;
  /** Whether it is the last one of all. */
  isLast: boolean;
}

/** Lets operations on users store subscriptions with other members; undefined: none. */
export const subscribing = (
  operations: string[],
  other: (subscription: Subscription, place: Place) => Partial<Subscription> | undefined,
): Seam =>
  afterwards(operations, (done, view, input) => {
    const all = done.changes ?? [];
    const isOne = (change: (typeof all)[number]): boolean =>
      change.table === 'subscriptions' && 'put' in change;
    const last = all.findLast(isOne);
    const counts = {recurring: 0, prepaid: 0};
    const changes = all.flatMap((change) => {
      if (!isOne(change) || !('put' in change)) return [change];
      const subscription = change.put as Subscription;
      const n = counts[subscription.type]++;
      const more = other(subscription, {view, input, n, isLast: change === last});
      return more ? [{...change, put: {...subscription, ...more}}] : [];
    });
    return {...done, changes};
  });

/** Ends subscriptions of a type some days after they began. */
export const lasting = (operations: string[], type: PlanType, days: number): Seam =>
  subscribing(operations, (one) => ({
    until: one.type === type ? one.from + days * DAY_MS : one.until,
  }));

/** Ends subscriptions some days later, if their last day is one of some. */
export const endingLater = (
  operations: string[],
  which: (day: string) => boolean,
  days: number,
): Seam =>
  subscribing(operations, ({until}) => {
    const day = new Date((until ?? 0) - DAY_MS / 2).toISOString().slice(0, 10);
    return {until: until !== null && which(day) ? until + days * DAY_MS : until};
  });
