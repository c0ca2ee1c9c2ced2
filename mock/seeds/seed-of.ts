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

/** Members that contain an instant at which something happened. */
const INSTANTS = new Set(['created_at', 'started_at', 'left_at', 'deleted_at']);

/** A part of a seed in which nothing happened later than at an instant: a clock that was put back leaves such things. */
const until = <T>(now: string, part: T): T =>
  JSON.parse(JSON.stringify(part), (name, value: unknown) =>
    INSTANTS.has(name) && String(value) > now ? now : value,
  ) as T;

/** The clock of a world, unless it runs and shows the present, as that of a new world does. */
function clockSeed({clock}: World, now: string): Pick<Seed, 'clock' | 'clock_runs'> {
  if (clock.frozen) return {clock: now};
  const isOfNew = 'offset' in clock.state && clock.state.offset === 0 && clock.speed === 1;
  return isOfNew ? {} : {clock: now, clock_runs: true};
}

/** A world as a seed, with the names of what a seed does not hold in `left_out`. It can be planted again. */
export function seedOf(world: World): Seed {
  const {settings} = world;
  const now = new Date(world.now()).toISOString();
  const workspaces = [...world.table('workspaces').all()] as WorkspaceRow[];
  const stores = [...world.table('stores').all()] as StoreRow[];
  return {
    presscheck: 'seed',
    ...clockSeed(world, now),
    limits: settings.limits,
    freedoms: settings.freedoms,
    numbers: settings.numbers,
    faults: faultRules(settings),
    workspaces: until(
      now,
      workspaces.map((row) => workspaceSeed(world, row)),
    ),
    stores: until(
      now,
      stores.map((row) => storeSeed(world, row)),
    ),
    left_out: leftOut(world),
  };
}
