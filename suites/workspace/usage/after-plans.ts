/** What account and usage show when the workspace gets another plan. */

import type {Exchange} from '../../../spec/exchange.ts';
import {isNothingLeft} from '../../language/allowance-left.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {brief, expectThat, hidden, notApplicable} from '../../language/judge.ts';
import {readAccount, expectLeft} from '../publishing.ts';
import {readUsage} from '../running.ts';

const leftIn = ({body}: Exchange): unknown => body?.publications_left;

/** With a plan of another allowance neither what is left nor the total is as before. */
const expectAnother = (usage: Exchange): Judgement =>
  expectThat(typeof leftIn(usage) !== 'number', {
    branch: 'stands-still',
    expected: '`publications_left` of getAccountUsage to change with the allowance of the plan',
    got: `${brief(leftIn(usage))}, as before`,
    at: usage,
  });

/** Account and usage before and after a change of the plan. */
export const afterPlans: Check[] = [
  check({
    rule: 'workspace.usage.agrees-with-the-account',
    place: 'after a change of the plan',
    onlyOnTestTargets: true,
    act: (s) => {
      const plans = s.control('set-plan', {role: 'full'});
      s.control('set-plan', {role: 'full', plan: plans.at('/plans/0')});
      const before = {account: readAccount(s), usage: readUsage(s)};
      s.control('set-plan', {role: 'full', plan: plans.at('/plans/1')});
      return {
        accountBefore: before.account,
        usageBefore: before.usage,
        accountAfter: readAccount(s),
        usageAfter: readUsage(s),
      };
    },
    judge: ({accountBefore, usageBefore, accountAfter, usageAfter}) => {
      if (leftIn(accountBefore) === leftIn(accountAfter))
        return notApplicable('as much is left with either plan');
      if (leftIn(usageBefore) === leftIn(usageAfter)) return expectAnother(usageAfter);
      // The usage may show the total allowance instead (NS-WS-04).
      if (leftIn(usageBefore) !== leftIn(accountBefore))
        return hidden('NS-WS-04', 'total', 'the usage does not show what is left');
      const isNeither = [accountAfter, usageAfter].every(({body}) => isNothingLeft(body));
      const wanted = isNeither ? leftIn(usageAfter) : leftIn(accountAfter);
      return expectLeft(usageAfter, wanted, 'disagree-after-another-plan');
    },
  }),
];
