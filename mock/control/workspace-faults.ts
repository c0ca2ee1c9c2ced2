import {changeFault} from '../faults/world-faults.ts';
import type {FaultAct, OrderedFault} from '../faults/fault-rule.ts';
import type {WorkspaceRow} from '../workspace/access/rows.ts';
import type {World} from '../world/world.ts';

/** Settings of a workspace that are faults under an older name. */
interface Settings {
  runs_hold?: boolean;
  downloads?: WorkspaceRow['downloads'];
}

/** The value of each setting that orders the fault, and the fault. */
const FAULTS: Record<keyof Settings, {ordered: unknown; act: FaultAct}> = {
  runs_hold: {ordered: true, act: {run_hangs: true}},
  downloads: {ordered: 'unavailable', act: {cannot_mint: true}},
};

const idOf = (setting: keyof Settings, workspace: string): string => `${setting}.${workspace}`;

/** Whether a setting of a workspace orders its fault. */
export const isOrdered = ({settings}: World, setting: keyof Settings, workspace: string): boolean =>
  settings.faults?.some(({id, enabled}) => id === idOf(setting, workspace) && enabled !== false) ??
  false;

/** Orders the faults that settings of a workspace are, or takes them back; resolves when that is kept. */
export async function orderSettings(
  world: World,
  workspace: string,
  given: Settings,
): Promise<void> {
  for (const setting of Object.keys(FAULTS) as (keyof Settings)[]) {
    const value = given[setting];
    if (value === undefined) continue;
    const {ordered, act} = FAULTS[setting];
    const isSet = isOrdered(world, setting, workspace);
    const id = idOf(setting, workspace);
    if (value === ordered && !isSet) await order(world, id, workspace, act);
    else if (value !== ordered && isSet) await changeFault(world, id, undefined);
  }
}

/** Settings come first: they hold whatever else is ordered. */
async function order(world: World, id: string, tenant: string, act: FaultAct): Promise<void> {
  const rule: OrderedFault = {id, match: {tenant}, act, since: world.now(), setting: true};
  const others = (world.settings.faults ?? []).filter((each) => each.id !== id);
  await world.setFaults([rule, ...others]);
}
