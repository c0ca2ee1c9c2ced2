import type {View} from '../../operation.ts';
import type {SpentRow} from './rows.ts';

/** The rolling day: a run counts for 24 hours from its start (Resources, Usage). */
export const DAY = 24 * 3_600_000;

const counts =
  (view: View) =>
  (row: SpentRow): boolean =>
    row.at > view.now - view.number('runs.day_ms');

/** Metered runs of the workspace in the last rolling day. */
export function usedToday(view: View): number {
  let used = 0;
  // Newest first, a batch at a time: what is older than a day is not looked at.
  for (let before: number | undefined; ;) {
    const batch = view.newest<SpentRow>('spent_runs', {
      ...(before !== undefined && {before}),
      limit: 100,
    });
    const fresh = batch.filter(counts(view));
    used += fresh.length;
    if (fresh.length < 100) return used;
    before = batch.at(-1)!.seq;
  }
}

/** Runs of one tool on one publication in a rolling day, at most. */
export const toolLimit = (view: View): number =>
  view.freedom('runs.once_a_tool') === true
    ? 1
    : view.number('runs.per_tool_and_publication_limit');

/** Metered runs of a tool on a publication in the last rolling day. */
export const usedOn = (view: View, publication: string, tool: string): number =>
  view.all<SpentRow>('spent_runs', 'place', placeOf(publication, tool)).filter(counts(view)).length;

/** What the limit of a tool on a publication counts by. */
export const placeOf = (publication: string, tool: string): string => `${publication} ${tool}`;
