/** Defects of runs, retries and versions that particular keys, orders, times and tools show. */

import {DAY_MS, HOUR_MS} from '../../../../spec/durations.ts';
import type {Seam} from '../../../defect.ts';
import type {View} from '../../../operation.ts';
import type {PublicationRow} from '../../../workspace/publications/rows.ts';
import {hasEnded} from '../../../workspace/runs/moves.ts';
import type {RunRow} from '../../../workspace/runs/rows.ts';
import {toolOf} from '../../../workspace/tools/catalog.ts';
import type {Row} from '../../../world/change.ts';
import {receiving} from '../../breaking.ts';
import {showing} from '../../families/reads.ts';
import {resource} from '../../families/resource.ts';
import {stale} from '../../families/seams.ts';
import {asNumber, small, without} from '../../families/texts.ts';
import {GIVEN, type When} from '../../families/when.ts';
import {overMcp} from '../../table.ts';
import {leading, living, OF_A_TOOL, ORIGINAL} from '../../workspace/links.ts';
import {
  DOWNLOAD,
  EVERYWHERE,
  isRefusedAs,
  isRepair,
  ofFiles,
  ofRuns,
  refusedWith,
  REPORT,
  runsOf,
  runsWhere,
  START,
  USAGE,
  type Sent,
} from '../../workspace/rows.ts';
import {
  counting,
  countingOn,
  KEY,
  numbered,
  readAs,
  remembering,
  spend,
  withKey,
} from '../../workspace/runs/altered-runs.ts';
import {first, secondOfThree, versionsAs, working} from '../../workspace/versions.ts';
import {particular, type ParticularDefect} from '../particular.ts';

/** An `Idempotency-Key` as a resource that a start names. */
const ofRetries = resource<Row, Sent>({
  table: 'retries',
  named: ({tenant}, {headers: {[KEY]: key}}) =>
    key === undefined ? undefined : {key: `${tenant} ${key}`, tenant, seq: 0},
});

const WITH_KEY = {headers: {[KEY]: GIVEN}} as const;
const THIRD = {...WITH_KEY, nth: 3} as const;

/** Spends a run with a start that is refused. */
const spendingThough = (situation: string, reason: string, when: When<RunRow, Sent>): Seam =>
  ofRuns.instead(START, when, (next, {view}, input) => {
    const outcome = next(view, input);
    return isRefusedAs(outcome, situation)
      ? refusedWith(situation, reason, [spend(view)])
      : outcome;
  });

/** Whether the ceiling of the day is reached. */
const isAtCeiling = (view: View): boolean =>
  view.newest('spent_runs', {limit: 1000}).length >= view.number('runs.daily_limit');

/** Reads runs in a final state as others, some time after their start. */
const forgotten = (was: string, after: number, as: string): Seam =>
  readAs((state, {createdAt}, {now}) =>
    state === was && now - createdAt >= after ? as : undefined,
  );

/** Whether a run of a tool that replaces nothing came before the newest repair. */
function isAfterAnotherTool(view: View, {key}: PublicationRow): boolean {
  const own = runsWhere(view, (run) => run.publication === key && run.state === 'succeeded');
  const repair = own.findLastIndex(isRepair);
  return repair > 0 && !own.slice(0, repair).every(isRepair);
}

const isUnderWay = ({state}: RunRow): boolean => !hasEnded(state);

const hourOf = (at: number): number => new Date(at).getUTCHours();
const dayOf = (at: number): number => Math.floor(at / DAY_MS);

