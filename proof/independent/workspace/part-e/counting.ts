import type {Context} from '../context.ts';
import type {Mark, Workspace} from '../model.ts';
import {memoryOf} from '../part-d/memory.ts';
import {DAY} from '../time.ts';
import type {World} from '../world.ts';

/** The metered runs, where every run renews the day of those before it. */
export function renewedMarks(w: World, marks: readonly Mark[]): Mark[] {
  let kept: Mark[] = [];
  for (const mark of marks) {
    if (isOver(kept, mark.at)) kept = [];
    kept.push(mark);
  }
  return isOver(kept, w.now()) ? [] : kept;
}

function isOver(kept: readonly Mark[], now: number): boolean {
  const last = kept.at(-1);
  return last !== undefined && now >= last.at + DAY;
}

/** The metered runs as a faulty judge of the ceiling counts them. */
export function judgedMarks(c: Context, count: (space: Workspace) => Mark[]): Mark[] {
  const {w, space} = c;
  const f = w.faults;
  if (f.has('daily-limit-of-all-workspaces')) return [...w.spaces.values()].flatMap(count);
  const marks = count(space);
  if (!f.has('daily-limit-of-own-door')) return marks;
  return marks.filter((mark) => mark.filler || w.tokens.has(mark.by) === c.mcp);
}

function nameOf(space: Workspace): string {
  return `agents in ${space.id} in cycle ${space.cycle}`;
}

/** Counts a registration of an agent. */
export function noteAgent(c: Context): void {
  if (!c.mcp || !c.w.faults.has('usage-left-misses-agents')) return;
  memoryOf(c.w).set(nameOf(c.space), missedPlaces(c.w, c.space) + 1);
}

/** The places of registrations that a faulty usage misses. */
export function missedPlaces(w: World, space: Workspace): number {
  return Number(memoryOf(w).get(nameOf(space)) ?? 0);
}
