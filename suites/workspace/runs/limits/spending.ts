import type {Exchange} from '../../../../spec/exchange.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../../language/check.ts';
import {all, expectEqual, expectMember, expectRefused, when} from '../../../language/judge.ts';
import {
  readUntilEnded,
  publishWithFile,
  flagOf,
  runsUsedIn,
  start,
  readUsage,
} from '../../running.ts';
import {stateOf} from '../run-states.ts';
import {toText} from '../../../../spec/json.ts';

const SECOND = 'second-workspace';

/**
 * Runs of one day, each between two reads of the usage, to see which of them are counted. Every
 * metered run has its own publication: the limit of a tool on one may be 1, and some deployments
 * run one tool at a time on each.
 *
 * | what happens | the usage after it | that of the other workspace |
 * | --- | --- | --- |
 * | nothing | `began` | |
 * | a run of the other workspace | `before` | `theirsBegan` |
 * | a run with a key (`started`) | `one` | |
 * | the same start with the same key (`again`) | `replayed` | |
 * | a second run | `two` | |
 * | a run of a tool that is not metered (`free`) | `unmetered` | `theirsBefore` |
 * | a start by the other workspace on the same publication (`foreign`) | `refusedOwn` | `refusedTheirs` |
 * | nothing, read by another key of the workspace | `byOther` | |
 * | a run of that key | `last`, and read by that key `lastByOther` | |
 */
const spending = sharedScene({
  id: 'workspace: what runs spend',
  act: (s) => {
    const first = publishWithFile(s);
    const second = publishWithFile(s);
    const third = publishWithFile(s);
    const fourth = publishWithFile(s);
    const theirs = publishWithFile(s, SECOND);
    const key = {headers: {'Idempotency-Key': s.fresh('idempotency-key')}};
    const began = readUsage(s);
    const theirRun = start(s, theirs, 'metered_tool', {as: SECOND, expects: 'accepted'});
    readUntilEnded(s, theirRun, {as: SECOND});
    const before = readUsage(s);
    const theirsBegan = readUsage(s, SECOND);
    const started = start(s, first, 'metered_tool', {...key, expects: 'accepted'});
    const endOne = readUntilEnded(s, started);
    const one = readUsage(s);
    const again = start(s, first, 'metered_tool', key);
    const replayed = readUsage(s);
    const secondStart = start(s, second, 'metered_tool', {expects: 'accepted'});
    const endTwo = readUntilEnded(s, secondStart);
    const two = readUsage(s);
    const free = start(s, third, 'unmetered_tool', {expects: 'accepted'});
    readUntilEnded(s, free);
    const unmetered = readUsage(s);
    const theirsBefore = readUsage(s, SECOND);
    const foreign = start(s, third, 'metered_tool', {as: SECOND});
    const refusedOwn = readUsage(s);
    const refusedTheirs = readUsage(s, SECOND);
    const byOther = readUsage(s, 'other-key');
    const otherKeyStart = start(s, fourth, 'metered_tool', {as: 'other-key', expects: 'accepted'});
    return {
      began,
      theirsBegan,
      before,
      started,
      endOne,
      one,
      again,
      replayed,
      endTwo,
      two,
      free,
      unmetered,
      foreign,
      theirsBefore,
      refusedOwn,
      refusedTheirs,
      byOther,
      endLast: readUntilEnded(s, otherKeyStart),
      last: readUsage(s),
      lastByOther: readUsage(s, 'other-key'),
      catalog: s.call('listTools', {expects: 'catalog'}),
    };
  },
});

type SpendingSeen = SeenIn<typeof spending>;

/** `daily_runs_used` rose by this number between two reads of the usage. */
export const expectRisenBy = (
  before: Exchange,
  after: Exchange,
  by: number,
  branch: string,
): Judgement => expectMember(after, '/daily_runs_used', runsUsedIn(before) + by, branch);

/** Whether `daily_runs_used` rose between two reads of the usage. */
const hasRisen = (before: Exchange, after: Exchange): boolean =>
  runsUsedIn(after) > runsUsedIn(before);

