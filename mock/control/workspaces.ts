import type {WorkspaceRow} from '../workspace/access/rows.ts';
import {release} from '../workspace/runs/release.ts';
import {publicationsLeft, withLeft} from '../workspace/uploads/allowance.ts';
import type {World} from '../world/world.ts';
import {type Handler, rowOf, worldOf} from './handler.ts';

/** Plans that a workspace can be put on, with their publication allowance a cycle. */
export const PLANS: Record<string, number> = {starter: 10, studio: 500};

const shown = (world: World, row: WorkspaceRow) => ({
  id: row.key,
  plan: row.plan,
  publications_left: publicationsLeft(row, world.now()),
  paid_work: row.paidWork,
  plans: Object.keys(PLANS),
  runs_hold: row.holdsRuns ?? false,
  runs_end: row.endings ?? [],
  downloads: row.downloads ?? 'available',
  reader: row.reader ?? 'configured',
});

export const workspaceOperations: Record<string, Handler> = {
  async changeWorkspace(asked) {
    const world = worldOf(asked);
    const old = rowOf<WorkspaceRow>(world, 'workspaces', 'workspace', asked.path['id']!);
    const {
      plan = old.plan,
      paid_work: paidWork = old.paidWork,
      publications_left: places,
      runs_hold: holdsRuns,
      runs_end: endings,
      downloads,
      reader,
    } = asked.body;
    const allowance = plan === old.plan ? old.allowance : (PLANS[plan] ?? old.allowance);
    const changed: WorkspaceRow = {
      ...old,
      plan,
      paidWork,
      allowance,
      ...(holdsRuns !== undefined && {holdsRuns}),
      ...(endings && {endings}),
      ...(downloads && {downloads}),
      ...(reader && {reader}),
    };
    const row = places === undefined ? changed : withLeft(changed, places, world.now());
    const released =
      old.holdsRuns && holdsRuns === false
        ? release(world.view(old.key))
        : {changes: [], effects: []};
    if (Object.keys(asked.body).length)
      await world.commit({
        changes: [{table: 'workspaces', put: row}, ...released.changes],
        effects: released.effects,
      });
    return {status: 200, body: shown(world, row)};
  },
};
