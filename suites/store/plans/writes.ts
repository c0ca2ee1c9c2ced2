import type {Read, Write} from '../../language/chapter.ts';
import {createPlan, EVERYTHING, find, newPlan} from './plan-steps.ts';

const noServerError = 'store.access.client-faults-are-no-server-errors';

/** The writes of plans, each with the search by name that shows its effect. */
export const writes: Write[] = [
  {
    api: 'store',
    op: 'createPlan',
    rules: {refused: 'store.plans.refused-create-makes-nothing', noServerError},
    maxDrawsOnShared: 2,
    act: (s) => {
      const body = newPlan(s, EVERYTHING);
      return {args: {body}, read: () => find(s, body.name)};
    },
  },
  {
    api: 'store',
    op: 'updatePlan',
    rules: {refused: 'store.plans.refused-update-changes-nothing', noServerError},
    maxDrawsOnShared: 2,
    act: (s) => {
      const {created, list, body, path} = createPlan(s, EVERYTHING);
      return {args: {path, body}, made: created, before: list, read: () => find(s, body.name)};
    },
  },
];

/** The list, whose parameters accept any text (NS-ST-86). */
export const reads: Read[] = [{api: 'store', op: 'listPlans', rule: noServerError}];
