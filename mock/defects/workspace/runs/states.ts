import type {Seam} from '../../../defect.ts';
import type {View} from '../../../operation.ts';
import type {RunRow} from '../../../workspace/runs/rows.ts';
import {refusingFrom} from '../../breaking.ts';
import {unguarded} from '../../families/seams.ts';
import {defects, type Phrases} from '../../table.ts';
import {ofRuns, REPORT, runsOf, START} from '../rows.ts';
import {readAs, reporting} from './altered-runs.ts';

/** Shows runs that ended in a state in another one. */
const ending = (from: string, to: string): Seam =>
  readAs((state) => (state === from ? to : undefined));

/** Ways in which a run leaves a final state. */
const reopened = (final: string): Phrases => ({
  'the run is running again after a minute': readAs((state, {createdAt}, {now}) =>
    state === final && now - createdAt > 60_000 ? 'running' : undefined,
  ),
  'the next run of the publication queues it again': readAs((state, row, view) =>
    state === final && isFollowed(row, view) ? 'queued' : undefined,
  ),
});

/** Runs are started for another tool than the body names. */
const running = (other: (slug: string) => string): Seam =>
  ofRuns.asking(START, {}, ({body}) => ({body: {...body, tool: other(body.tool)}}));

const runnable = (hidden: string): Seam =>
  running((slug) => (slug === hidden ? 'file-validation' : slug));

const forgetting = (isForgotten: (run: RunRow, view: View) => boolean): Seam =>
  ofRuns.refusing(REPORT, 'no-report', ({before, view}) => before && isForgotten(before, view));

const forgettingAfter = (ms: number): Seam =>
  forgetting(({createdAt}, {now}) => now - createdAt > ms);

/** Whether another run of the publication came later. */
const isFollowed = (
  run: RunRow,
  view: View,
  counts: (other: RunRow) => boolean = () => true,
): boolean => runsOf(view, run.publication).some((other) => other.seq > run.seq && counts(other));

const FAILED_OR_REJECTED = {before: {state: ['failed', 'rejected']}} as const;

/** Defects of states and reports of runs (States, Runs). */
export const states = defects({
  'workspace.runs.catalog-slug-starts': {
    'one tool of the catalogue is refused': ofRuns.refusing(START, 'tool-refused', {
      body: {tool: 'file-validation'},
    }),
    'the display name is required instead of the slug': running((slug) =>
      slug === 'File validation' ? 'file-validation' : 'none',
    ),
  },
  'workspace.runs.catalog-slug-starts @ every listed tool': {
    'one tool that no sample names cannot be started': running((slug) =>
      slug === 'blurb-writing' ? 'no-such-tool' : slug,
    ),
  },
  'workspace.runs.held-back-tool-is-refused': {
    'tools that are not public can be run': unguarded('tool-refused', START),
    'the held-back tool can be run': runnable('cover-studio'),
    'the tool excluded from the API can be run': runnable('rights-ledger'),
  },
  'workspace.runs.runs-end @ left alone for a day': {
    'runs wait forever': {seam: 'number', number: 'runs.waits_ms', set: 10 ** 9},
  },
  'workspace.runs.runs-end': {
    'a success ends as completed': ending('succeeded', 'completed'),
    'a success ends as SUCCEEDED': ending('succeeded', 'SUCCEEDED'),
  },
  'workspace.runs.success-ends-as-succeeded': {
    'a success ends as failed': ending('succeeded', 'failed'),
  },
  'workspace.runs.error-ends-as-failed': {
    'an error ends as error': ending('failed', 'error'),
    'an error ends as rejected': ending('failed', 'rejected'),
    'an error ends as succeeded': ending('failed', 'succeeded'),
  },
  'workspace.runs.refusal-ends-as-rejected': {
    'a rejection ends as failed': ending('rejected', 'failed'),
    'a rejection ends as refused': ending('rejected', 'refused'),
  },
  'workspace.runs.succeeded-is-final': reopened('succeeded'),
  'workspace.runs.succeeded-is-final @ any day and hour': {
    'a run of yesterday is read as queued': readAs((state, {createdAt}, {now}) =>
      state === 'succeeded' && now - createdAt > 80_000_000 ? 'queued' : undefined,
    ),
  },
  'workspace.runs.failed-is-final': reopened('failed'),
  'workspace.runs.rejected-is-final': reopened('rejected'),
  'workspace.runs.report-is-readable-after-success': {
    'the report is never readable': refusingFrom('readReport', 1, 'no-report'),
    'the report is readable once': refusingFrom('readReport', 2, 'no-report'),
  },
  'workspace.runs.report-is-readable-after-success @ later': {
    'reports are deleted after a quarter of an hour': forgettingAfter(900_000),
    'reports are deleted after an hour': forgettingAfter(3_600_000),
  },
  'workspace.runs.report-is-readable-after-success @ after runs of other tools': {
    'the report of the last run replaces the one before': forgetting((run, view) =>
      isFollowed(run, view, ({tool}) => tool !== run.tool),
    ),
  },
  'workspace.runs.report-is-readable-after-success @ after the working version was replaced': {
    'only the last run of a publication has a report': forgetting((run, view) =>
      isFollowed(run, view),
    ),
  },
  'workspace.runs.no-report-before-the-end': {
    'a queued run has a report': reporting({before: {state: 'queued'}}),
    'a running run has a report': reporting({before: {state: 'running'}}),
    'a run has a report in its last second': reporting(
      ({before, view}) => before?.state === 'running' && view.now - before.createdAt > 4000,
    ),
    'every run has a report': unguarded('no-report', REPORT),
  },
  'workspace.runs.no-report-of-a-failed-run': {
    'a failed run has a report': reporting({before: {state: 'failed'}}),
    'failed and rejected runs have a report': reporting(FAILED_OR_REJECTED),
    'a failed run has a report once another has succeeded': reporting(
      ({before, view}) =>
        before?.state === 'failed' &&
        runsOf(view, before.publication).some(({state}) => state === 'succeeded'),
    ),
  },
  'workspace.runs.no-report-of-a-rejected-run': {
    'a rejected run has a report': reporting({before: {state: 'rejected'}}),
    'failed and rejected runs have a report': reporting(FAILED_OR_REJECTED),
  },
});
