import type {Exchange} from '../../../../spec/exchange.ts';
import {check, type Check} from '../../../language/check.ts';
import {all, expectOutcome} from '../../../language/judge.ts';
import {minutes, seconds, type Handle, type Script} from '../../../language/script.ts';
import {publishWithFile, readUntilEnded, report, start} from '../../running.ts';
import {whenSucceeded} from '../run-states.ts';
import {allSucceed} from './tool-sequences.ts';

const RULE = 'workspace.runs.report-is-readable-after-success';

/** What is run on the publication after the run whose report is read. */
const LATER_TOOLS = ['replacing_tool', 'deriving_tool'];

/** Records a run on a publication, and reads of it until it has ended. A refused start blocks the check. */
function runOn(
  s: Script,
  registration: Handle,
  tool: Parameters<typeof start>[2],
): {run: Handle; polls: Handle<Exchange[]>} {
  const run = start(s, registration, tool, {expects: 'accepted'});
  return {run, polls: readUntilEnded(s, run)};
}

/** The report of a run stays readable, as its success stays (States / Runs; Resources / Run). */
export const keptReports: Check[] = [
  check({
    rule: RULE,
    place: 'later',
    onlyOnTestTargets: true,
    given: allSucceed,
    act: (s) => {
      const {run, polls} = runOn(s, publishWithFile(s), 'unmetered_tool');
      report(s, run, {until: {situation: 'report'}, expects: 'report'});
      s.advance(minutes(16));
      const minutesLater = report(s, run);
      s.advance(minutes(46));
      const anHourLater = report(s, run);
      return {polls, minutesLater, anHourLater};
    },
    judge: ({polls, minutesLater, anHourLater}) =>
      whenSucceeded(polls, () =>
        all(
          expectOutcome(minutesLater, 'report', 'gone-after-minutes'),
          expectOutcome(anHourLater, 'report', 'gone-after-an-hour'),
        ),
      ),
  }),
  check({
    rule: RULE,
    place: 'after runs of other tools',
    onlyOnTestTargets: true,
    given: allSucceed,
    act: (s) => {
      const registration = publishWithFile(s);
      const {run, polls} = runOn(s, registration, 'unmetered_tool');
      report(s, run, {until: {situation: 'report'}, expects: 'report'});
      for (const tool of LATER_TOOLS) {
        // A run that fails changes nothing for the report of the first.
        runOn(s, registration, tool);
        s.advance(seconds(5));
      }
      return {polls, later: report(s, run)};
    },
    judge: ({polls, later}) =>
      whenSucceeded(polls, () => expectOutcome(later, 'report', 'gone-after-other-runs')),
  }),
  check({
    rule: RULE,
    place: 'after the working version was replaced',
    onlyOnTestTargets: true,
    given: allSucceed,
    act: (s) => {
      const registration = publishWithFile(s);
      const {run, polls} = runOn(s, registration, 'unmetered_tool');
      const {run: repair, polls: repairPolls} = runOn(s, registration, 'replacing_tool');
      s.advance(seconds(5));
      const [ofRun, ofRepair] = [report(s, run), report(s, repair)];
      const {polls: copyPolls} = runOn(s, registration, 'deriving_tool');
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
