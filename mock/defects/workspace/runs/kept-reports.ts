import {refuse, type View} from '../../../operation.ts';
import type {Defect, Seam} from '../../../defect.ts';
import type {RunRow} from '../../../workspace/runs/rows.ts';
import {around, atPlace, breaking} from '../../breaking.ts';

const RULE = 'workspace.runs.report-is-readable-after-success';

/** Has no report of some runs any more. */
const forgetting = (isForgotten: (run: RunRow, view: View) => boolean): Seam =>
  around(['readReport'], (next) => (view, input) => {
    const run = view.find<RunRow>('runs', input.path['run'] ?? '');
    return run && isForgotten(run, view)
      ? refuse('no-report', {expected: 'a report that is kept', got: 'none', todo: 'none'})
      : next(view, input);
  });

/** Forgets reports some time after the start of their run. */
const forgettingAfter = (ms: number): Seam =>
  forgetting(({createdAt}, {now}) => now - createdAt > ms);

/** Whether another run of the publication came later. */
const isFollowed = (
  run: RunRow,
  view: View,
  counts: (other: RunRow) => boolean = () => true,
): boolean =>
  view.newest<RunRow>('runs', {
    limit: 1,
    where: (other) => other.publication === run.publication && other.seq > run.seq && counts(other),
  }).length > 0;

const isFollowedByAnotherTool = (run: RunRow, view: View): boolean =>
  isFollowed(run, view, ({tool}) => tool !== run.tool);

/** Defects by which a report is not kept. */
export const keptReports: Defect[] = [
  ...atPlace(
    'later',
    breaking(RULE, {
      'reports are deleted after a quarter of an hour': forgettingAfter(900_000),
      'reports are deleted after an hour': forgettingAfter(3_600_000),
    }),
  ),
  ...atPlace(
    'after runs of other tools',
    breaking(RULE, {
      'the report of the last run replaces the one before': forgetting(isFollowedByAnotherTool),
    }),
  ),
  ...atPlace(
    'after the working version was replaced',
    breaking(RULE, {
      'only the last run of a publication has a report': forgetting((run, view) =>
        isFollowed(run, view),
      ),
    }),
  ),
];
