import {check, type Check} from '../../language/check.ts';
import {expectOutcome, whenServed} from '../../language/judge.ts';
import {createPlan} from './plan-steps.ts';

/** A repeated update is answered like the first one: the plan is still found. */
export const updatedAgain: Check[] = [
  check({
    rule: 'store.plans.update-answers-204',
    place: 'the same once more',
    onlyOnTestTargets: true,
    act: (s) => {
      const {path, body} = createPlan(s);
      const update = () => s.call('updatePlan', {path, body: {...body, recommended: true}});
      return {first: update(), again: update()};
    },
    judge: ({first, again}) =>
      whenServed(first, () => expectOutcome(again, 'updated', 'refused the second time')),
  }),
];
