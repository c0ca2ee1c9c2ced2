import * as fc from 'fast-check';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {AnyProperty, Handles, Judgement} from '../../../language/check.ts';
import {expectEqual, when, judgeEach} from '../../../language/judge.ts';
import {propertiesOf} from '../../../language/property.ts';
import {seconds, type Args, type Handle, type Script} from '../../../language/script.ts';
import type {ValueClasses} from '../../../values/values.ts';
import {BY_TOOL, expectSameAs} from '../../mcp/by-tool.ts';
import {download, keyed, readRun, readUntilEnded, report, start} from '../../running.ts';
import {publishBeforeTools, type Uploaded} from '../../versions.ts';
import {eachOnce, TOOLS} from '../start/tool-samples.ts';
import * as turns from './turns.ts';
import {keyOf, judgeEachRun, turnsIn, type SeenInRounds, type Turn} from './turns.ts';
import {publications} from '../../publications/walks.ts';

const PUBLICATIONS = 3;
const ROUNDS = 2;
const [REPAIR, OTHER, DERIVE, CHECK] = TOOLS;

/**
 * The tools of each publication, one for each round, by the names of their samples. None runs twice
 * on a publication, because a deployment may not allow that.
 */
const tools: ValueClasses<string[][]> = {
  plain: [[REPAIR], [DERIVE], [CHECK]],
  classes: {
    'the same on all': fc.constant(Array.from({length: PUBLICATIONS}, () => [REPAIR, OTHER])),
    'repairs beside others': fc.constant([
      [REPAIR, DERIVE],
      [DERIVE, OTHER],
      [CHECK, REPAIR],
    ]),
    any: fc.array(fc.shuffledSubarray<string>([...TOOLS], {minLength: ROUNDS, maxLength: ROUNDS}), {
      minLength: PUBLICATIONS,
      maxLength: PUBLICATIONS,
    }),
  },
};

const RUNS = PUBLICATIONS * ROUNDS;

/** Random ends of runs, of which the given ones do not succeed. */
const allBut = (...others: string[]): fc.Arbitrary<string[]> => {
  const inTurn = Array.from({length: RUNS}, (_, index) => others[index] ?? 'succeeded');
  return fc.shuffledSubarray(inTurn, {minLength: RUNS});
};

/** How the runs end, in the order of their starts. */
const ends: ValueClasses<string[]> = {
  plain: Array.from({length: RUNS}, () => 'succeeded'),
  classes: {
    'all succeed': allBut(),
    'one fails': allBut('failed'),
    'one is rejected': allBut('rejected'),
    'the first of each alone succeeds': fc.constant([
      ...Array.from({length: PUBLICATIONS}, () => 'succeeded'),
      ...Array.from({length: PUBLICATIONS}, (_, index) => (index ? 'failed' : 'rejected')),
    ]),
    'half of them succeed': allBut('failed', 'failed', 'rejected'),
  },
};

const READS = {
  files: 'listPublicationFiles',
  current: 'getCurrentPublicationFile',
  publication: 'getPublication',
} as const;
type Read = keyof typeof READS;
const READ_NAMES = Object.keys(READS) as Read[];

/**
 * Records all reads of what runs may change on a publication, through the API and through tools.
 */
function readAll(s: Script, registration: Handle, of: number, round: number): Handles {
  const path = {publication: registration.at('/id')};
  const reads = (name: string, more: Args = {}): [string, Handle][] =>
    READ_NAMES.map((read) => [
      keyOf(`${read}${name}`, of, round),
      s.call(READS[read], {path, ...more}),
    ]);
  return Object.fromEntries([...reads(''), ...reads(' by tool', BY_TOOL), ...reads(' again')]);
}

/** Records reads of a run that has ended, and of its publication. */
function readAfterRun(
  s: Script,
  {run, key, tool, of, subject, end}: Started,
  round: number,
): Handles {
  const {registration, original} = subject;
  const shown = readAll(s, registration, of, round);
  const working = (shown[keyOf('current', of, round)] as Handle).at('/id');
  const more = {
    again: readRun(s, run),
    report: report(s, run),
    // A retry after a failure may start another run (NS-WS-18).
    ...(end === 'succeeded' && {replay: start(s, registration, tool, key)}),
    bytes: download(s, working).bytes,
    kept: download(s, original.at('/id')).bytes,
    sent: subject.sent,
  };
  const named = Object.entries(more).map(([what, step]) => [keyOf(what, of, round), step]);
  return {...shown, ...(Object.fromEntries(named) as Handles)};
}

/** A run in progress. */
interface Started {
  run: Handle;
  /** The header of its start. */
  key: Args;
  tool: string;
  of: number;
  subject: Uploaded;
  /** How it is to end. */
  end: string | undefined;
}

/**
 * Records one run on each publication, all in progress together, and reads of all that they may
 * change.
 * @param ends of the runs, in the order of their starts
 */
function runSideBySide(
  s: Script,
  subjects: Uploaded[],
  named: (string | undefined)[][],
  nth: number,
  ends: readonly string[],
): Handles {
  const left = [...ends];
  const inTurn = [...subjects.entries()];
  // In the last round the oldest publication comes last.
  if (nth === ROUNDS) inTurn.reverse();
  const runs = inTurn.flatMap(([of, subject]): Started[] => {
    const tool = named[of]?.[nth - 1];
    if (tool === undefined) return [];
    const key = keyed(s);
    // Each start has a later time of the clock.
    s.advance(seconds(1));
    const run = start(s, subject.registration, tool, {...key, expects: 'accepted'});
    return [{run, key, tool, of, subject, end: left.shift()}];
  });
  // The run that was started last is read first.
  const polls = runs
    .toReversed()
    .map(({run, of}) => [keyOf('polls', of, nth), readUntilEnded(s, run)]);
  // A read may lag a moment behind the end of a run.
  s.advance(seconds(5));
  return {
    ...(Object.fromEntries(polls) as Handles),
    ...Object.fromEntries(runs.map(({run, of}) => [keyOf('run', of, nth), run])),
    ...Object.assign({}, ...runs.map((run) => readAfterRun(s, run, nth))),
  };
}

