import type {World} from './world.ts';

/** What a user orders for the time of a world. */
export interface TimeOptions {
  /** How many times as fast as real time its clock runs, within `SPEEDS`. Default: as it was. */
  speed?: number | undefined;
  /** Whether its clock moves to the next due event when a client polls what waits for one. Default: as it was. */
  skipWaits?: boolean | undefined;
}

/** Sets speed and waits of a world that exists already; a reset keeps them. @throws NotKept */
export async function setTime(world: World, {speed, skipWaits}: TimeOptions): Promise<void> {
  const {settings} = world;
  if (skipWaits !== undefined) settings.skipWaits = skipWaits;
  if (speed !== undefined) {
    if (settings.made) settings.made.speed = speed;
    await world.setSpeed(speed);
  } else if (skipWaits !== undefined) await world.commit({changes: [], effects: []});
}
