import {whenHolds} from '../../blocked-by.ts';
import {quantity} from '../../../spec/quantity.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {check, checksOf, sharedScene, type Check, type Judgement, type Setup} from '../../check.ts';
import {
  all,
  expectThat,
  expectOutcome,
  expectMember,
  notApplicable,
  notExercised,
  expectRefused,
  summaryOf,
  when,
} from '../../judge.ts';
import {lastOf} from '../../rows.ts';
import {hours, minutes, seconds, type Handle, type Script} from '../../script.ts';
import {ageAt} from '../../ages.ts';
import {readUntilEnded, publishWithFile, readRun, report, start, TERMINAL} from '../running.ts';
import {toText} from '../../../spec/json.ts';

/**
 * The next run of the workspace ends in this state, if the target has a hook for that.
 * @param without other ways, for targets that cannot
 */
export const runEndsAs = (end: string, without: ((s: Script) => object)[] = []): Setup<object> => ({
  id: `workspace: the next run ends as ${end}`,
  ways: [
    (s) => {
      s.control('end-runs', {role: 'full', as: [end]});
      return {};
    },
    ...without,
  ],
});

/** The next run succeeds: by a hook, or because the sample tools succeed on the good file. */
export const succeeding = runEndsAs('succeeded', [() => ({})]);
export const failing = runEndsAs('failed');
export const rejecting = runEndsAs('rejected');

/** The state in the last of the reads that `readUntilEnded` recorded. */
export const stateOf = (polls: Exchange[]): unknown => polls.at(-1)?.body?.state;

/** Judges a run that succeeded. */
export const whenSucceeded = (polls: Exchange[], judgement: () => Judgement): Judgement =>
  when(stateOf(polls) === 'succeeded', `the run ended as ${toText(stateOf(polls))}`, judgement);

const expectToEndAs = (polls: Exchange[], state: string): Judgement =>
  expectThat(stateOf(polls) === state, {
    branch: `not-${state}`,
    expected: `the run to end as ${state}`,
    got: toText(stateOf(polls)),
    at: polls.at(-1),
  });

/** There is no report: the response is a refusal, or says that the report does not exist yet. */
export function expectReportAbsent(response: Exchange, branch: string): Judgement {
  const notYet = [202, 204].includes(response.status);
  return expectThat(notYet || (response.status >= 300 && response.status < 500), {
    branch,
    expected: 'no report',
    got: summaryOf(response),
    at: response,
  });
}

/**
 * Records reads of a run that has ended: at once, and twice more while another run on its
 * publication is in progress and ends.
 */
const readAfterwards = (s: Script, registration: Handle, run: Handle) => {
  const again = readRun(s, run);
  start(s, registration, 'unmetered_tool');
  return {again, later: s.repeat(2, (each) => void readRun(each, run), {every: seconds(65)})};
};

/** The run ended in this state, and every later read shows the same. */
export const expectEndedAs = (
  state: string,
  polls: Exchange[],
  again: Exchange,
  later: Exchange[],
): Judgement =>
  when(stateOf(polls) === state, `the run ended as ${toText(stateOf(polls))}`, () =>
    all(
      expectMember(again, '/state', state, 'another-state-when-asked-again'),
      ...later.map((one) => expectMember(one, '/state', state, 'another-state-later')),
    ),
  );

/** A terminal state is final (States / Runs): the check of one such state. */
const checkFinal = (state: string, given: Setup<object>): Check =>
  check({
    rule: `workspace.runs.${state}-is-final`,
    given,
    act: (s) => {
      const registration = publishWithFile(s);
      const run = start(s, registration, 'unmetered_tool', {expects: 'accepted'});
      const polls = readUntilEnded(s, run);
      return {polls, ...readAfterwards(s, registration, run)};
    },
    judge: ({polls, again, later}) => expectEndedAs(state, polls, again, later),
  });

/**
 * A run that did not succeed has no report. A second run succeeds and has one, which shows that
 * reports can be read; the first still has none.
 */
