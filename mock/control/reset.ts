import {buffer} from 'node:stream/consumers';
import {defined} from '../../spec/defined.ts';
import {plant} from '../seeds/plant.ts';
import type {Seed} from '../seeds/seed.ts';
import {ORIGIN} from '../world/settings.ts';
import type {World} from '../world/world.ts';
import {worldOf, type ControlRequest, type Handler} from './handler.ts';
import {orWrongSeed} from './seeds.ts';
import {restore, type Snapshot} from './snapshot.ts';
import {describeWorld, orGone} from './worlds.ts';

/** Resets a world to what it was made of: a template, a seed or a snapshot. */
export const resetOperations: Record<string, Handler> = {
  async resetWorld(request) {
    const {worlds} = request;
    const {id} = worldOf(request);
    const world = await orGone(request, async () => {
      const origin = await originIn(request);
      if (!origin) return worlds.reset(id);
      return origin.presscheck === 'snapshot'
        ? restore(worlds, id, origin, true)
        : orWrongSeed(() => plant(worlds, id, origin, true));
    });
    return {status: 200, body: describeWorld(request, world)};
  },
};

type Origin = Snapshot | (Seed & {presscheck: 'seed'});

/** The origin of the world in the path. While it was read, another request may have replaced the world. */
async function originIn(request: ControlRequest): Promise<Origin | undefined> {
  const world = worldOf(request);
  try {
    return await originOf(world);
  } catch (error) {
    if (worldOf(request) === world) throw error;
    return originIn(request);
  }
}

/** The seed or snapshot of which a world was made; undefined for a template. */
async function originOf(world: World): Promise<Origin | undefined> {
  if (!world.settings.made?.origin) return undefined;
  const {size} = defined(world.objects.head(ORIGIN), 'what the world was made of');
  const bytes = await buffer(world.objects.read(ORIGIN, 0, size - 1));
  return JSON.parse(bytes.toString('utf8')) as Origin;
}
