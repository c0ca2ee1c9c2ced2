import {toText} from '../../../../spec/json.ts';
import type {RuleId} from '../../../../spec/rule.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {
  check,
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type Setup,
} from '../../../language/check.ts';
import {all, expectEqual, expectMember, notExercised, judgeEach} from '../../../language/judge.ts';
import {seconds, type Handle, type Script} from '../../../language/script.ts';
import {readCurrent, listFiles, readUntilEnded, start, TERMINAL} from '../../running.ts';
import {flagged, publishBeforeTools, versionList} from '../../versions.ts';
import {stateOf, whenSucceeded, succeeding} from '../run-states.ts';
import {REPAIRS} from '../start/tool-samples.ts';
import {expectNoneGone, expectSameVersions, onceNot, expectNewVersion} from './version-reads.ts';
import {publications, expectNamedInRow} from '../../publications/walks.ts';

/** Tools that run one after the other on one publication, and how their runs end. */
const RUNS: readonly [tool: string, end: string][] = [
  ['replacing_tool', 'succeeded'],
  ['other_replacing_tool', 'succeeded'],
  ['replacing_tool', 'failed'],
  ['replacing_tool', 'succeeded'],
  ['other_replacing_tool', 'rejected'],
  ['deriving_tool', 'succeeded'],
  // A list must not end at a number of versions. Each tool starts at most four times.
  ['other_replacing_tool', 'succeeded'],
  ['deriving_tool', 'succeeded'],
  ['replacing_tool', 'succeeded'],
  ['deriving_tool', 'succeeded'],
  ['other_replacing_tool', 'succeeded'],
  ['deriving_tool', 'succeeded'],
];

/** The next runs of the workspace end in these states. */
const ending: Setup<object> = {
  id: 'workspace: the next runs end one way and another',
  ways: [
    (s) => {
      s.control('end-runs', {role: 'full', as: RUNS.map(([, end]) => end)});
      return {};
    },
  ],
};

/** What is read before the first run and after each. */
const LOOKS = ['list', 'working', 'publication', 'page'] as const;
type Look = (typeof LOOKS)[number];
type Looks = Record<`${Look} ${number}`, Handle | undefined>;
type Steps = Looks & Record<`polls ${number}`, Handle<Exchange[]> | undefined>;
type Seen = Record<`${Look} ${number}`, Exchange | undefined> &
  Record<`polls ${number}`, Exchange[] | undefined>;

/** Records every read that names the working version, after so many runs. */
const lookAfter = (s: Script, registration: Handle, run: number): Looks => ({
  [`list ${run}`]: listFiles(s, registration),
  [`working ${run}`]: readCurrent(s, registration),
  [`publication ${run}`]: s.call('getPublication', {
    path: {publication: registration.at('/id')},
    expects: 'publication',
  }),
  [`page ${run}`]: s.call('listPublications', {expects: 'page'}),
});

/** A publication on which runs succeed, fail and are rejected in turn. */
const manyRuns = sharedScene({
  id: 'workspace: many runs on one publication',
  given: ending,
  onlyOnTestTargets: true,
  act: (s): Steps => {
    const {registration} = publishBeforeTools(s);
    const steps: Steps = lookAfter(s, registration, 0);
    for (const [index, [tool]] of RUNS.entries()) {
      // A deployment may refuse a tool that ran before (NS-WS-19).
      const run = start(s, registration, tool);
      steps[`polls ${index + 1}`] = readUntilEnded(s, run, {optional: true});
      // A read may lag a moment behind the end of a run.
      s.advance(seconds(5));
      Object.assign(steps, lookAfter(s, registration, index + 1));
    }
    return steps;
  },
});

/** One run, as far as it ended, and what was read before and after it. */
interface Turn {
  tool: string;
  state: unknown;
  before: Record<Look, Exchange>;
  after: Record<Look, Exchange>;
}

/** The reads after so many runs, where all of them were answered. */
function looksIn(seen: Seen, run: number): Record<Look, Exchange> | undefined {
  const reads = LOOKS.map((look) => [look, seen[`${look} ${run}`]] as const);
  return reads.every(([, read]) => read)
    ? (Object.fromEntries(reads) as Record<Look, Exchange>)
    : undefined;
}

/** Every run that was started and ended. */
const turnsIn = (seen: Seen): Turn[] =>
  RUNS.flatMap(([tool], index) => {
    const state = stateOf(seen[`polls ${index + 1}`] ?? []);
    const [before, after] = [looksIn(seen, index), looksIn(seen, index + 1)];
    const hasEnded = TERMINAL.includes(toText(state));
    return before && after && hasEnded ? [{tool, state, before, after}] : [];
  });

