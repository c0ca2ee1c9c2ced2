/** Helpers that change what is stored of plans, and which of them a list finds. */

import {invalidField} from '../requests.ts';
import type {Seam} from '../../../defect.ts';
import type {Input, View} from '../../../operation.ts';
import type {Plan, PlanBody} from '../../../store/plans/plan.ts';
import type {Subscription} from '../../../store/plans/subscription.ts';
import type {Row} from '../../../world/change.ts';
import {afterwards, around, seeing, acceptingWhere} from '../../breaking.ts';
import {withRows} from '../../stored-rows.ts';

/** Whether a text contains the searched text, ignoring case. */
export const has = (text: string, query: string): boolean =>
  text.toLowerCase().includes(query.toLowerCase());

export const CREATE = ['createPlan'];
export const UPDATE = ['updatePlan'];
export const LIST = ['listPlans'];
export const DELETE = ['deletePlan'];
export const WRITES = [...CREATE, ...UPDATE];

/** The body of a request about a plan. */
export const bodyOf = ({body}: Input): PlanBody => body as PlanBody;

/** Lets operations refuse some requests. */
export const refusingWhere = (
  operations: string[],
  field: string,
  is: (body: PlanBody) => boolean,
): Seam =>
  around(
    operations,
    (next) => (view, input) => (is(bodyOf(input)) ? invalidField(field) : next(view, input)),
  );

/** Lets operations accept some requests that a guard would refuse. */
export const takingWhere = (
  operations: string[],
  situation: string,
  is: (body: PlanBody, view: View) => boolean,
): Seam => acceptingWhere(operations, situation, (input, view) => is(bodyOf(input), view));

/** Lets operations store plans with other members. */
export const storing = (
  operations: string[],
  other: (plan: Plan, body: PlanBody, view: View) => Partial<Plan>,
): Seam =>
  afterwards(operations, (done, view, input) =>
    withRows<Plan>(done, 'plans', (plan) => other(plan, bodyOf(input), view)),
  );

/** The plan of an update, before the update. */
export const before = (view: View, {path}: Input): Plan | undefined =>
  view.find<Plan>('plans', path['plan_id'] ?? '');

/** Lets lists contain other plans than a search finds. */
export const listing = (
  other: (isFound: boolean, plan: Plan, query: string, view: View) => boolean,
): Seam =>
  seeing(LIST, (view, {query: {query = ''}}) => ({
    newest: <R extends Row>(table: string, page: PageOf<R>): R[] => {
      if (table !== 'plans') return view.newest<R>(table, page);
      const {where: isFound = () => true} = page;
      const where = (row: R): boolean => other(isFound(row), row as unknown as Plan, query, view);
      return view.newest<R>(table, {...page, where});
    },
  }));

/** A page of rows that a list asks its view for. */
interface PageOf<R extends Row> {
  before?: number;
  limit: number;
  where?: (row: R) => boolean;
}

/** Lets operations on users store subscriptions with other members; undefined: none. */
export const subscribing = (
  operations: string[],
  other: (subscription: Subscription) => Partial<Subscription> | undefined,
): Seam =>
  afterwards(operations, (done) => ({
    ...done,
    changes: (done.changes ?? []).flatMap((change) => {
      if (change.table !== 'subscriptions' || !('put' in change)) return [change];
      const subscription = change.put as Subscription;
      const more = other(subscription);
      const put: Subscription = {...subscription, ...more};
      return more ? [{table: 'subscriptions', put}] : [];
    }),
  }));
