import type {WorkspaceRow} from '../workspace/access/rows.ts';
import {cycleOf, publicationsLeft, withLeft} from '../workspace/uploads/allowance.ts';
import type {World} from '../world/world.ts';
import {idOf, rowOf, worldOf, type ControlRequest, type Handler} from './handler.ts';
import {PLANS} from './workspaces.ts';

/** One of them; without any, nothing changes. */
interface WorkspaceHook {
  /** null: restores the number from before the first call. */
  places?: number | null;
  plan?: string;
  unresolved?: boolean;
}

/**
 * Hooks that reduce an allowance of a workspace and restore it: the original value is stored with the workspace. They
 * have no path of their own: `callHook` calls them.
 */
export const workspaceHooks: Record<string, Handler> = {
  async callWorkspaceHook(request: ControlRequest<WorkspaceHook>) {
    const world = worldOf(request);
    const old = rowOf<WorkspaceRow>(world, 'workspaces', 'workspace', idOf(request));
    const row = hooked(world, old, request.body);
    if (row !== old) await world.commit({changes: [{table: 'workspaces', put: row}], effects: []});
    return {status: 200, body: {plans: Object.keys(PLANS), plan: row.plan}};
  },
};

function hooked(world: World, old: WorkspaceRow, hook: WorkspaceHook): WorkspaceRow {
  if (hook.places === null) return placesGivenBack(old, world.now());
  if (hook.places !== undefined) return leavingPlaces(old, hook.places, world.now());
  if (hook.plan !== undefined) return onPlan(old, hook.plan);
  if (hook.unresolved === true) return unresolved(old);
  return hook.unresolved === false ? resolved(old) : old;
}

function leavingPlaces(row: WorkspaceRow, places: number, now: number): WorkspaceRow {
  const {allowance} = row;
  const before = {allowance, left: publicationsLeft(row, now), cycle: cycleOf(now)};
  return {...withLeft(row, places, now), placesBefore: row.placesBefore ?? before};
}

function placesGivenBack(row: WorkspaceRow, now: number): WorkspaceRow {
  const {placesBefore: before, ...rest} = row;
  if (!before) return row;
  const {allowance, left, cycle} = before;
  // A new cycle begins with the full allowance.
  const isSameCycle = cycle === cycleOf(now);
  return isSameCycle ? withLeft({...rest, allowance}, left, now) : {...rest, allowance};
}

/** Another plan has its own allowance; the original plan gets the original allowance. */
function onPlan(row: WorkspaceRow, plan: string): WorkspaceRow {
  const before = row.planBefore ?? {plan: row.plan, allowance: row.allowance};
  const allowance = plan === before.plan ? before.allowance : (PLANS[plan] ?? row.allowance);
  return {...row, plan, allowance, planBefore: before};
}

const unresolved = (row: WorkspaceRow): WorkspaceRow =>
  row.plan === null ? row : {...row, plan: null, resolvedPlan: row.plan};

const resolved = ({resolvedPlan, ...row}: WorkspaceRow): WorkspaceRow =>
  row.plan === null && resolvedPlan !== undefined ? {...row, plan: resolvedPlan} : row;
