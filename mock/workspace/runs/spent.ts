import type {View} from '../../operation.ts';
import type {SpentRow} from './rows.ts';

/** Whether a metered run still counts now. */
const counts =
  (view: View) =>
  (row: SpentRow): boolean =>
    row.at > view.now - view.number('runs.day_ms');

/** Metered runs of the workspace in the last rolling day. */
export function usedToday(view: View): number {
  let used = 0;
  // Newest first, in batches: older batches are not read once one contains a run older than a day.
  for (let before: number | undefined; ;) {
    const batch = view.newest<SpentRow>('spent_runs', {
      ...(before !== undefined && {before}),
      limit: 100,
    });
    const fresh = batch.filter(counts(view));
    used += fresh.length;
    if (fresh.length < 100) return used;
    before = batch.at(-1)?.seq;
  }
}

/** How many runs of a tool on a publication are allowed in a rolling day (Resources, Usage). */
export const toolLimit = (view: View): number =>
  view.freedom('runs.once_a_tool') === true
    ? 1
    : view.number('runs.per_tool_and_publication_limit');

/** Metered runs of a tool on a publication in the last rolling day. */
export const usedOn = (view: View, publication: string, tool: string): number =>
  view
    .all<SpentRow>('spent_runs', 'tool_and_publication', spentKeyOf(publication, tool))
    .filter(counts(view)).length;

/** Index key of the runs that share one limit: those of a tool on a publication. */
export const spentKeyOf = (publication: string, tool: string): string => `${publication} ${tool}`;
