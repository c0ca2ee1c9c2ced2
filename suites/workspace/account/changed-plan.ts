/** What responses show once the plan of a workspace has changed. */

import {check, type Check} from '../../language/check.ts';
import {
  all,
  expectMemberDifferent,
  expectMember,
  notApplicable,
  when,
} from '../../language/judge.ts';
import {seconds, type Handle, type Script} from '../../language/script.ts';
import {readAccount} from '../publishing.ts';

/** Puts the workspace on one of two plans, and reads the account a moment later. */
function readAccountOn(s: Script, plan: Handle, index: 0 | 1): Handle {
  s.control('set-plan', {role: 'full', plan: plan.at(`/plans/${index}`)});
  s.advance(seconds(5));
  return readAccount(s);
}

/** The account shows the plan that the workspace has, and not one that it had before. */
export const changedPlan: Check[] = [
  check({
    rule: 'workspace.account.has-plan',
    place: 'after a change of the plan',
    onlyOnTestTargets: true,
    consecutive: true,
    act: (s) => {
      const plans = s.control('set-plan', {role: 'full'});
      return {
        first: readAccountOn(s, plans, 0),
        second: readAccountOn(s, plans, 1),
        firstAgain: readAccountOn(s, plans, 0),
      };
    },
    judge: ({first, second, firstAgain}) => {
      const plans = [first, second, firstAgain].map(({body}) => body.plan as unknown);
      if (plans.every((plan) => plan === null)) return notApplicable('no plan is ever resolved');
      return when(!plans.includes(null), 'a plan is not resolved', () =>
        all(
          expectMemberDifferent(second, '/plan', first.body.plan, 'the-plan-before'),
          expectMember(firstAgain, '/plan', first.body.plan, 'another-plan-than-at-first'),
        ),
      );
    },
  }),
];
