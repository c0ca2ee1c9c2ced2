import {check, type Check} from '../../check.ts';
import {all, expectOutcome} from '../../judge.ts';
import {minutes, seconds} from '../../script.ts';
import {publishWithFile, readUntilEnded, report, start} from '../running.ts';
import {whenSucceeded} from './states.ts';
import {allSucceed} from './tool-sequences.ts';

const RULE = 'workspace.runs.report-is-readable-after-success';

/** What is run on the publication after the run whose report is read. */
const LATER_TOOLS = ['replacing_tool', 'deriving_tool'];

/** The report of a run stays readable, as its success stays (States / Runs; Resources / Run). */
export const keptReports: Check[] = [
  check({
    rule: RULE,
    place: 'later',
    onlyOnTestTargets: true,
    given: allSucceed,
    act: (s) => {
      const run = start(s, publishWithFile(s), 'unmetered_tool', {expects: 'accepted'});
      const polls = readUntilEnded(s, run);
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
      const run = start(s, registration, 'unmetered_tool', {expects: 'accepted'});
      const polls = readUntilEnded(s, run);
      report(s, run, {until: {situation: 'report'}, expects: 'report'});
      for (const tool of LATER_TOOLS) {
        // A run that is refused or fails changes nothing for the report of the first.
        readUntilEnded(s, start(s, registration, tool, {expects: 'accepted'}));
        s.advance(seconds(5));
      }
      return {polls, later: report(s, run)};
    },
    judge: ({polls, later}) =>
      whenSucceeded(polls, () => expectOutcome(later, 'report', 'gone-after-other-runs')),
  }),
];
