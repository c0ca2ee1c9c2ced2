import type {Chapter} from '../../chapter.ts';
import type {Collection} from './collection.ts';
import {deletePlan} from './delete-plan.ts';
import {forms} from './forms.ts';
import {freedoms} from './freedoms.ts';
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
  freedoms,
  forms,
  resources: {plan: 'plans'},
  refusals: {
    'plan-not-found': 'Plan not found.',
    'listPlans.nothing-found': 'No plans were found.',
  },
  operations: {createPlan, listPlans, updatePlan, listCollections, deletePlan},
  templates: {demo, suite},
};
