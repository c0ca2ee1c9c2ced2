import type {View} from '../../operation.ts';
import type {SpentRow} from './rows.ts';

/** The instant at which the rolling day that ends now has begun. */
const dayBegan = (view: View): number => view.now - view.number('runs.day_ms');

/** Whether a metered run counts now. Those of later instants do not: the clock was set back since. */
const counts =
  (view: View) =>
  ({at}: SpentRow): boolean =>
    at > dayBegan(view) && at <= view.now;

/** Metered runs of the workspace in the last rolling day. */
export function usedToday(view: View): number {
  let used = 0;
  // Newest first, in batches: older ones are not read once one ends with a run from before the day.
  for (let before: number | undefined; ;) {
    const batch = view.newest<SpentRow>('spent_runs', {
      ...(before !== undefined && {before}),
      limit: 100,
    });
    used += batch.filter(counts(view)).length;
    const oldest = batch.at(-1);
    if (!oldest || batch.length < 100 || oldest.at <= dayBegan(view)) return used;
    before = oldest.seq;
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
