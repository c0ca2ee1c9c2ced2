import type {Defect, Seam} from '../../defect.ts';
import {isRefused, refuse} from '../../operation.ts';
import {around} from '../breaking.ts';
import {defects} from '../table.ts';

const AGAIN = {expected: 'another update', got: 'the last one', todo: 'change the update'};

/** Refuses an update that changes nothing, as if the resource did not exist. */
const refusingTheSame = (operation: string, situation: string): Seam =>
  around([operation], (next) => {
    const last = new Map<string, string>();
    return (view, input) => {
      const {path, body} = input;
      const [named, given] = [`${view.tenant} ${JSON.stringify(path)}`, JSON.stringify(body)];
      if (last.get(named) === given) return refuse(situation, AGAIN);
      const done = next(view, input);
      if (!isRefused(done)) last.set(named, given);
      return done;
    };
  });

/** Defects of an update that is repeated (Endpoints / Plans, Content; Orders, Update). */
export const updatedAgain: Defect[] = defects({
  'store.plans.update-answers-204 @ the same once more': {
    'an update of a plan that changes nothing finds no plan': refusingTheSame(
      'updatePlan',
      'plan-not-found',
    ),
  },
  'store.content.update-answers-204 @ the same once more': {
    'an update of content that changes nothing finds no content': refusingTheSame(
      'updateIssue',
      'issue-not-found',
    ),
  },
  'store.orders.update-answers-200 @ the same once more': {
    'an update of an order that changes nothing finds no order': refusingTheSame(
      'updateOrder',
      'order-not-found',
    ),
  },
});
