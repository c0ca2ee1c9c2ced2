import {check, type Check} from '../../language/check.ts';
import {hidden, notApplicable} from '../../language/judge.ts';
import {
  publish,
  readAccount,
  whenAllowanceLimited,
  turnCycle,
  leftIn,
  expectLeft,
} from '../publishing.ts';
import {readUsage} from '../running.ts';

/** The account and the usage agree when a cycle has turned, too (Resources / Usage; Limits). */
export const afterTheTurn: Check[] = [
  check({
    rule: 'workspace.usage.agrees-with-the-account',
    place: 'after the turn of a cycle',
    onlyOnTestTargets: true,
    act: (s) => {
      publish(s);
      const [accountBefore, usageBefore] = [readAccount(s), readUsage(s)];
      turnCycle(s);
      return {accountBefore, usageBefore, accountAfter: readAccount(s), usageAfter: readUsage(s)};
    },
    judge: ({accountBefore, usageBefore, accountAfter, usageAfter}) =>
      whenAllowanceLimited(accountBefore, () => {
        if (leftIn(usageBefore) !== leftIn(accountBefore))
          return hidden('NS-WS-04', 'total', 'the usage does not show what is left');
        if (leftIn(accountAfter) === leftIn(accountBefore))
          return notApplicable('the allowance was not renewed');
        return expectLeft(usageAfter, leftIn(accountAfter), 'not-renewed');
      }),
  }),
];
