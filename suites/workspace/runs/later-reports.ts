/** Reports of runs after other runs have changed the publication. */

import {check, type Check} from '../../check.ts';
import {all, expectOutcome} from '../../judge.ts';
import {seconds} from '../../script.ts';
import {publishWithFile, readUntilEnded, report, start} from '../running.ts';
import {whenSucceeded} from './states.ts';
import {allSucceed} from './tool-sequences.ts';

/** The report of a run stays readable, whatever later runs do (Resources / Run). */
export const laterReports: Check[] = [
  check({
    rule: 'workspace.runs.report-is-readable-after-success',
    place: 'after the working version was replaced',
    onlyOnTestTargets: true,
    given: allSucceed,
    act: (s) => {
      const registration = publishWithFile(s);
      const run = start(s, registration, 'unmetered_tool', {expects: 'accepted'});
      const polls = readUntilEnded(s, run);
      const repair = start(s, registration, 'replacing_tool', {expects: 'accepted'});
      const repairPolls = readUntilEnded(s, repair);
      s.advance(seconds(5));
      const [ofRun, ofRepair] = [report(s, run), report(s, repair)];
      const copy = start(s, registration, 'deriving_tool', {expects: 'accepted'});
      const copyPolls = readUntilEnded(s, copy);
      s.advance(seconds(5));
      return {
        polls,
        repairPolls,
        copyPolls,
        ofRun,
        ofRepair,
        ofRunLater: report(s, run),
        ofRepairLater: report(s, repair),
      };
    },
    judge: ({polls, repairPolls, copyPolls, ofRun, ofRepair, ofRunLater, ofRepairLater}) =>
      whenSucceeded(polls, () =>
        whenSucceeded(repairPolls, () =>
          whenSucceeded(copyPolls, () =>
            all(
              expectOutcome(ofRun, 'report', 'gone-after-a-repair'),
              expectOutcome(ofRepair, 'report', 'no-report-of-the-repair'),
              expectOutcome(ofRunLater, 'report', 'gone-after-a-copy'),
              expectOutcome(ofRepairLater, 'report', 'gone-after-a-copy'),
            ),
          ),
        ),
      ),
  }),
];
