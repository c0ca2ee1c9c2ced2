import {integer, list, mapOf, object, orNull, ref, text} from '../../../spec/schema-parts.ts';
import type {PublishedForms} from '../../chapter.ts';
import type {View} from '../../operation.ts';

/** The forms of plans, where the document leaves them open. */
export const forms = (freedom: View['freedom']): PublishedForms => ({
  'Plan/prices': prices(freedom),
  Plan: {shown: {prices: freedom('plans.prices') === 'records' ? [] : {USD: 4999, EUR: 4599}}},
  'Plan/free_trial_days': orNull(integer),
  'PlanPage/data':
    freedom('plans.envelope') === 'paginator'
      ? object({paginator: object({current_page: integer, data: list(ref('Plan'))})})
      : list(ref('Plan')),
  'createPlan 201': created(freedom),
  'deletePlan 200': object({CODE: text}),
});

function prices(freedom: View['freedom']) {
  const form = freedom('plans.prices');
  if (form === 'absent') return 'never';
  return form === 'object'
    ? mapOf(integer)
    : list(object({currency_id: text, amount_in_cents: integer}));
}

function created(freedom: View['freedom']) {
  const form = freedom('plans.created_body');
  if (form === 'none') return 'no body';
  return object({CODE: text, ...(form === 'plan' && {data: ref('Plan')})});
}
