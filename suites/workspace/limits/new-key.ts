import {check, type Check} from '../../language/check.ts';
import {notApplicable} from '../../language/judge.ts';
import {burst, judgeMinutes} from '../../rate-limits/limit-arithmetic.ts';

/** A key that was minted a moment ago is limited like any other. */
export const limitOfANewKey: Check = check({
  rule: 'workspace.limits.sixty-a-minute',
  place: 'of a new key',
  exhausts: true,
  onlyOnTestTargets: true,
  act: (s) => {
    const as = s.control('mint-key', {role: 'full'}).at('/key');
    return {first: burst(s, (each) => void each.call('getAccount', {as}))};
  },
  // Other places of the rule say why nothing can be seen of a limit.
  judge: ({first}) => {
    const judged = judgeMinutes([first], [first]);
    return judged.inconclusive === undefined ? judged : notApplicable(judged.inconclusive);
  },
});
