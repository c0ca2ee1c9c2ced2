import type {Mark, Workspace} from '../model.ts';
import {DAY, HOUR, MINUTE, SECOND} from '../time.ts';
import type {World} from '../world.ts';

const CYCLE = 30 * DAY;

/** The cycle of the allowance that it is now: its number, and when it ends. */
export function cycleNow(w: World): {number: number; ends: number} {
  const now = w.now();
  if (w.variants.has('cycle-of-a-month')) {
    const date = new Date(now);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    return {number: year * 12 + month, ends: Date.UTC(year, month + 1)};
  }
  const born = w.variants.has('cycle-turns-soon') ? w.born - CYCLE + 10 * MINUTE : w.born;
  const length = lengthOfCycle(w);
  const number = Math.floor((now - born) / length);
  return {number, ends: born + (number + 1) * length};
}

function lengthOfCycle({variants}: World): number {
  if (variants.has('cycle-of-a-year')) return 365 * DAY;
  if (variants.has('cycle-of-45-days')) return 45 * DAY;
  return variants.has('cycle-of-a-day') ? DAY : CYCLE;
}

/** The ceilings on metered runs: of the workspace and of one tool on one publication. */
export function ceilings(w: World): {daily: number; pair: number} {
  if (w.variants.has('ceilings-small')) return {daily: 12, pair: 3};
  if (w.variants.has('ceilings-huge')) return {daily: 5000, pair: 2500};
  if (w.variants.has('pair-limit-one')) return {daily: 200, pair: 1};
  return w.variants.has('pair-limit-equal') ? {daily: 30, pair: 30} : {daily: 200, pair: 20};
}

/** Whether a run counts under the limit of its tool on its publication. */
export function countsForPair(w: World, mark: Mark): boolean {
  if (w.variants.has('pair-limit-for-ever')) return true;
  const today = Math.floor(w.now() / DAY);
  if (w.variants.has('pair-limit-of-calendar-day')) return Math.floor(mark.at / DAY) === today;
  if (w.variants.has('pair-limit-of-an-hour')) return mark.at > w.now() - HOUR;
  return isOfDay(w, mark);
}

const second = (ms: number): number => Math.floor(ms / SECOND);

/** Whether a run is one of the last rolling day. */
export function isOfDay(w: World, mark: Mark): boolean {
  const since = w.now() - DAY;
  if (w.variants.has('day-in-whole-seconds')) return second(mark.at) >= second(since);
  return w.variants.has('day-with-its-first-moment') ? mark.at >= since : mark.at > since;
}

/** What a new cycle begins with beside the allowance of the plan, of what is left of the last one. */
export const runsOver = ({variants}: World, left: number): number =>
  variants.has('allowance-runs-over') ? Math.max(0, left) : 0;

/** What is shown of the allowance: a replica lags a second behind. */
export function shownLeft(w: World, space: Workspace, left: number): number | null {
  if (w.variants.has('allowance-null-while-unresolved') && space.unresolved) return null;
  if (!w.variants.has('figures-lag')) return Math.max(0, left);
  const fresh = [...w.publications.values()].filter(
    (one) => one.space === space.id && one.created > w.now() - SECOND,
  );
  return Math.max(0, left + Math.min(fresh.length, space.spent));
}

/** The runs that a replica shows, a second behind. */
export function shownMarks(w: World, marks: Mark[]): Mark[] {
  if (!w.variants.has('figures-lag')) return marks;
  return marks.filter((mark) => mark.filler || mark.at <= w.now() - SECOND);
}
