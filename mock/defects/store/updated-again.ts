import type {Defect, Seam} from '../../defect.ts';
import {isRefused, refuse} from '../../operation.ts';
import {around, atPlace, breaking} from '../breaking.ts';

/** Refuses an update that changes nothing, as if the resource did not exist. */
const refusingTheSame = (operation: string, situation: string): Seam =>
  around([operation], (next) => {
    const last = new Map<string, string>();
    return (view, input) => {
      const {path, body} = input;
      const [named, given] = [`${view.tenant} ${JSON.stringify(path)}`, JSON.stringify(body)];
      if (last.get(named) === given)
        return refuse(situation, {
          expected: 'another update than the last one',
          got: 'the same',
          todo: 'use a world without the defect',
        });
      const done = next(view, input);
      if (!isRefused(done)) last.set(named, given);
      return done;
    };
  });

/** Defects of an update that is repeated (Endpoints / Plans, Content; Orders, Update). */
export const updatedAgain: Defect[] = atPlace('the same once more', [
  ...breaking('store.plans.update-answers-204', {
    'an update of a plan that changes nothing finds no plan': refusingTheSame(
      'updatePlan',
      'plan-not-found',
    ),
  }),
  ...breaking('store.content.update-answers-204', {
    'an update of content that changes nothing finds no content': refusingTheSame(
      'updateIssue',
      'issue-not-found',
    ),
  }),
  ...breaking('store.orders.update-answers-200', {
    'an update of an order that changes nothing finds no order': refusingTheSame(
      'updateOrder',
      'order-not-found',
    ),
  }),
]);