/** Defects of retries (Endpoints, start run). */
const retries: ParticularDefect[] = [
  ...particular('retries', 'workspace.runs.new-key-starts-another', {
    // An Idempotency-Key that differs from an earlier one only in capitals replays its run.
    'capitals of a key do not matter': withKey(small),
    // Of Idempotency-Keys of digits, those that differ in leading zeros only are one.
    'a key of digits is a number': withKey(asNumber),
    // Idempotency-Keys that differ only in other characters than letters and digits are one.
    'signs of a key do not matter': withKey(without(/[^A-Za-z0-9]+/g, '-')),
  }),
  ...particular('retries', 'workspace.runs.replay-is-the-same-run', {
    // The third request with one Idempotency-Key starts another run.
    'the third retry starts another run': ofRetries.asking(
      START,
      THIRD,
      (_request, {headers: {[KEY]: _key, ...headers}}) => ({
        headers,
      }),
    ),
    // A retry that comes with another key of the same workspace starts another run.
    'a retry with another API key starts another run': receiving(
      START,
      ({headers: {[KEY]: key, ...headers}, by}) => ({
        headers: key === undefined ? headers : {...headers, [KEY]: `${by} ${key}`},
      }),
    ),
    // The Idempotency-Key is ignored for tools that are not metered.
    'a retry of an unmetered tool starts another run': remembering(
      ({tool}) => toolOf(tool)?.metered === true,
    ),
  }),
  ...particular('retries', 'workspace.runs.replay-spends-nothing', {
    // The third request with one Idempotency-Key replays the run and spends one more.
    'the third request with a key spends': ofRetries.after(START, THIRD, (done, {view}) => ({
      ...done,
      changes: [spend(view)],
    })),
  }),
  ...overMcp([
    ...particular('retries', 'workspace.mcp.runs-are-the-same-through-both-faces', {
      // A tool does not find the run of an Idempotency-Key that has capitals.
      'a key with capitals is another key to a tool': withKey(small),
    }),
    ...particular('races', 'workspace.mcp.runs-are-the-same-through-both-faces', {
      // Two starts through tools at the same moment with one Idempotency-Key start two runs.
      'parallel retries by tools start two runs': stale(START, 'runs'),
    }),
  ]),
];

/** Defects of several runs, of one publication or of several (States / Runs). */
const sequences: ParticularDefect[] = [
  ...particular('order', 'workspace.runs.replacing-moves-current', {
    // A repair does not become current when a tool that replaces nothing ran before it.
    'a repair after another tool does not count': working(EVERYWHERE, (files, view, row) =>
      isAfterAnotherTool(view, row) ? first(files) : undefined,
    ),
  }),
  ...particular('order', 'workspace.runs.derived-is-listed', {
    // Derived files are not listed while a run of another publication is under way.
    'a run of another publication hides derived files': versionsAs((rows, view, publication) =>
      runsWhere(view, (run) => isUnderWay(run) && run.publication !== publication).length
        ? rows.slice(0, 1)
        : rows,
    ),
  }),
  ...particular('states', 'workspace.runs.versions-add-up', {
    // Of three repairs the second stays the current version everywhere.
    'the third repair does not become current': working(EVERYWHERE, secondOfThree),
  }),
  ...particular('states', 'workspace.files.exactly-one-is-current', {
    // No row of the version list is flagged while a run of a replacing tool has not ended.
    'no version is current while a repair is under way': versionsAs((rows, view, publication) =>
      runsOf(view, publication).some((run) => isUnderWay(run) && isRepair(run))
        ? rows.map((row) => ({...row, current: false}))
        : rows,
    ),
  }),
  ...particular('states', 'workspace.runs.report-is-readable-after-success', {
    // The report of a run is gone once the same tool ran again on the publication.
    'a second run of the tool takes the report of the first': ofRuns.refusing(
      REPORT,
      'no-report',
      ({before: run, view}) =>
        runsOf(view, run?.publication).some(
          ({seq, tool, state}) =>
            run && seq > run.seq && tool === run.tool && state === 'succeeded',
        ),
    ),
  }),
  ...particular('states', 'workspace.runs.failed-is-final', {
    // A run that failed reads as succeeded once a later run on the publication has succeeded.
    'a later success of the tool covers a failure': readAs((state, row, view) =>
      state === 'failed' &&
      runsOf(view, row.publication).some(
        ({seq, state: other}) => seq > row.seq && other === 'succeeded',
      )
        ? 'succeeded'
        : undefined,
    ),
  }),
  ...particular('states', 'workspace.downloads.link-brings-the-bytes', {
    // The link of the original brings the bytes of the first repair once there are two.
    'the original of a publication with two repairs is the first repair': leading(
      (_file, files) => {
        const [repair, another] = files.filter(isRepair);
        return another && repair;
      },
      ORIGINAL,
    ),
  }),
  ...particular('states', 'workspace.downloads.unavailable-is-told', {
    // While storage can mint no links, a file that a tool derived has one all the same.
    'derived files have links all the same': ofFiles.accepting(
      DOWNLOAD,
      'downloads-unavailable',
      OF_A_TOOL,
    ),
  }),
  ...particular('refusals', 'workspace.runs.refused-start-spends-nothing', {
    // A start that is refused at the ceiling spends one run when it has an Idempotency-Key.
    'a refused start with an Idempotency-Key spends': spendingThough(
      'daily-limit',
      'daily_limit_reached',
      WITH_KEY,
    ),
    // A start with an unknown slug while the ceiling is reached is refused and spends one run.
    'a start of an unknown tool at the ceiling spends': spendingThough(
      'tool-refused',
      'unknown_tool',
      ({view}) => isAtCeiling(view),
    ),
  }),
];

