import type {Defect, Seam} from '../../../defect.ts';
import {isRefused} from '../../../operation.ts';
import type {Plan} from '../../../store/plans/plan.ts';
import {around, atPlace, breaking} from '../../breaking.ts';
import {refusedButDone} from '../users/changed-users.ts';
import {before, bodyOf, listing, refusingWhere, storing, UPDATE} from './changed-plans.ts';
import {defects} from '../../table.ts';

/** Refuses an update because of one of its members, but stores the name. */
const storingTheName = (field: string): Seam =>
  around(UPDATE, (next) => (view, input) => {
    const response = next(view, input);
    const [plan, {name}] = [before(view, input), bodyOf(input)];
    if (!isRefused(response) || !response.errors?.[field] || !plan || !name) return response;
    const put: Plan = {...plan, name};
    return refusedButDone(response, [{table: 'plans', put}]);
  });

/** Defects of what updates store and refuse (Endpoints / Plans). */
export const updated: Defect[] = [
  ...defects({
    'store.plans.update-is-kept @ every pair of flags': {
      'an update that is private and has a free trial leaves the plan public': storing(
        UPDATE,
        (plan) => ({private: plan.private && !plan.free_trial}),
      ),
      'an update with a free trial takes the downloads away': storing(UPDATE, (plan) => ({
        download_files: plan.download_files && !plan.free_trial,
      })),
      'an update with a free trial recommends no plan': storing(UPDATE, (plan) => ({
        recommended: plan.recommended && !plan.free_trial,
      })),
    },
    'store.plans.duration-is-null-for-recurring @ once it was prepaid': {
      'a prepaid plan that becomes recurring keeps its months': storing(
        UPDATE,
        ({type, duration, key}, _body, view) => ({
          duration:
            type === 'recurring' ? (view.find<Plan>('plans', key)?.duration ?? null) : duration,
        }),
      ),
      'an update that makes a plan recurring and names no months keeps them': storing(
        UPDATE,
        ({type, duration, key}, body, view) => ({
          duration:
            type === 'recurring' && body.duration === undefined
              ? (view.find<Plan>('plans', key)?.duration ?? null)
              : duration,
        }),
      ),
    },
    'store.plans.update-is-kept @ months of a plan that becomes prepaid': {
      'a plan that becomes prepaid has one month': storing(
        UPDATE,
        ({type, duration, key}, _body, view) => ({
          duration:
            type === 'prepaid' && view.find<Plan>('plans', key)?.type === 'recurring'
              ? 1
              : duration,
        }),
      ),
    },
    'store.plans.numbers-may-be-strings @ days of a trial on update': {
      'an update refuses the days of a trial as a string': refusingWhere(
        UPDATE,
        'free_trial_days',
        ({free_trial_days: days}) => typeof days === 'string',
      ),
    },
    'store.plans.search-finds-by-description @ behind many letters': {
      'the search reads the first 100 characters of a description': listing(
        (isFound, {name, type, details}, query) =>
          isFound &&
          [name, type, details.slice(0, 100)].some((text) =>
            text.toLowerCase().includes(query.toLowerCase()),
          ),
      ),
    },
    'store.plans.search-finds-by-name @ of many letters': {
      'the search reads the first 100 characters of a name': listing(
        (isFound, {name, type, details}, query) =>
          isFound &&
          [name.slice(0, 100), type, details].some((text) =>
            text.toLowerCase().includes(query.toLowerCase()),
          ),
      ),
    },
  }),
  ...Object.entries({
    'a prepaid plan that gets no months': 'duration',
    'a recurring plan that becomes prepaid without months': 'duration',
    'a free trial without days': 'free_trial_days',
    'an unknown collection': 'collections',
    'a currency that is not listed': 'prices',
  }).flatMap(([place, field]) =>
    atPlace(
      place,
      breaking('store.plans.refused-update-changes-nothing', {
        [`an update with ${place} is refused, and stores the name`]: storingTheName(field),
      }),
    ),
  ),
];
