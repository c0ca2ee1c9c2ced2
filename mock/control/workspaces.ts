import type {WorkspaceRow} from '../workspace/access/rows.ts';
import {release} from '../workspace/runs/release.ts';
import {publicationsLeft, withLeft} from '../workspace/uploads/allowance.ts';
import type {ChangeSet} from '../world/change.ts';
import type {World} from '../world/world.ts';
import {isOrdered, orderSettings} from './workspace-faults.ts';
import {idOf, rowOf, worldOf, type ControlRequest, type Handler} from './handler.ts';

/** Plans of a workspace, with the number of publications that each allows in a cycle. */
export const PLANS: Record<string, number> = {starter: 10, studio: 500};

interface ChangeWorkspace {
  /** null: the plan cannot be determined. */
  plan?: string | null;
  /** null: unlimited. */
  publications_left?: number | null;
  paid_work?: boolean;
  runs_hold?: boolean;
  runs_end?: WorkspaceRow['endings'];
  downloads?: WorkspaceRow['downloads'];
  reader?: WorkspaceRow['reader'];
}

/** Sets properties of a workspace that the API cannot set. */
export const workspaceOperations: Record<string, Handler> = {
  async changeWorkspace(request: ControlRequest<ChangeWorkspace>) {
    const world = worldOf(request);
    const {key} = rowOf<WorkspaceRow>(world, 'workspaces', 'workspace', idOf(request));
    await orderSettings(world, key, request.body);
    const old = rowOf<WorkspaceRow>(world, 'workspaces', 'workspace', key);
    const row = changed(world, old, request.body);
    const released = releasedRuns(world, old, request.body);
    if (Object.keys(request.body).length)
      await world.commit({
        changes: [{table: 'workspaces', put: row}, ...released.changes],
        effects: released.effects,
      });
    return {status: 200, body: describe(world, row)};
  },
};

function changed(world: World, old: WorkspaceRow, request: ChangeWorkspace): WorkspaceRow {
  const {plan = old.plan, paid_work: paidWork = old.paidWork} = request;
  const {runs_hold: holdsRuns, runs_end: endings, downloads, reader} = request;
  const row: WorkspaceRow = {
    ...old,
    plan,
    paidWork,
    allowance: allowanceOf(old, plan),
    // Rows of older versions hold these settings themselves.
    ...(holdsRuns === false && {holdsRuns}),
    ...(downloads === 'available' && {downloads}),
    ...(endings && {endings}),
    ...(reader && {reader}),
  };
  const {publications_left: rest} = request;
  return rest === undefined ? row : withLeft(row, rest, world.now());
}

/** Another plan has its own allowance. */
function allowanceOf(old: WorkspaceRow, plan: string | null): number | null {
  if (plan === null || plan === old.plan) return old.allowance;
  return PLANS[plan] ?? old.allowance;
}

/** Runs that were held, by the workspace or by a fault, continue when it no longer holds any. */
function releasedRuns(
  world: World,
  old: WorkspaceRow,
  {runs_hold: holdsRuns}: ChangeWorkspace,
): ChangeSet {
  return holdsRuns === false ? release(world.view(old.key)) : {changes: [], effects: []};
}

const describe = (world: World, row: WorkspaceRow) => ({
  id: row.key,
  plan: row.plan,
  publications_left: publicationsLeft(row, world.now()),
  paid_work: row.paidWork,
  plans: Object.keys(PLANS),
  runs_hold: row.holdsRuns || isOrdered(world, 'runs_hold', row.key),
  runs_end: row.endings ?? [],
  downloads: isOrdered(world, 'downloads', row.key)
    ? 'unavailable'
    : (row.downloads ?? 'available'),
  reader: row.reader ?? 'configured',
});