/** Judges what responses show after each run of a kind. */
const judgeEachTurn =
  (isMeant: (turn: Turn) => boolean, judgement: (turn: Turn) => Judgement) =>
  (seen: Seen): Judgement => {
    const turns = turnsIn(seen).filter(isMeant);
    return turns.length
      ? judgeEach(turns, (turn) => judgement(turn))
      : notExercised('none of the runs was of that kind');
  };

const isAny = (): boolean => true;
const isRepair = ({tool, state}: Turn): boolean => REPAIRS.includes(tool) && state === 'succeeded';
const isVain = ({state}: Turn): boolean => state !== 'succeeded';

/** The publication and its row in the list, where the page has it, name the version that is flagged. */
function expectFlaggedNamed({after: {list, publication, page}}: Turn): Judgement {
  const [version] = flagged(list);
  return all(
    expectMember(publication, '/working_file_id', version, 'another-working-file'),
    expectNamedInRow(page, publication, version),
  );
}

/** A run that did not succeed leaves the versions, and the working one among them, as they were. */
const expectVersionsLeft = ({before, after}: Turn): Judgement =>
  all(
    expectSameVersions(after.list, before.list, 'another-list'),
    expectMember(after.working, '/id', before.working.body.id, 'another-version'),
    expectEqual(
      flagged(after.list),
      flagged(before.list),
      'another-flagged',
      after.list,
      'the versions with `current: true`',
    ),
  );

/** The working version is in the list, however many others there are. */
const expectWorkingListed = ({list, working}: Record<Look, Exchange>): Judgement =>
  versionList.expectListed(list, working, 'working-version-not-listed');

const JUDGES: Record<RuleId, (seen: Seen) => Judgement> = {
  'workspace.files.exactly-one-is-current': judgeEachTurn(isAny, ({after: {list}}) =>
    expectEqual(flagged(list).length, 1, 'not-one-current', list, 'the number of current versions'),
  ),
  'workspace.files.current-file-id-is-the-flagged': judgeEachTurn(isAny, ({after: {list}}) =>
    expectMember(list, '/current_file_id', flagged(list)[0], 'another-id'),
  ),
  'workspace.files.current-is-the-flagged': judgeEachTurn(isAny, ({after: {list, working}}) =>
    expectMember(working, '/id', flagged(list)[0], 'another-after-runs'),
  ),
  'workspace.files.publication-names-the-current': judgeEachTurn(isAny, expectFlaggedNamed),
  'workspace.runs.replacing-moves-current': judgeEachTurn(isRepair, ({before, after}) =>
    expectNewVersion(before.list, after.working, 'an-older-version'),
  ),
  'workspace.runs.failed-run-adds-no-version': judgeEachTurn(isVain, expectVersionsLeft),
  'workspace.runs.versions-add-up': judgeEachTurn(isAny, ({before, after}) =>
    all(expectNoneGone(before.list, after.list), expectWorkingListed(after)),
  ),
};

/** The row of a repaired publication on a page behind the first. */
const onALaterPage = check({
  rule: 'workspace.files.publication-names-the-current',
  place: 'on a later page',
  given: succeeding,
  onlyOnTestTargets: true,
  act: (s) => {
    const {registration, original} = publishBeforeTools(s);
    const path = {publication: registration.at('/id')};
    const polls = readUntilEnded(
      s,
      start(s, registration, 'replacing_tool', {expects: 'accepted'}),
    );
    const read = onceNot(original, '/working_file_id');
    const publication = s.call('getPublication', {path, expects: 'publication', ...read});
    s.control('seed-publications', {role: 'full', count: 60});
    return {polls, publication, pages: s.walk('listPublications', {atMost: 3})};
  },
  judge: ({polls, publication, pages}) =>
    whenSucceeded(polls, () => {
      const later = pages.slice(1);
      return publications.whenShown(later, publication, () =>
        expectNamedInRow(later, publication, publication.body.working_file_id),
      );
    }),
});

/** Versions after many runs, and far down the list (Resources / File version). */
export const manyRunsInTurn: Check[] = [
  ...Object.entries(JUDGES).flatMap(([rule, judge]) =>
    checksOf(manyRuns, {[`${rule} @ after many runs`]: judge}),
  ),
  onALaterPage,
];
