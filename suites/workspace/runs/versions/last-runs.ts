import {defined} from '../../../../spec/defined.ts';
import {check, type Check} from '../../../language/check.ts';
import {all} from '../../../language/judge.ts';
import type {Handle} from '../../../language/script.ts';
import {readUntilEnded, start, readUsage} from '../../running.ts';
import {publicationsAndRunsLeft} from '../limits/ceilings.ts';
import {expectRisenBy, whenAllSucceeded} from '../limits/spending.ts';

/** The last metered runs that the daily ceiling allows are counted like those before (Resources / Usage). */
export const lastRuns: Check[] = [
  check({
    rule: 'workspace.runs.metered-spends-one',
    place: 'up to the ceiling',
    given: publicationsAndRunsLeft(2, 2),
    act: (s, {registrations}) => {
      const run = (index: number): Handle =>
        start(s, defined(registrations[index], 'a publication to run on'), 'metered_tool', {
          expects: 'accepted',
        });
      const before = readUsage(s);
      const endOne = readUntilEnded(s, run(0));
      const one = readUsage(s);
      const endTwo = readUntilEnded(s, run(1));
      return {before, endOne, one, endTwo, two: readUsage(s)};
    },
    judge: ({before, endOne, one, endTwo, two}) =>
      whenAllSucceeded([endOne, endTwo], () =>
        all(expectRisenBy(before, one, 1, 'last-but-one'), expectRisenBy(one, two, 1, 'last')),
      ),
  }),
];