/** Judges that a run is not counted: this means something only if metered runs are counted. */
const whenCounted = ({before, last}: SpendingSeen, judgement: () => Judgement): Judgement =>
  when(runsUsedIn(last) !== runsUsedIn(before), '`daily_runs_used` never changes', judgement);

/** Judges metered runs that succeeded: whether others are counted is open (NS-WS-42). */
export const whenAllSucceeded = (ends: Exchange[][], judgement: () => Judgement): Judgement =>
  when(
    ends.every((polls) => stateOf(polls) === 'succeeded'),
    'a metered run did not succeed',
    judgement,
  );

/**
 * The flag `metered` of a tool in the catalogue says whether its run was counted.
 * @param started the start that named the tool
 * @param isCounted whether its run was counted
 */
const expectFlag = (
  catalog: Exchange,
  started: Exchange,
  isCounted: boolean,
  branch: string,
): Judgement =>
  expectEqual(
    flagOf(catalog, started, 'metered'),
    isCounted,
    branch,
    catalog,
    `\`metered\` of ${toText(started.requestBody.tool)}`,
  );

/** The flags of both tools, if the number of metered runs can be read. */
function expectFlags(seen: SpendingSeen): Judgement {
  const {catalog, started, free, endOne, before, one, two, unmetered} = seen;
  const reads = [before, one, two, unmetered];
  const isMeteredCounted = hasRisen(before, one);
  const isUnmeteredCounted = hasRisen(two, unmetered);
  return when(
    reads.map(runsUsedIn).every((number) => typeof number === 'number'),
    '`daily_runs_used` is no number',
    () =>
      whenAllSucceeded([endOne], () =>
        all(
          expectFlag(catalog, started, isMeteredCounted, 'metered-says-otherwise'),
          expectFlag(catalog, free, isUnmeteredCounted, 'unmetered-says-otherwise'),
        ),
      ),
  );
}

/**
 * Which starts are counted as metered runs (Resources / Usage; Endpoints / start run;
 * Authentication 3).
 */
export const spendings: Check[] = checksOf(spending, {
  'workspace.runs.metered-spends-one': (seen) =>
    whenAllSucceeded([seen.endOne, seen.endTwo], () =>
      all(
        expectRisenBy(seen.before, seen.one, 1, 'first-not-one'),
        expectRisenBy(seen.replayed, seen.two, 1, 'second-not-one'),
      ),
    ),
  'workspace.runs.unmetered-spends-nothing': (seen) =>
    whenCounted(seen, () => expectRisenBy(seen.two, seen.unmetered, 0, 'unmetered-spent')),
  'workspace.runs.metered-flag-is-true': expectFlags,
  'workspace.runs.used-counts-all-keys': (seen) =>
    whenAllSucceeded([seen.endLast], () =>
      all(
        expectRisenBy(seen.refusedOwn, seen.last, 1, 'of-one-key-only'),
        expectRisenBy(seen.refusedOwn, seen.byOther, 0, 'another-figure-by-key-before'),
        expectRisenBy(seen.last, seen.lastByOther, 0, 'another-figure-by-key'),
      ),
    ),
  'workspace.runs.usage-is-own': (seen) =>
    whenCounted(seen, () =>
      all(
        expectRisenBy(seen.began, seen.before, 0, 'a-foreign-run-counted'),
        expectRisenBy(seen.theirsBegan, seen.theirsBefore, 0, 'counted-in-another-workspace'),
      ),
    ),
  'workspace.runs.replay-spends-nothing': (seen) =>
    when(seen.again.status < 300, 'nothing was replayed', () =>
      whenCounted(seen, () => expectRisenBy(seen.one, seen.replayed, 0, 'replay-spent')),
    ),
  'workspace.runs.foreign-start-makes-no-run': (seen) =>
    whenCounted(seen, () =>
      all(
        expectRefused(seen.foreign, 'foreign-run-started'),
        expectRisenBy(seen.unmetered, seen.refusedOwn, 0, 'spent-for-its-owner'),
        expectRisenBy(seen.theirsBefore, seen.refusedTheirs, 0, 'spent-for-the-caller'),
      ),
    ),
});
