import type {Exchange} from '../../../spec/step.ts';
import {check, checksOf, type Check, type Judgement, type Scene, type Setup} from '../../check.ts';
import {all, holds, is, memberIs, refused, summaryOf, when} from '../../judge.ts';
import {column} from '../../rows.ts';
import {seconds, type Handle, type Script} from '../../script.ts';
import {ended, filed, readRun, report, start, TERMINAL} from '../running.ts';

/** The next run ends as said. */
const endingAs = (end: string, without: ((s: Script) => object)[] = []): Setup<object> => ({
  id: `workspace: the next run ends as ${end}`,
  ways: [
    (s) => {
      s.control('end-runs', {role: 'full', as: [end]});
      return {};
    },
    ...without,
  ],
});

/** A tool of the samples succeeds on the good file; where the end can be ordered, it is. */
export const succeeding = endingAs('succeeded', [() => ({})]);
export const failing = endingAs('failed');
const rejecting = endingAs('rejected');

export const stateOf = (polls: Exchange[]): unknown => polls.at(-1)?.body?.state;

/** A judgement about a run that did what it was started for. */
export const succeeded = (polls: Exchange[], judgement: () => Judgement): Judgement =>
  when(stateOf(polls) === 'succeeded', `the run ended as ${String(stateOf(polls))}`, judgement);

const endsAs = (polls: Exchange[], state: string): Judgement =>
  holds(stateOf(polls) === state, {
    branch: `not-${state}`,
    expected: state,
    got: String(stateOf(polls)),
    at: polls.at(-1),
  });

/** There is no report: a refusal, or an answer that says that it is not there yet. */
const noReport = (answer: Exchange, branch: string): Judgement =>
  holds([202, 204].includes(answer.status) || (answer.status >= 300 && answer.status < 500), {
    branch,
    expected: 'no report',
    got: summaryOf(answer),
    at: answer,
  });

/**
 * A run that has ended, asked again: at once, after another run of its publication, and a minute
 * later.
 */
const afterwards = (s: Script, made: Handle, run: Handle) => {
  const again = readRun(s, run);
  start(s, made, 'unmetered_tool');
  return {again, later: s.repeat(2, (each) => void readRun(each, run), {every: seconds(65)})};
};

const stays = (state: string, polls: Exchange[], again: Exchange, later: Exchange[]): Judgement =>
  when(stateOf(polls) === state, `the run ended as ${String(stateOf(polls))}`, () =>
    all(
      memberIs(again, '/state', state, 'another-state-when-asked-again'),
      ...later.map((one) => memberIs(one, '/state', state, 'another-state-later')),
    ),
  );

/**
 * Once it has ended a run keeps its state: when asked again, after a while, and when its
 * publication is run anew.
 */
const final = (state: string, given: Setup<object>): Check =>
  check({
    rule: `workspace.runs.${state}-is-final`,
    given,
    act: (s) => {
      const made = filed(s);
      const run = start(s, made, 'unmetered_tool', {expects: 'accepted'});
      const polls = ended(s, run);
      return {polls, ...afterwards(s, made, run)};
    },
    judge: ({polls, again, later}) => stays(state, polls, again, later),
  });

/** A run that ended otherwise has no report; one that succeeded has, so it is there to be had. */
const withoutReport = (state: string, given: Setup<object>): Check =>
  check({
    rule: `workspace.runs.no-report-of-a-${state}-run`,
    given,
    act: (s) => {
      const made = filed(s);
      const run = start(s, made, 'unmetered_tool', {expects: 'accepted'});
      const polls = ended(s, run);
      const none = report(s, run);
      const other = start(s, made, 'unmetered_tool', {expects: 'accepted'});
      ended(s, other);
      return {polls, none, there: report(s, other, {until: {situation: 'report'}})};
    },
    judge: ({polls, none, there}) =>
      when(
        stateOf(polls) === state && there.situations.includes('report'),
        'no run of that end beside one with a report',
        () => noReport(none, 'report-answered'),
      ),
  });

