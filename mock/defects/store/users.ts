import type {Defect} from '../../defect.ts';
import {afterChanges} from './users/after-changes.ts';
import {anonymized} from './users/anonymized.ts';
import {bounds} from './users/bounds.ts';
import {kindsOfValues} from './users/kinds-of-values.ts';
import {lists} from './users/lists.ts';
import {moves} from './users/moves.ts';
import {ofSome} from './users/of-some.ts';
import {ordersOfTheGone} from './users/orders-of-the-gone.ts';
import {particular} from './users/particular.ts';
import {passwords} from './users/passwords.ts';
import {plansOfSeveral} from './users/plans-of-several.ts';
import {states} from './users/states.ts';
import {unique} from './users/unique.ts';
import {values} from './users/values.ts';

/** Defects of the rules of `store/users`. */
export const users: Defect[] = [
  ...values,
  ...kindsOfValues,
  ...bounds,
  ...unique,
  ...lists,
  ...passwords,
  ...states,
  ...anonymized,
  ...moves,
  ...particular,
  ...ofSome,
  ...plansOfSeveral,
  ...ordersOfTheGone,
  ...afterChanges,
];
