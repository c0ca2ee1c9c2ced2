import {CURRENCIES} from '../../../spec/currencies.ts';
import {defined} from '../../../spec/defined.ts';
import {guarded, type FieldErrors, type FieldGuard} from '../../guarded.ts';
import type {View} from '../../operation.ts';
import {invalidIn} from '../invalid.ts';
import {noSuchPlan, planById} from './find-plan.ts';
import {BLANK, written, type Plan, type PlanBody} from './plan.ts';
import {renderPlan} from './render-plan.ts';

/** Ids of new plans begin above those of the templates. */
const IDS_ABOVE = 1000;

/** A body, with the plan into which it is written. */
interface Writing {
  body: PlanBody;
  /** Absent for a creation, and for a plan that does not exist. */
  plan?: Plan | undefined;
}

/** The members that a plan must have before it is stored. */
const after = ({body, plan}: Writing): typeof BLANK => written(plan ?? BLANK, body);

/** The checks of both create and update. */
const COMMON: FieldGuard<Writing>[] = [
  {
    situation: 'duration-missing',
    errors: (writing): FieldErrors => {
      const {type, duration} = after(writing);
      return type === 'prepaid' && duration === null
        ? {duration: ['The duration field is required when type is prepaid.']}
        : {};
    },
  },
  {
    situation: 'trial-days-missing',
    errors: (writing): FieldErrors => {
      const {free_trial: isTrial, free_trial_days: days} = after(writing);
      return isTrial && days === null
        ? {free_trial_days: ['The free trial days field is required when free trial is true.']}
        : {};
    },
  },
  {situation: 'number-too-large', errors: tooLargeNumbers},
  {situation: 'collection-unknown', errors: unknownCollections},
  {situation: 'currency-unlisted', errors: unlistedCurrencies},
];

/** POST /dashboard/plans: creates a plan (Endpoints / Plans). */
export const createPlan = guarded<Writing>({
  find: (_view, {body}) => ({body: body as PlanBody}),
  guards: [
    {
      fields: [{situation: 'member-missing', errors: missingMembers}, ...COMMON],
      refuse: invalidIn,
    },
  ],
  perform({body}, view) {
    const id = IDS_ABOVE + view.newNumber('plan');
    const plan: Plan = {
      ...written(BLANK, body),
      key: String(id),
      tenant: view.tenant,
      seq: view.newSeq(),
      id,
      created: view.now,
      updated: view.now,
      deleted: null,
    };
    return {
      situation: 'created',
      ...createdBody(view, plan),
      changes: [{table: 'plans', put: plan}],
    };
  },
});

/** The body of a creation's response, which the document does not show (NS-ST-11). */
function createdBody(view: View, plan: Plan): {body?: unknown} {
  const shown = view.freedom('plans.created_body');
  if (shown === 'none') return {};
  return {body: {CODE: 'success', ...(shown === 'plan' && {data: renderPlan(view, plan)})}};
}

/** PUT /dashboard/plans/{plan_id}: changes a plan (Endpoints / Plans). */
export const updatePlan = guarded<Writing>({
  find: (view, {body, path}) => ({
    body: body as PlanBody,
    plan: planById(view, path['plan_id'] ?? ''),
  }),
  guards: [
    {
      situation: 'plan-not-found',
      fixed: true,
      judge: ({plan}, view, {path}) => (plan ? undefined : noSuchPlan(view, path['plan_id'] ?? '')),
    },
    {
      when: (_writing, view) => view.freedom('plans.omitted') === 'demanded',
      fields: [{situation: 'member-missing', errors: missingMembers}],
      refuse: invalidIn,
    },
    {fields: COMMON, refuse: invalidIn},
  ],
  perform({body, plan: before}, view) {
    const plan = defined(before, 'the plan of the update');
    const {type, name} = plan;
    const isReset = view.freedom('plans.omitted') === 'reset';
    const put = {
      ...written(isReset ? {...plan, ...BLANK, type, name} : plan, body),
      updated: view.now,
    };
    return {situation: 'updated', changes: [{table: 'plans', put}]};
  },
});

/** The required members. The document does not list them. */
function missingMembers({body}: Writing): FieldErrors {
  const missing = (['type', 'name'] as const).filter((name) => !body[name]);
  return Object.fromEntries(missing.map((name) => [name, [`The ${name} field is required.`]]));
}

/** A number that JSON could not carry is refused in a string too. */
function tooLargeNumbers(writing: Writing): FieldErrors {
  const {duration, free_trial_days, concurrency_limit, prices} = after(writing);
  const numbers = {
    duration,
    free_trial_days,
    concurrency_limit,
    prices: Math.max(...Object.values(prices)),
  };
  const tooLarge = Object.entries(numbers).filter(([, number]) => number === Infinity);
  return Object.fromEntries(tooLarge.map(([name]) => [name, [`The ${name} field is too large.`]]));
}

/** `collections`: existing names (Resources / Plan). */
function unknownCollections({body: {collections = []}}: Writing, view: View): FieldErrors {
  const isKnown = (name: string): boolean => view.by('collections', 'name', name) !== undefined;
  return collections.every(isKnown) ? {} : {collections: ['The selected collections are invalid.']};
}

/** Price currencies must be listed; with a freedom a price in another one is accepted (NS-ST-66). */
function unlistedCurrencies({body: {prices = {}}}: Writing, view: View): FieldErrors {
  const isTaken = view.freedom('plans.unlisted_currency') === 'taken';
  const isListed = (code: string): boolean => CURRENCIES.some((one) => one === code);
  return isTaken || Object.keys(prices).every(isListed)
    ? {}
    : {prices: ['A selected currency is not supported.']};
}
