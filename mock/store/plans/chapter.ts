import type {Chapter} from '../../chapter.ts';
import type {Collection} from './collection.ts';
import {deletePlan} from './delete-plan.ts';
import {listCollections, listPlans} from './list-plans.ts';
import type {Subscription} from './subscription.ts';
import {demo, suite} from './template.ts';
import {createPlan, updatePlan} from './write-plan.ts';

/** Subscription plans, collections of titles, and the subscriptions of users (Endpoints / Plans). */
export const plans: Chapter = {
  name: 'store/plans',
  tables: {
    plans: {},
    collections: {indexes: {name: {of: (collection: Collection) => collection.name}}},
    subscriptions: {
      indexes: {
        user: {of: (subscription: Subscription) => subscription.user},
        order: {of: (subscription: Subscription) => subscription.order ?? undefined},
      },
    },
  },
  numbers: {'plans.page_size': 15},
  freedoms: {
    /** The body of a creation's response: the `plan`, only its `code`, or `none` (NS-ST-11). */
    'plans.created_body': 'plan',
    /** The form of the list: `data` is the `list`, or has a `paginator` (NS-ST-86). */
    'plans.envelope': 'list',
    /** Prices of a listed plan: an `object`, a list of `records`, or `absent` (NS-ST-69). */
    'plans.prices': 'object',
    /** The response to a search without results: 404 (`not_found`) or an `empty` list (NS-ST-08). */
    'plans.nothing_found': 'not_found',
    /** Whether lists show deleted plans, with `deleted_at`. */
    'plans.deleted_listed': false,
    /** Members that an update omits: `kept`, `reset`, or refused (`demanded`) (NS-ST-87). */
    'plans.omitted': 'kept',
    /** A price in a currency that is not listed: `refused` or `taken` (NS-ST-66). */
    'plans.unlisted_currency': 'refused',
    /** Whether lists of users show plans that have ended (NS-ST-70). */
    'plans.ended_shown': true,
  },
  resources: {plan: 'plans'},
  refusals: {
    'plan-not-found': 'Plan not found.',
    'listPlans.nothing-found': 'No plans were found.',
  },
  operations: {createPlan, listPlans, updatePlan, listCollections, deletePlan},
  templates: {demo, suite},
};
