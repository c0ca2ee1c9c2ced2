import type {FaultRule} from '../mock/faults/fault-rule.ts';
import type {FillWorld} from '../mock/world-file.ts';
import {setTime} from '../mock/world/set-time.ts';
import {ROOT, type Worlds} from '../mock/world/worlds.ts';
import type {MockOptions} from '../mock/create-mock.ts';
import {defined} from '../spec/defined.ts';
import {UsageError} from '../spec/usage-error.ts';
import {limitsOf, speedOf, type MockFlags} from './mock-options.ts';

/** The options of the default world's time that were given. */
export function timeOf({
  speed: text,
  skipWaits,
}: MockFlags): Pick<MockOptions, 'speed' | 'skipWaits'> {
  const speed = speedOf(text);
  return {...(speed !== undefined && {speed}), ...(skipWaits !== undefined && {skipWaits})};
}

/** The rules in the file of `--faults`, of which nothing is loaded without it. @throws UsageError */
export async function readFaults(file: string): Promise<FaultRule[]> {
  const {faultsIn} = await import('./faults-file.ts');
  return faultsIn(file);
}

/**
 * Fills the root world from a file, and sets what flags say of a root world that exists.
 * @throws UsageError for what the mock does not have
 */
export async function prepared(
  worlds: Worlds,
  flags: MockFlags,
  world: 'demo' | 'empty' | FillWorld,
): Promise<void> {
  try {
    if (typeof world !== 'string') await setTime(await world(worlds, ROOT), timeOf(flags));
    if (flags.limits !== undefined) await setLimits(worlds, limitsOf(flags.limits));
  } catch (error) {
    throw error instanceof RangeError
      ? new UsageError(`--world ${flags.world}: ${error.message}`)
      : error;
  }
}

/** Sets whether a root world enforces limits that was stored or restored with another setting. */
async function setLimits(worlds: Worlds, limits: boolean): Promise<void> {
  const world = defined(worlds.get(ROOT), 'the root world');
  world.settings.limits = limits;
  await world.commit({changes: [], effects: []});
}
