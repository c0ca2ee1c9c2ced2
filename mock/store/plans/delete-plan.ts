import {defined} from '../../../spec/defined.ts';
import {guarded} from '../../guarded.ts';
import {noSuchPlan, planById} from './find-plan.ts';
import type {Plan} from './plan.ts';

/**
 * DELETE /api/v1/dashboard/plans/{plan_id}: deletes a plan. Its subscribers keep it: the document does not say what
 * happens to them (NS-ST-66).
 */
export const deletePlan = guarded<Plan | undefined>({
  find: (view, {path}) => planById(view, path['plan_id'] ?? ''),
  guards: [
    {
      situation: 'plan-not-found',
      fixed: true,
      judge: (plan, view, {path}) => (plan ? undefined : noSuchPlan(view, path['plan_id'] ?? '')),
    },
  ],
  perform(plan, view) {
    const put: Plan = {...defined(plan, 'the plan that is deleted'), deleted: view.now};
    return {
      situation: 'deleted',
      body: {CODE: 'success'},
      changes: [{table: 'plans', put}],
    };
  },
});
