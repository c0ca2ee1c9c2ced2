import type {Defect} from '../../defect.ts';
import {afterChanges} from './plans/after-changes.ts';
import {cancelled} from './plans/cancelled.ts';
import {ends} from './plans/ends.ts';
import {kindsOfValues} from './plans/kinds-of-values.ts';
import {lists} from './plans/lists.ts';
import {onUpdate} from './plans/on-update.ts';
import {patterns} from './plans/patterns.ts';
import {required} from './plans/required.ts';
import {searchedByTwoStores} from './plans/searched-by-two-stores.ts';
import {updated} from './plans/updated.ts';
import {userPlans} from './plans/user-plans.ts';
import {written} from './plans/written.ts';

/** Defects of the rules of `store/plans`. */
export const plans: Defect[] = [
  ...written,
  ...kindsOfValues,
  ...required,
  ...lists,
  ...patterns,
  ...ends,
  ...userPlans,
  ...cancelled,
  ...afterChanges,
  ...updated,
  ...onUpdate,
  ...searchedByTwoStores,
];
