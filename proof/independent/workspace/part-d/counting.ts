import type {Context} from '../context.ts';
import type {Mark, Run, Workspace} from '../model.ts';
import {DAY} from '../time.ts';
import type {World} from '../world.ts';
import {isNewKey} from './memory.ts';

/** The places that a plan gave at the start beyond those of the plan now, as a faulty judge knows them. */
export function unheeded(
  w: World,
  space: Workspace,
  plans: Readonly<Record<string, {places: number}>>,
): number {
  if (!w.faults.has('plan-change-unheeded')) return 0;
  return (plans['quarto']?.places ?? 0) - (plans[space.plan]?.places ?? 0);
}

/** The marks of a window that begins with its first run, and ends as a whole. */
export function marksOfWindow(w: World, marks: readonly Mark[]): Mark[] {
  let window: Mark[] = [];
  for (const mark of marks) {
    if (isOver(window, mark.at)) window = [];
    window.push(mark);
  }
  return isOver(window, w.now()) ? [] : window;
}

function isOver(window: readonly Mark[], now: number): boolean {
  const first = window[0];
  return first !== undefined && now >= first.at + DAY;
}

/** The metered runs as a faulty usage shows them. */
export function miscounted(c: Context, marks: Mark[]): Mark[] {
  const {w, space} = c;
  const f = w.faults;
  if (f.has('usage-used-capped')) return marks.slice(0, 99);
  if (f.has('usage-misses-new-keys'))
    return marks.filter((mark) => mark.filler || !isNewKey(w, mark.by));
  if (f.has('usage-counts-distinct-tools')) return ofDistinctTools(marks);
  if (f.has('usage-window-lazy')) {
    const latest = Math.max(...space.marks.map((mark) => mark.at));
    return space.marks.filter((mark) => mark.at > latest - DAY);
  }
  return marks;
}

function ofDistinctTools(marks: Mark[]): Mark[] {
  const seen = new Set<string>();
  return marks.filter((mark) => {
    const isFirst = mark.filler || !seen.has(mark.tool);
    seen.add(mark.tool);
    return isFirst;
  });
}

/** Whether a run counts under a per-tool limit that is counted by the working version. */
export function isOfVersion(w: World, run: Run | undefined, working: string | null): boolean {
  return !w.faults.has('pair-limit-counted-per-version') || run?.input === working;
}
