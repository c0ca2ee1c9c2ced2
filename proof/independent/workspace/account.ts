import {Refusal} from './http.ts';
import type {Answer, Json} from './http.ts';
import type {Context} from './context.ts';
import type {Mark, Workspace} from './model.ts';
import {marksOfWindow, miscounted, unheeded} from './part-d/counting.ts';
import {memoryOf} from './part-d/memory.ts';
import {missedPlaces, renewedMarks} from './part-e/counting.ts';
import {wallMarks} from './part-f/account.ts';
import {DAY, HOUR, stamp} from './time.ts';
import {
  ceilings,
  cycleNow,
  isOfDay,
  runsOver,
  shownLeft,
  shownMarks,
} from './variants/allowance.ts';
import {CYCLE, PLANS} from './world.ts';
import type {World} from './world.ts';

/** Turns the allowance cycles over that have ended. */
export function turnCycles(w: World): void {
  const length = w.faults.has('allowance-renews-daily') ? DAY : CYCLE;
  const daily = Math.floor((w.now() - w.born) / length);
  const cycle = length === DAY ? daily : cycleNow(w).number;
  for (const space of w.spaces.values()) {
    if (space.cycle === cycle) continue;
    const left = placesLeft(w, space);
    space.cycle = cycle;
    if (w.faults.has('cycle-turn-forgets-runs')) space.marks = [];
    if (w.faults.has('allowance-never-renews')) continue;
    if (w.faults.has('allowance-renews-once') && cycle > 1) continue;
    space.extra = w.faults.has('allowance-carried-over') ? left : runsOver(w, left);
    space.spent = 0;
    space.saved = null;
  }
}

/** The publications that a workspace may still register in this cycle. */
export function placesLeft(w: World, space: Workspace): number {
  const plan = w.faults.has('allowance-same-on-every-plan') ? 'quarto' : space.plan;
  return (PLANS[plan]?.places ?? 0) + space.extra - space.spent;
}

/** Sets what is left, or (null) puts back what it was before the first such call. */
export function leavePlaces(w: World, space: Workspace, places: number | null): void {
  const target = places ?? space.saved;
  if (places !== null && space.saved === null) space.saved = placesLeft(w, space);
  if (places === null) space.saved = null;
  if (target !== null) space.extra += target - placesLeft(w, space);
}

/** Refuses when the allowance is spent; `held`: places that a faulty server holds for others. */
export function needPlace(w: World, space: Workspace, held = 0): void {
  if (placesLeft(w, space) - held + unheeded(w, space, PLANS) > 0) return;
  const reason = w.faults.has('quota-reason-renamed')
    ? 'quota_exceeded'
    : 'publication_quota_exceeded';
  throw new Refusal(
    w.faults.has('quota-403') ? 403 : 422,
    reason,
    'This workspace has no publications left in the current cycle.',
    {left: Math.max(0, placesLeft(w, space))},
  );
}

/** The metered runs that count now. */
export function countedMarks(w: World, space: Workspace): Mark[] {
  const f = w.faults;
  const now = w.now();
  let since = now - DAY;
  if (f.has('daily-since-midnight')) since = Math.floor(now / DAY) * DAY - 1;
  if (f.has('daily-window-23-hours')) since = now - 23 * HOUR;
  if (f.size === 0) return space.marks.filter((mark) => isOfDay(w, mark));
  if (f.has('daily-window-by-wall-clock')) return wallMarks(w, space.marks);
  if (f.has('daily-window-clears-at-once')) return marksOfWindow(w, space.marks);
  if (f.has('daily-window-renewed-by-each-run')) return renewedMarks(w, space.marks);
  return space.marks.filter((mark) => mark.at > since);
}

function shownUsed(c: Context): number {
  const {w, space} = c;
  const f = w.faults;
  if (f.has('usage-always-zero')) return 0;
  let marks = miscounted(c, countedMarks(w, space));
  if (f.has('usage-of-all-workspaces')) {
    marks = [...w.spaces.values()].flatMap((one) => countedMarks(w, one));
  }
  if (c.mcp && f.has('mcp-usage-of-own-runs')) marks = marks.filter((mark) => mark.by === c.by);
  if (f.has('usage-of-own-key')) marks = marks.filter((mark) => mark.filler || mark.by === c.by);
  if (f.has('usage-counts-unfinished-only')) {
    marks = marks.filter((mark) => mark.filler || w.runs.get(mark.run)?.settled === false);
  }
  if (f.has('usage-misses-failed')) {
    marks = marks.filter((mark) => {
      const run = w.runs.get(mark.run);
      return run === undefined || !run.settled || run.ending !== 'failed';
    });
  }
  return shownMarks(w, marks).length;
}

/** Whether a faulty server shows the allowance of the plan in place of what is left. */
function isFrozen(c: Context, usage: boolean): boolean {
  const f = c.w.faults;
  if (!usage && f.has('account-left-frozen')) return true;
  return c.mcp && f.has('mcp-allowance-untouched');
}

function allowance(c: Context, usage: boolean): Json {
  const {w, space} = c;
  const granted = PLANS[space.plan]?.places ?? 0;
  let left = placesLeft(w, space);
  if (usage && w.faults.has('usage-allowance-counts-reservations')) {
    for (const one of w.reservations.values()) {
      if (one.space === space.id && !one.registered) left -= 1;
    }
  }
  if (usage) left += missedPlaces(w, space);
  if (isFrozen(c, usage)) left = granted;
  if (!usage && w.faults.has('allowance-of-all-workspaces')) {
    for (const one of w.spaces.values()) if (one.id !== space.id) left -= one.spent;
  }
  return {
    granted,
    left: shownLeft(w, space, left),
    cycle_ends: stamp(cycleNow(w).ends),
  };
}

function shownPlan(w: World, space: Workspace): unknown {
  const name = `plan of ${space.id}`;
  if (w.faults.has('plan-null-sticks') && space.unresolved) memoryOf(w).set(name, 1);
  if (memoryOf(w).has(name)) return null;
  if (!space.unresolved || w.faults.has('plan-unresolved-keeps-name')) return space.plan;
  return w.faults.has('plan-unresolved-zero') ? 0 : null;
}

function shownSpace(c: Context): Workspace {
  const {w, space} = c;
  const other = c.query['workspace'];
  if (w.faults.has('account-of-any-workspace') && other !== undefined) {
    return w.spaces.get(other) ?? space;
  }
  const [first] = w.spaces.values();
  return w.faults.has('account-always-first') ? (first ?? space) : space;
}

/** The operation getAccount. */
export function getAccount(c: Context): Answer {
  const space = shownSpace(c);
  const account: Json = {
    workspace: {number: space.id, title: space.title},
    subscription: {tier: shownPlan(c.w, space)},
    paid_work: !space.unresolved && (PLANS[space.plan]?.paid ?? false),
    publications: allowance({...c, space}, false),
  };
  return {status: 200, body: {account}};
}

/** The operation getAccountUsage. */
export function getAccountUsage(c: Context): Answer {
  const {daily, pair} = ceilings(c.w);
  const usage: Json = {
    metered_runs: {ceiling: daily, counted: shownUsed(c), window: 'PT24H'},
    same_tool_same_publication: {ceiling: pair},
    publications: allowance(c, true),
  };
  return {status: 200, body: {fair_use: usage}};
}