/** A run from its start to its end, and after. */
const life: Scene = {
  id: 'workspace: the life of a run',
  api: 'workspace',
  given: succeeding,
  act: (s) => {
    const made = filed(s);
    const run = start(s, made, 'unmetered_tool', {expects: 'accepted'});
    const early = report(s, run);
    const first = readRun(s, run, {expects: 'run'});
    const meanwhile = s.repeat(2, (each) => void report(each, run), {every: seconds(2)});
    const second = readRun(s, run, {expects: 'run'});
    const polls = ended(s, run);
    const told = report(s, run, {until: {situation: 'report'}});
    return {
      early,
      first,
      meanwhile,
      second,
      polls,
      told,
      toldAgain: report(s, run),
      ...afterwards(s, made, run),
    };
  },
};

type Life = Record<'early' | 'first' | 'second' | 'told' | 'toldAgain' | 'again', Handle> &
  Record<'meanwhile' | 'polls' | 'later', Handle<Exchange[]>>;

/** States of a run, and its report (States / Runs; Resources / Run). */
export const states: Check[] = [
  check({
    rule: 'workspace.runs.held-back-tool-is-refused',
    act: (s) => {
      const made = filed(s);
      return {
        heldBack: start(s, made, 'held_back_tool'),
        excluded: start(s, made, 'excluded_tool'),
        run: start(s, made, 'unmetered_tool', {expects: 'accepted'}),
      };
    },
    judge: ({heldBack, excluded}) =>
      all(refused(heldBack, 'held-back-tool-started'), refused(excluded, 'excluded-tool-started')),
  }),
  check({
    rule: 'workspace.runs.catalog-slug-starts',
    act: (s) => ({run: start(s, filed(s)), catalog: s.call('listTools', {expects: 'catalog'})}),
    judge: ({catalog, run}) =>
      when(
        column([catalog], '/slug').includes(run.requestBody.tool),
        `the catalogue has no ${String(run.requestBody.tool)}`,
        () => is(run, 'accepted', 'slug-refused'),
      ),
  }),
  ...checksOf<Life>(life, {
    'workspace.runs.runs-end': ({polls}) =>
      holds(TERMINAL.includes(String(stateOf(polls))), {
        branch: 'never-ended',
        expected: TERMINAL.join(' or '),
        got: `${String(stateOf(polls))} after ${polls.length} polls`,
        at: polls.at(-1),
      }),
    // A tool may fail on the sample file: then nothing was seen.
    'workspace.runs.success-ends-as-succeeded': ({polls}) =>
      when(
        !['failed', 'rejected'].includes(String(stateOf(polls))),
        `the tool ended as ${String(stateOf(polls))}`,
        () => endsAs(polls, 'succeeded'),
      ),
    'workspace.runs.succeeded-is-final': ({polls, again, later}) =>
      stays('succeeded', polls, again, later),
    'workspace.runs.report-is-readable-after-success': ({polls, told: first, toldAgain}) =>
      succeeded(polls, () =>
        all(is(first, 'report', 'no-report'), is(toldAgain, 'report', 'no-report-the-second-time')),
      ),
    'workspace.runs.no-report-before-the-end': ({early, first, meanwhile, second}) =>
      when(!TERMINAL.includes(first.body.state), 'the run had ended before it was asked', () =>
        all(
          noReport(early, 'report-at-once'),
          ...(TERMINAL.includes(second.body.state)
            ? []
            : meanwhile.map((one) => noReport(one, 'report-while-it-works'))),
        ),
      ),
  }),
  check({
    rule: 'workspace.runs.error-ends-as-failed',
    given: failing,
    act: (s) => ({polls: ended(s, start(s, filed(s), 'unmetered_tool', {expects: 'accepted'}))}),
    judge: ({polls}) => endsAs(polls, 'failed'),
  }),
  check({
    rule: 'workspace.runs.refusal-ends-as-rejected',
    given: rejecting,
    act: (s) => ({polls: ended(s, start(s, filed(s), 'unmetered_tool', {expects: 'accepted'}))}),
    judge: ({polls}) => endsAs(polls, 'rejected'),
  }),
  final('failed', failing),
  final('rejected', rejecting),
  withoutReport('failed', failing),
  withoutReport('rejected', rejecting),
];