/** Defects of the times at which runs count and end (Resources, Usage; Limits; States / Runs). */
const instants: ParticularDefect[] = [
  ...particular('instants', 'workspace.runs.ceiling-rolls', {
    // A start is refused in the second that begins 24 hours after the oldest run.
    'a place is free a second late': numbered(START, 'runs.day_ms', 1000),
  }),
  ...particular('instants', 'workspace.runs.used-rolls', {
    // A run stops counting one second before it is 24 hours old.
    'a run leaves the used figure a second early': numbered(USAGE, 'runs.day_ms', -1000),
    // A run that was started from 23:00 to 23:59 UTC stops counting at midnight.
    'runs of the last hour leave at midnight': counting(
      USAGE,
      ({at}, {now}) => hourOf(at) !== 23 || dayOf(at) === dayOf(now),
    ),
  }),
  ...particular('instants', 'workspace.runs.succeeded-is-final', {
    // A run that succeeded reads as failed 24 hours after its start.
    'a success is forgotten after a day': forgotten('succeeded', DAY_MS, 'failed'),
  }),
  ...particular('instants', 'workspace.runs.failed-is-final', {
    // A run that failed reads as succeeded an hour after its start.
    'a failure is forgiven after an hour': forgotten('failed', HOUR_MS, 'succeeded'),
  }),
  ...particular('instants', 'workspace.runs.rejected-is-final', {
    // A run that was rejected reads as queued 24 hours after its start.
    'a rejected run waits again after a day': forgotten('rejected', DAY_MS, 'queued'),
  }),
  ...particular('instants', 'workspace.downloads.link-lives-10-minutes', {
    // A link of a file that a tool derived works for nine minutes.
    'the link of a derived file works for nine minutes': living(540_000, OF_A_TOOL),
  }),
];

/** Defects of the ceiling and of the limit of a tool, for particular tools (Limits). */
const limits: ParticularDefect[] = [
  ...particular('filters', 'workspace.runs.tool-limit-is-counted-by-tool', {
    // Runs of a tool count for the limits of other tools of its category on the publication.
    'tools of one category share the limit': countingOn((row, key) => {
      const [publication, slug = ''] = key.split(' ');
      return (
        row.publication === publication && toolOf(row.tool)?.category === toolOf(slug)?.category
      );
    }),
  }),
  ...particular('filters', 'workspace.runs.ceiling-spares-unmetered', {
    // An unmetered tool of the category conversion is refused once the ceiling is reached.
    'the ceiling refuses conversions': ofRuns.refusing(START, 'daily-limit', ({body, view}) => {
      const tool = toolOf(body.tool);
      return tool?.category === 'conversion' && !tool.metered && isAtCeiling(view);
    }),
  }),
  ...particular('states', 'workspace.usage.has-daily-ceiling', {
    // The daily ceiling of the usage is what is left of it.
    'the ceiling falls with every run': showing<{
      daily_runs_limit: number;
      daily_runs_used: number;
    }>(USAGE, ({daily_runs_limit: limit, daily_runs_used: used}) => ({
      daily_runs_limit: limit - used,
    })),
  }),
];

/** Defects of runs, retries and versions. */
export const runs: ParticularDefect[] = [...retries, ...sequences, ...instants, ...limits];
