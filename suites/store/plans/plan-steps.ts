/**
 * The steps that create, change, find and delete plans (Endpoints / Plans). Functions that record
 * set-up use `expects`: if the outcome is another one, the check is blocked and no rule fails.
 */

import type {Exchange} from '../../../spec/exchange.ts';
import type {Role} from '../../../spec/step.ts';
import type {Val} from '../../../spec/value.ts';
import {type Args, type Handle, type Script} from '../../language/script.ts';
import {ofRow} from '../../language/sent-values.ts';

/** The body of a plan: its name and other members. */
export type PlanBody = {name: Val} & Record<string, Val>;

/**
 * A body with every member that all plans have: the document does not say which are optional. The
 * name is fresh, and the plan can only be reached by its direct link, so that no customer sees a
 * test plan.
 */
export const newPlan = (s: Script, more: Record<string, Val> = {}): PlanBody => ({
  type: 'recurring',
  details: '<p>A plan of a conformance run.</p>',
  duration: null,
  recommended: false,
  private: true,
  assigns_collections: false,
  download_files: false,
  free_trial: false,
  concurrency_limit: 3,
  collections: [],
  prices: {USD: 999},
  ...more,
  name: more.name ?? s.fresh('plan-name'),
});

/** The members that make a plan a prepaid one, of half a year. */
export const PREPAID = {type: 'prepaid', duration: 6} as const;

/** A free trial with the days that it needs. */
export const TRIAL = {free_trial: true, free_trial_days: 7} as const;

/**
 * Members of a plan with other values than those of `newPlan`. The document does not say whether a
 * plan may assign collections without naming one, or whether a prepaid one may have a trial.
 */
export const EVERYTHING = {
  ...PREPAID,
  recommended: true,
  private: false,
  download_files: true,
  concurrency_limit: 5,
} as const;

/** Records one page of the list (`listPlans`). @param query a text to search for */
export const find = (s: Script, query: Val, as: Role = 'admin'): Handle =>
  s.call('listPlans', {as, query: {query}});

/** The path parameters that name a plan: the id in the list's row with this name. */
export const idIn = (list: Handle, name: Val): {plan_id: Val} => ({
  plan_id: ofRow(list.at('/data'), {at: '/name', is: name}, '/id'),
});

/** A plan that a scene created, and the list that shows its id. */
export interface Made {
  created: Handle;
  list: Handle;
  body: PlanBody;
  /** The path parameters that name it. */
  path: {plan_id: Val};
}

/**
 * Records the creation of a plan (`createPlan`) and the search by its name, which shows the id: the
 * response to a creation is not documented. Both are set-up unless `args` says otherwise.
 * @param more members in addition to those of `newPlan`, or instead of them
 */
export function createPlan(s: Script, more: Record<string, Val> = {}, args: Args = {}): Made {
  const body = newPlan(s, more);
  const created = s.call('createPlan', {expects: 'created', ...args, body});
  const list = s.call('listPlans', {
    query: {query: body.name},
    expects: 'plan-page',
    ...(args.as !== undefined && {as: args.as}),
  });
  return {created, list, body, path: idIn(list, body.name)};
}

/** The most pages of a walk. */
const MAX_PAGES = 30;

/** Records a walk through the pages of the list. */
export const walkPlans = (
  s: Script,
  query: Record<string, Val> = {},
  as: Role = 'admin',
): Handle<Exchange[]> => s.walk('listPlans', {as, query, atMost: MAX_PAGES});

/** Records the deletion of a plan (`deletePlan`) as set-up. */
export const deletePlan = (s: Script, {path}: Pick<Made, 'path'>): Handle =>
  s.call('deletePlan', {path, expects: 'deleted'});
