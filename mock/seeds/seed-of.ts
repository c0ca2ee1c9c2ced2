import type {FaultRule} from '../faults/fault-rule.ts';
import type {Settings} from '../world/settings.ts';
import type {World} from '../world/world.ts';
import type {StoreRow} from '../store/access/rows.ts';
import type {WorkspaceRow} from '../workspace/access/rows.ts';
import {leftOut} from './left-out.ts';
import type {Seed} from './seed.ts';
import {storeSeed} from './store-seed.ts';
import {workspaceSeed} from './workspace-seed.ts';

/** The rules that users ordered; settings of workspaces are members of those. */
const faultRules = ({faults = []}: Settings): FaultRule[] =>
  faults.filter(({setting}) => !setting).map(({since: _since, ...rule}) => rule);

/** A world as a seed, with the names of what a seed does not hold in `left_out`. It can be planted again. */
export function seedOf(world: World): Seed {
  const {settings, clock} = world;
  const workspaces = [...world.table('workspaces').all()] as WorkspaceRow[];
  const stores = [...world.table('stores').all()] as StoreRow[];
  return {
    presscheck: 'seed',
    ...(clock.frozen && {clock: new Date(world.now()).toISOString()}),
    limits: settings.limits,
    freedoms: settings.freedoms,
    numbers: settings.numbers,
    faults: faultRules(settings),
    workspaces: workspaces.map((row) => workspaceSeed(world, row)),
    stores: stores.map((row) => storeSeed(world, row)),
    left_out: leftOut(world),
  };
}