const checkNoReport = (state: string, given: Setup<object>): Check =>
  check({
    rule: `workspace.runs.no-report-of-a-${state}-run`,
    given,
    act: (s) => {
      const registration = publishWithFile(s);
      const run = start(s, registration, 'unmetered_tool', {expects: 'accepted'});
      const polls = readUntilEnded(s, run);
      const none = report(s, run);
      const other = start(s, registration, 'unmetered_tool', {expects: 'accepted'});
      readUntilEnded(s, other);
      const there = report(s, other, {until: {situation: 'report'}});
      return {polls, none, there, noneStill: report(s, run)};
    },
    judge: ({polls, none, there, noneStill}) =>
      when(
        stateOf(polls) === state && there.situations.includes('report'),
        `no run ended as ${state}, or none that succeeded had a report`,
        () =>
          all(
            expectReportAbsent(none, 'report-answered'),
            expectReportAbsent(noneStill, 'report-answered-after-another-run'),
          ),
      ),
  });

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
  api: 'workspace',
  given: succeeding,
  act: (s) => {
    const registration = publishWithFile(s);
    const run = start(s, registration, 'unmetered_tool', {expects: 'accepted'});
    // Only a read of the run may tell the URL of the report.
    readRun(s, run, {optional: true});
    const early = report(s, run);
    const first = readRun(s, run, {expects: 'run'});
    s.advance(seconds(1.5));
    const meanwhile = report(s, run);
    const second = readRun(s, run, {expects: 'run'});
    s.advance(seconds(2));
    const later = report(s, run);
    const third = readRun(s, run, {expects: 'run'});
    const often = readOften(s, run);
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
  const isOver = firstReport.situations.includes('report') || ageAt(last, run).least >= hours(24);
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
    const [report, state] = [seen[`report ${index}`], seen[`state ${index}`]].flat();
    return report && state?.situations.includes('run') && !hasEnded(state) ? [report] : [];
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

/** States of a run, and its report (States / Runs; Resources / Run). */
export const states: Check[] = [
  check({
    rule: 'workspace.runs.held-back-tool-is-refused',
    act: (s) => {
      const registration = publishWithFile(s);
      return {
        heldBack: start(s, registration, 'held_back_tool'),
        excluded: start(s, registration, 'excluded_tool'),
        run: start(s, registration, 'unmetered_tool', {expects: 'accepted'}),
      };
    },
    judge: ({heldBack, excluded}) =>
      all(
        expectRefused(heldBack, 'held-back-tool-started'),
        expectRefused(excluded, 'excluded-tool-started'),
      ),
  }),
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
    // If the tool fails on the sample file, nothing is decided.
    'workspace.runs.success-ends-as-succeeded': ({polls, firstReport}) =>
      when(
        stateOf(polls) === 'succeeded' || firstReport.situations.includes('report'),
        `the run ended as ${toText(stateOf(polls))}, without a report`,
        // A state that is not terminal breaks another rule.
        () =>
          whenHolds(
            hasEnded(lastOf(polls)),
            'workspace.runs.runs-end',
            'the run has not ended',
            () => expectToEndAs(polls, 'succeeded'),
          ),
      ),
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
  check({
    rule: 'workspace.runs.error-ends-as-failed',
    given: failing,
    act: (s) => ({
      polls: readUntilEnded(
        s,
        start(s, publishWithFile(s), 'unmetered_tool', {expects: 'accepted'}),
      ),
    }),
    judge: ({polls}) => expectToEndAs(polls, 'failed'),
  }),
  check({
    rule: 'workspace.runs.refusal-ends-as-rejected',
    given: rejecting,
    act: (s) => ({
      polls: readUntilEnded(
        s,
        start(s, publishWithFile(s), 'unmetered_tool', {expects: 'accepted'}),
      ),
    }),
    judge: ({polls}) => expectToEndAs(polls, 'rejected'),
  }),
  checkFinal('failed', failing),
  checkFinal('rejected', rejecting),
  checkNoReport('failed', failing),
  checkNoReport('rejected', rejecting),
];
