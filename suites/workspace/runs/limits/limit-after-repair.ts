import {DAY_MS} from '../../../../spec/durations.ts';
import {ageAt, sideOf} from '../../../values/ages.ts';
import {check, type Check} from '../../../language/check.ts';
import {expectRefused, notApplicable} from '../../../language/judge.ts';
import {firstOf, lastOf} from '../../../language/rows.ts';
import {
  publishWithFile,
  readUntilEnded,
  readUsage,
  start,
  isDailyLimit,
  isAccepted,
} from '../../running.ts';
import {stateOf} from '../run-states.ts';
import {pauseAfterRuns, startUntilRefused, whenInReach} from './tool-limit.ts';

/** The limit of a tool counts the runs on a publication, whatever its working version is (Limits). */
export const limitAfterRepair: Check = check({
  rule: 'workspace.runs.tool-limit-is-refused',
  place: 'after a repair',
  exhausts: true,
  onlyOnTestTargets: true,
  act: (s) => {
    const registration = publishWithFile(s);
    const usageBefore = readUsage(s);
    const starts = startUntilRefused(s, registration);
    s.advance(pauseAfterRuns(s));
    const atLimit = start(s, registration, 'metered_tool');
    const repair = start(s, registration, 'replacing_tool');
    return {
      usageBefore,
      starts,
      atLimit,
      repair,
      repaired: readUntilEnded(s, repair, {optional: true}),
      afterRepair: start(s, registration, 'metered_tool'),
    };
  },
  judge: ({usageBefore, starts, atLimit, repair, repaired, afterRepair}) =>
    whenInReach({usageBefore, starts}, () => {
      const isReached =
        isAccepted(firstOf(starts)) &&
        [lastOf(starts), atLimit].every((one) => one.status >= 400 && !isDailyLimit(one));
      const isOfToday = sideOf(ageAt(afterRepair, firstOf(starts)), DAY_MS) === 'before';
      const isOther = repair.requestBody?.tool !== atLimit.requestBody?.tool;
      const isRepaired = isOther && isAccepted(repair) && stateOf(repaired ?? []) === 'succeeded';
      return isReached && isOfToday && isRepaired
        ? expectRefused(afterRepair, 'a-limit-a-version')
        : notApplicable('no repair succeeds while the limit of the tool is reached');
    }),
});
