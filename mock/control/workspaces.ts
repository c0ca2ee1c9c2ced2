import type {WorkspaceRow} from '../workspace/access/rows.ts';
import {left, withLeft} from '../workspace/uploads/allowance.ts';
import type {World} from '../world/world.ts';
import {type Handler, rowOf, worldOf} from './handler.ts';

/** Plans that a workspace can be put on, with their publication allowance a cycle. */
export const PLANS: Record<string, number> = {starter: 10, studio: 500};

const shown = (world: World, row: WorkspaceRow) => ({
  id: row.key, plan: row.plan, publications_left: left(row, world.now()), paid_work: row.paidWork, plans: Object.keys(PLANS),
});

export const workspaceOperations: Record<string, Handler> = {
  async changeWorkspace(asked) {
    const world = worldOf(asked);
    const old = rowOf<WorkspaceRow>(world, 'workspaces', 'workspace', asked.path['id']!);
    const {plan = old.plan, paid_work: paidWork = old.paidWork, publications_left: places} = asked.body;
    const allowance = plan === old.plan ? old.allowance : (PLANS[plan] ?? old.allowance);
    const changed = {...old, plan, paidWork, allowance};
    const row = places === undefined ? changed : withLeft(changed, places, world.now());
    if (Object.keys(asked.body).length) await world.commit({changes: [{table: 'workspaces', put: row}], effects: []});
    return {status: 200, body: shown(world, row)};
  },
};