/** The generated values. */
type Drawn = {tools: string[][]; ends: string[]};

/** A read by a tool shows what the reads before and after it show. */
const expectToolShowsSame = (turn: Turn, read: Read): Judgement =>
  expectSameAs(turn.seen(`${read} by tool`), turn.seen(read), turn.seen(`${read} again`), read);

/** Tools show the same about a publication as the API. */
const expectShownByTools = (seen: SeenInRounds, {tools: named}: Drawn): Judgement =>
  judgeEach(turnsIn(seen, named), (turn) =>
    judgeEach(READ_NAMES, (read) => expectToolShowsSame(turn, read)),
  );

/** The last read of each publication, in the order of their registration. */
const publicationsIn = (seen: SeenInRounds, {tools: named}: Drawn): Exchange[] =>
  turnsIn(seen, named)
    .filter(({of}, index, every) => every[index + 1]?.of !== of)
    .map((turn) => turn.seen('publication again'));

const pageIn = ({page}: SeenInRounds): Exchange => page as Exchange;

/** Runs on publications do not change their order in the list. */
const expectInOrder = (seen: SeenInRounds, drawn: Drawn): Judgement => {
  const ids = publicationsIn(seen, drawn).map(({body}) => body?.id as unknown);
  const page = pageIn(seen);
  const listed = publications.ids(page).filter((id) => ids.includes(id));
  return when(listed.length === ids.length, 'the page lists other publications', () =>
    expectEqual(
      listed,
      ids.toReversed(),
      'in-another-order',
      page,
      'the order of the publications',
    ),
  );
};

/** The list and the read of a publication name the same working version. */
const expectListed = (seen: SeenInRounds, drawn: Drawn): Judgement =>
  judgeEach(publicationsIn(seen, drawn), (read) =>
    publications.expectMemberIfListed(
      pageIn(seen),
      read,
      'working_file_id',
      read.body?.working_file_id,
      'another-in-the-list',
    ),
  );

/** Runs on several publications at a time, twice, and everything that they may change. */
export const sideBySide: AnyProperty[] = propertiesOf<Drawn, Handles>(
  {
    scene: 'workspace: runs side by side',
    place: 'runs side by side',
    // Other checks send each of these requests once; here there are many.
    maxDrawsOnShared: 0,
    // Each draw uses six metered runs, and a workspace has only a few dozen a day.
    maxDrawsOnTestTarget: 1,
    forAll: {tools, ends},
    act: (s, {tools: drawn, ends: ordered}) => {
      const named = drawn.map((ofOne) => eachOnce(s, ofOne));
      s.control('end-runs', {role: 'full', as: ordered});
      const subjects = Array.from({length: PUBLICATIONS}, () => {
        // Each publication is certainly newer than the one before it.
        s.advance(seconds(2));
        return publishBeforeTools(s);
      });
      const before = subjects.map(({registration}, of) => readAll(s, registration, of, 0));
      const inFirst = named.filter(([tool]) => tool !== undefined).length;
      const rounds = [
        runSideBySide(s, subjects, named, 1, ordered),
        runSideBySide(s, subjects, named, 2, ordered.slice(inFirst)),
      ];
      const page = s.call('listPublications', {expects: 'page'});
      return {...(Object.assign({}, ...before, ...rounds) as Handles), page};
    },
  },
  {
    'workspace.runs.replacing-moves-current': judgeEachRun('repairing', turns.expectMoved),
    'workspace.runs.other-tools-keep-current': judgeEachRun(
      'replacing nothing',
      turns.expectStayed,
    ),
    'workspace.runs.failed-run-adds-no-version': judgeEachRun(
      'without success',
      turns.expectNoneAdded,
    ),
    'workspace.runs.derived-is-listed': judgeEachRun('deriving', turns.expectOneAdded),
    'workspace.runs.versions-add-up': judgeEachRun('all', turns.expectOnlyAdded),
    'workspace.runs.original-is-immutable': judgeEachRun('all', turns.expectOriginalKept),
    'workspace.runs.working-size-is-of-the-working-file': judgeEachRun('all', turns.expectItsSize),
    'workspace.runs.report-is-readable-after-success': judgeEachRun(
      'succeeded',
      turns.expectReport,
    ),
    'workspace.runs.no-report-of-a-failed-run': judgeEachRun('failed', turns.expectNoReport),
    'workspace.runs.no-report-of-a-rejected-run': judgeEachRun('rejected', turns.expectNoReport),
    'workspace.runs.succeeded-is-final': judgeEachRun('succeeded', turns.expectAsItEnded),
    'workspace.runs.failed-is-final': judgeEachRun('failed', turns.expectAsItEnded),
    'workspace.runs.rejected-is-final': judgeEachRun('rejected', turns.expectAsItEnded),
    'workspace.runs.replay-is-the-same-run': judgeEachRun('succeeded', turns.expectReplayed),
    'workspace.publications.newest-first': expectInOrder,
    'workspace.files.publication-names-the-current': expectListed,
    'workspace.mcp.tool-answers-as-the-operation': expectShownByTools,
  },
);
