/** Judgements about runs that were in progress together, each on its own publication. */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Judgement} from '../../../language/check.ts';
import {
  all,
  expectEqual,
  expectOutcome,
  expectMember,
  notApplicable,
  when,
  judgeEach,
} from '../../../language/judge.ts';
import {expectReportAbsent, stateOf} from '../run-states.ts';
import {REPAIRS} from '../start/tool-samples.ts';
import {
  idsOf,
  expectNewVersion,
  expectNoneGone,
  expectOneMore,
  expectOnlyFlagged,
} from './version-reads.ts';

/** The key of a read of a publication after a round; round 0 is before any. */
export const keyOf = (what: string, of: number, round: number): string =>
  `${what} of ${of} after ${round}`;

/** The responses to runs and reads, by `keyOf`; those to repeated reads are together. */
export type SeenInRounds = Record<string, Exchange | Exchange[] | undefined>;

/** One run on a publication, and the reads after and before it. */
export interface Turn {
  of: number;
  tool: string;
  state: unknown;
  started: Exchange;
  seen(what: string): Exchange;
  before(what: string): Exchange;
}

/** The runs that were started. */
export function turnsIn(seen: SeenInRounds, tools: string[][]): Turn[] {
  const reading = (of: number, round: number) => (what: string) =>
    seen[keyOf(what, of, round)] as Exchange;
  const turnOf = (tool: string, of: number, index: number): Turn => ({
    of,
    tool,
    state: stateOf([seen[keyOf('polls', of, index + 1)] ?? []].flat()),
    started: reading(of, index + 1)('run'),
    seen: reading(of, index + 1),
    before: reading(of, index),
  });
  const wasStarted = ({started}: {started: Exchange | undefined}): boolean => started !== undefined;
  return tools
    .flatMap((named, of) => named.map((tool, index) => turnOf(tool, of, index)))
    .filter(wasStarted);
}

const hasSucceeded = ({state}: Turn): boolean => state === 'succeeded';

/** Which runs a judgement is about. */
const RUNS = {
  all: () => true,
  succeeded: hasSucceeded,
  repairing: (turn: Turn) => hasSucceeded(turn) && REPAIRS.includes(turn.tool),
  deriving: (turn: Turn) => hasSucceeded(turn) && turn.tool === 'deriving_tool',
  'replacing nothing': (turn: Turn) => hasSucceeded(turn) && !REPAIRS.includes(turn.tool),
  failed: ({state}: Turn) => state === 'failed',
  rejected: ({state}: Turn) => state === 'rejected',
  'without success': ({state}: Turn) => state === 'failed' || state === 'rejected',
};

/** Judges each run of a kind. */
export const judgeEachRun =
  (kind: keyof typeof RUNS, judgement: (turn: Turn) => Judgement) =>
  (seen: SeenInRounds, {tools}: {tools: string[][]}): Judgement => {
    const turns = turnsIn(seen, tools).filter(RUNS[kind]);
    if (!turns.length) return notApplicable(`of these runs none is ${kind}`);
    return judgeEach(turns, (turn) => judgement(turn));
  };

const idIn = ({body}: Exchange): unknown => body?.id;

/**
 * The list and the publication name the same working version as the read of the working version.
 */
function expectNamedEverywhere({seen}: Turn): Judgement {
  const working = idIn(seen('current'));
  return all(
    expectMember(seen('files'), '/current_file_id', working, 'another-in-the-list'),
    expectMember(seen('publication'), '/working_file_id', working, 'another-in-the-publication'),
  );
}

/** The working version is a new one, and everything names it. */
export const expectMoved = (turn: Turn): Judgement => {
  const {seen, before} = turn;
  return all(expectNewVersion(before('files'), seen('current'), 'no-new-working-version'), () =>
    expectNamedEverywhere(turn),
  );
};

/** The working version is unchanged. */
const expectSameCurrent = ({seen, before}: Turn): Judgement =>
  expectMember(seen('current'), '/id', idIn(before('current')), 'another-version');

/** The working version is unchanged, and everything names it. */
export const expectStayed = (turn: Turn): Judgement =>
  all(expectSameCurrent(turn), () => expectNamedEverywhere(turn));

const versionsIn = (list: Exchange): number => idsOf(list).length;

/** There is no new version, and the working one is unchanged. Other rules judge what names it. */
export const expectNoneAdded = (turn: Turn): Judgement => {
  const [before, after] = [turn.before('files'), turn.seen('files')];
  return all(
    expectSameCurrent(turn),
    expectEqual(
      versionsIn(after),
      versionsIn(before),
      'a-version-more',
      after,
      'the number of versions',
    ),
  );
};

/** The list has one more version. */
export const expectOneAdded = ({seen, before}: Turn): Judgement =>
  expectOneMore(before('files'), seen('files'));

/** Earlier versions remain, and only the working one is current. */
export const expectOnlyAdded = ({seen, before}: Turn): Judgement => {
  const list = seen('files');
  return all(
    expectNoneGone(before('files'), list),
    expectOnlyFlagged(list, seen('current'), 'another-flagged'),
  );
};

/** The run has no report. */
export const expectNoReport = ({seen}: Turn): Judgement =>
  expectReportAbsent(seen('report'), 'report-answered');

/** The run has its report. */
export const expectReport = ({seen}: Turn): Judgement =>
  expectOutcome(seen('report'), 'report', 'no-report');

/** A read of the run shows it in the state in which it ended. */
export const expectAsItEnded = ({seen, state}: Turn): Judgement =>
  expectMember(seen('again'), '/state', state, 'another-state-when-asked-again');

/** A retry gives the run that its key started. */
export const expectReplayed = ({seen, started}: Turn): Judgement => {
  const retry: Exchange | undefined = seen('replay');
  if (retry === undefined) return notApplicable('the run was not meant to succeed');
  return when(retry.status < 400, `the retry was answered ${retry.status}`, () =>
    expectMember(retry, '/id', idIn(started), 'another-run'),
  );
};

/** The link of the working version gives as many bytes as the publication says. */
export const expectItsSize = ({seen}: Turn): Judgement =>
  expectMember(
    seen('publication'),
    '/working_file_size_bytes',
    seen('bytes').body.size,
    'another-size-than-its-bytes',
  );

/** The link of the original gives the bytes that were uploaded. */
export const expectOriginalKept = ({seen}: Turn): Judgement =>
  expectMember(seen('kept'), '/sha256', seen('sent').requestBody.sha256, 'other-bytes');
