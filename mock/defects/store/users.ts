import type {Defect} from '../../defect.ts';
import {anonymized} from './users/anonymized.ts';
import {bounds} from './users/bounds.ts';
import {lists} from './users/lists.ts';
import {plansAndOrders} from './users/plans-and-orders.ts';
import {states} from './users/states.ts';
import {unique} from './users/unique.ts';
import {values} from './users/values.ts';

/** Defects of the rules of `store/users`. */
export const users: Defect[] = [
  ...values,
  ...bounds,
  ...unique,
  ...lists,
  ...states,
  ...anonymized,
  ...plansAndOrders,
];
