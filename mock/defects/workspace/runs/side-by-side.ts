import type {Seam} from '../../../defect.ts';
import type {View} from '../../../operation.ts';
import type {RunRow} from '../../../workspace/runs/rows.ts';
import {listing, plain} from '../../families/reads.ts';
import {defects, overMcp} from '../../table.ts';
import {leading, ORIGINAL} from '../links.ts';
import {
  EVERYWHERE,
  isRepair,
  ofPublications,
  ofRuns,
  PUBLICATION,
  PUBLICATIONS,
  REPORT,
  runsWhere,
  START,
} from '../rows.ts';
import {first, last, originalsListed, versionsAs, working, type Version} from '../versions.ts';
import {readAs, reporting} from './altered-runs.ts';

/** Runs of other publications that were started in the same minute as this one. */
const besides = (view: View, {publication, createdAt}: RunRow): RunRow[] =>
  runsWhere(
    view,
    (run) => run.publication !== publication && Math.abs(run.createdAt - createdAt) < 60_000,
  );

/** Runs of a publication that were started at the same time as runs of others. */
const accompanied = (view: View, publication = ''): RunRow[] =>
  runsWhere(view, (run) => run.publication === publication && besides(view, run).length > 0);

const isAccompanied = (view: View, publication: string): boolean =>
  accompanied(view, publication).length > 0;

/** Changes rows of the version list of a publication with simultaneous runs. */
const versionsOf = (other: (rows: Version[], runs: RunRow[]) => Version[]): Seam =>
  versionsAs((rows, view, publication) => {
    const runs = accompanied(view, publication);
    return runs.length ? other(rows, runs) : rows;
  });

/** Shows a simultaneous run that ended in one state in another state a minute later. */
const turning = (from: string, to: string): Seam =>
  readAs((state, row, view) =>
    state === from && view.now - row.createdAt > 50_000 && besides(view, row).length
      ? to
      : undefined,
  );

/** Returns the report of another run for a simultaneous run that ended in this state. */
const reportingAnyway = (state: string): Seam =>
  reporting(({before, view}) => before?.state === state && besides(view, before).length > 0);

/** The position of the last simultaneous run of a publication among all runs. */
const lastRunOf = (view: View, publication: string): number =>
  accompanied(view, publication).at(-1)?.seq ?? 0;

/** Defects of runs of several publications at the same time. */
const OF_RUNS = defects({
  'workspace.runs.replacing-moves-current @ runs side by side': {
    'of repairs at the same time the first alone counts': working(
      EVERYWHERE,
      (files, view, {key}) =>
        accompanied(view, key).some(
          (run) =>
            isRepair(run) &&
            besides(view, run).some((other) => isRepair(other) && other.seq < run.seq),
        )
          ? first(files)
          : undefined,
    ),
  },
  'workspace.runs.other-tools-keep-current @ runs side by side': {
    'what a tool derives beside a repair is the working version': working(
      EVERYWHERE,
      (files, view, {key}) => {
        const run = accompanied(view, key).at(-1);
        return run && !isRepair(run) && besides(view, run).some(isRepair) ? last(files) : undefined;
      },
    ),
  },
  'workspace.runs.failed-run-adds-no-version @ runs side by side': {
    'a run that fails beside others has a version': versionsOf((rows, runs) => [
      ...rows,
      ...runs
        .filter(({state}) => state === 'failed' || state === 'rejected')
        .flatMap(({key}) =>
          rows.slice(0, 1).map((row) => ({...row, id: `${row.id}-${key}`, current: false})),
        ),
    ]),
  },
  'workspace.runs.derived-is-listed @ runs side by side': {
    'files that are derived beside others are not listed': versionsOf((rows) =>
      rows.filter((row) => row.tool === null || isRepair(row)),
    ),
  },
  'workspace.runs.versions-add-up @ runs side by side': {
    'of three versions made beside others the second is lost': versionsOf((rows) =>
      rows.filter((_row, at) => at !== 1 || rows.length < 3),
    ),
  },
  'workspace.runs.original-is-immutable @ runs side by side': {
    'the original has the bytes of the repair that ran beside others': leading(
      ({publication}, files, view) => (isAccompanied(view, publication) ? last(files) : undefined),
      ORIGINAL,
    ),
  },
  'workspace.runs.working-size-is-of-the-working-file @ runs side by side': {
    'what was repaired beside others has the size of its original': ofPublications.mistaking(
      PUBLICATION,
      ({key, size}, view) => (isAccompanied(view, key) ? {workingSize: size} : {}),
    ),
  },
  'workspace.runs.report-is-readable-after-success @ runs side by side': {
    'of runs at the same time the last alone has a report': ofRuns.refusing(
      REPORT,
      'no-report',
      ({before, view}) => before && besides(view, before).some(({seq}) => seq > before.seq),
    ),
  },
  'workspace.runs.no-report-of-a-failed-run @ runs side by side': {
    'a run that failed beside others has their report': reportingAnyway('failed'),
  },
  'workspace.runs.no-report-of-a-rejected-run @ runs side by side': {
    'a run that was rejected beside others has their report': reportingAnyway('rejected'),
  },
  'workspace.runs.succeeded-is-final @ runs side by side': {
    'a success beside others is a failure in the end': turning('succeeded', 'failed'),
  },
  'workspace.runs.failed-is-final @ runs side by side': {
    'a failure beside others is a success in the end': turning('failed', 'succeeded'),
  },
  'workspace.runs.rejected-is-final @ runs side by side': {
    'a rejection beside others is a success in the end': turning('rejected', 'succeeded'),
  },
  'workspace.runs.replay-is-the-same-run @ runs side by side': {
    'a retry beside others gives the run that was started last': ofRuns.after(
      START,
      {},
      (done, {view, path}) => {
        const run = accompanied(view, path['publication']).at(-1);
        const other = run && besides(view, run).at(-1);
        if (done.situation !== 'replayed' || !other) return done;
        return {...done, body: {...plain<object>(done.body), id: other.key}};
      },
    ),
  },
  'workspace.publications.newest-first @ runs side by side': {
    'a publication on which a tool ran beside others comes first': listing<{id: string}>(
      PUBLICATIONS,
      (rows, view) =>
        rows.toSorted((one, other) => lastRunOf(view, other.id) - lastRunOf(view, one.id)),
    ),
  },
  'workspace.files.publication-names-the-current @ runs side by side': {
    'the list shows the original of what was repaired beside others': originalsListed(
      (publication, view) => isAccompanied(view, publication),
    ),
  },
});

/** Defects of runs of several publications at the same time. */
export const sideBySide = [
  ...OF_RUNS,
  ...overMcp(
    defects({
      'workspace.mcp.tool-answers-as-the-operation @ runs side by side': {
        'a tool shows the original of what was repaired beside others': working(
          PUBLICATION,
          (files, view, {key}) => (isAccompanied(view, key) ? first(files) : undefined),
        ),
      },
    }),
  ),
];
