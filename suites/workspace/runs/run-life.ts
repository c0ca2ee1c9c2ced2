/** A run from its start to its end, and its report (States / Runs; Resources / Run). */

import type {Exchange} from '../../../spec/exchange.ts';
import {toText} from '../../../spec/json.ts';
import {quantity} from '../../../spec/quantity.ts';
import {ageAt, sideOf} from '../../values/ages.ts';
import {whenHolds} from '../../language/blocked-by.ts';
import {sharedScene, check, checksOf, type Judgement, type Check} from '../../language/check.ts';
import {
  when,
  expectThat,
  notApplicable,
  notExercised,
  all,
  expectOutcome,
} from '../../language/judge.ts';
import {lastOf} from '../../language/rows.ts';
import {seconds, hours, minutes, type Script, type Handle} from '../../language/script.ts';
import {readRun, publishWithFile, start, readUntilEnded, TERMINAL, report} from '../running.ts';
import {
  succeeding,
  readAfterwards,
  expectReportAbsent,
  stateOf,
  expectToEndAs,
  expectEndedAs,
  whenSucceeded,
} from './run-states.ts';

/**
 * Seconds between reads when a hook moves the clock: a run may look finished just before its end.
 */
const STEPS = [...Array.from({length: 12}, () => 0.6), 2, 3, 5, 8, 13, 21];

/** Records reads of the report, and of the state after each, while a run works. */
function readOften(s: Script, run: Handle): Record<string, Handle> {
  if (!s.offers('control:advance')) return {};
  return Object.fromEntries(
    STEPS.flatMap((step, index) => {
      s.advance(seconds(step));
      return [
        [`report ${index}`, report(s, run)],
        [`state ${index}`, readRun(s, run)],
      ];
    }),
  );
}

/** Reads the state and the report of a run from its start to its end, and after. */
const life = sharedScene({
  id: 'workspace: the life of a run',
  given: succeeding,
  act: (s) => {
    const registration = publishWithFile(s);
    const run = start(s, registration, 'unmetered_tool', {expects: 'accepted'});
    // Only a read of the run may tell the URL of the report.
    readRun(s, run, {optional: true});
    const early = report(s, run);
    const first = readRun(s, run, {expects: 'run'});
    // A run may take less than two seconds.
    const often = readOften(s, run);
    s.advance(seconds(1.5));
    const meanwhile = report(s, run);
    const second = readRun(s, run, {expects: 'run'});
    s.advance(seconds(2));
    const later = report(s, run);
    const third = readRun(s, run, {expects: 'run'});
    const polls = readUntilEnded(s, run);
    const firstReport = report(s, run, {until: {situation: 'report'}});
    const reads = readAfterwards(s, registration, run);
    return {
      run,
      early,
      first,
      meanwhile,
      second,
      reportLater: later,
      third,
      polls,
      firstReport,
      // After another run of the same tool.
      secondReport: report(s, run),
      ...reads,
      ...often,
    };
  },
});

/** The start of a run, the reads of its state, and then of its report. */
interface RunToItsEnd {
  run: Exchange;
  polls: Exchange[];
  firstReport: Exchange;
}

/**
 * A run ends. The document does not say how long it may take: a state that is not terminal is wrong
 * once there is a report, and after a day.
 */
function expectEndedInTime({run, polls, firstReport}: RunToItsEnd): Judgement {
  const last = lastOf(polls);
  const isOver =
    firstReport.situations.includes('report') || sideOf(ageAt(last, run), hours(24)) === 'after';
  return when(isOver || hasEnded(last), 'the run has not ended yet', () =>
    expectThat(hasEnded(last), {
      branch: 'never-ended',
      expected: `a run to end as ${TERMINAL.join(' or ')}`,
      got: `${toText(last.body.state)} after ${quantity(polls.length, 'read')}`,
      at: last,
    }),
  );
}

const hasEnded = ({body}: Exchange): boolean => TERMINAL.includes(body?.state);

/** The first reads of a run, and of its report between them. */
interface RunFromItsStart {
  run: Exchange;
  early: Exchange;
  first: Exchange;
  meanwhile: Exchange;
  second: Exchange;
  reportLater: Exchange;
  third: Exchange;
  /** The reads of `readOften`. */
  [read: string]: Exchange | Exchange[] | undefined;
}

/** The reports among `readOften` that were requested before a read of a run that works. */
const reportsBeforeTheEnd = (seen: RunFromItsStart): Exchange[] =>
  STEPS.flatMap((_, index) => {
    const [early, state] = [seen[`report ${index}`], seen[`state ${index}`]].flat();
    return early && state?.situations.includes('run') && !hasEnded(state) ? [early] : [];
  });

/**
 * There is no report before the end. A run that has already ended when it is started or first read
 * cannot show that.
 */
function expectNoReportBeforeTheEnd(seen: RunFromItsStart): Judgement {
  const {run, early, first, meanwhile, second, reportLater, third} = seen;
  // If a later read shows a run that has not ended, the report was requested before its end.
  const beforeTheEnd = [
    ...(hasEnded(second) ? [] : [meanwhile]),
    ...(hasEnded(third) ? [] : [reportLater]),
    ...reportsBeforeTheEnd(seen),
  ];
  if (hasEnded(run)) return notApplicable('a run has ended when its start is answered');
  if (hasEnded(first)) return notExercised('the run had ended before its first read');
  return all(
    expectReportAbsent(early, 'report-at-once'),
    ...beforeTheEnd.map((response) => expectReportAbsent(response, 'report-while-it-works')),
  );
}

/** A run that has a report, or says so, ended as succeeded. If the tool fails on the sample file, nothing is decided. */
const expectSuccess = ({polls, firstReport}: RunToItsEnd): Judgement =>
  when(
    stateOf(polls) === 'succeeded' || firstReport.situations.includes('report'),
    `the run ended as ${toText(stateOf(polls))}, without a report`,
    // A state that is not terminal breaks another rule.
    () =>
      whenHolds(hasEnded(lastOf(polls)), 'workspace.runs.runs-end', 'the run has not ended', () =>
        expectToEndAs(polls, 'succeeded'),
      ),
  );

/** The checks of a run and of its report, from the start to the end. */
export const runLife: Check[] = [
  check({
    rule: 'workspace.runs.runs-end',
    place: 'left alone for a day',
    act: (s) => {
      const run = start(s, publishWithFile(s), 'unmetered_tool', {expects: 'accepted'});
      s.advance(hours(24) + minutes(1));
      return {run, polls: readUntilEnded(s, run), firstReport: report(s, run)};
    },
    judge: expectEndedInTime,
  }),
  ...checksOf(life, {
    'workspace.runs.runs-end': expectEndedInTime,
    'workspace.runs.success-ends-as-succeeded': expectSuccess,
    'workspace.runs.succeeded-is-final': ({polls, again, later}) =>
      expectEndedAs('succeeded', polls, again, later),
    'workspace.runs.report-is-readable-after-success': ({polls, firstReport, secondReport}) =>
      whenSucceeded(polls, () =>
        all(
          expectOutcome(firstReport, 'report', 'no-report'),
          expectOutcome(secondReport, 'report', 'no-report-the-second-time'),
        ),
      ),
    'workspace.runs.no-report-before-the-end': expectNoReportBeforeTheEnd,
  }),
];
