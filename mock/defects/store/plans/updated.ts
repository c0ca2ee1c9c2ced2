import type {Defect} from '../../../defect.ts';
import {atPlace, breaking} from '../../breaking.ts';
import {storing, UPDATE} from './changed-plans.ts';

/** Defects that show in what updates store and refuse (Endpoints / Plans). */
export const updated: Defect[] = [
  ...atPlace(
    'every pair of flags',
    breaking('store.plans.update-is-kept', {
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
    }),
  ),
];
