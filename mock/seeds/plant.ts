import {FaultChecker} from '../faults/check-rule.ts';
import {memoryObjects} from '../objects/memory-objects.ts';
import type {WorldImage} from '../world/change.ts';
import {WrongFreedom} from '../world/freedoms.ts';
import type {SeededObject} from '../world/seed-world.ts';
import type {World} from '../world/world.ts';
import type {NewWorld, Worlds} from '../world/worlds.ts';
import {requireNumbers} from '../control/numbers.ts';
import {Problem} from '../control/problem.ts';
import {plantStore} from './plant-store.ts';
import {plantWorkspace} from './plant-workspace.ts';
import {Plot} from './plot.ts';
import {instantIn, TIME_FORMS} from './relative-time.ts';
import type {Seed} from './seed.ts';
import {WrongValue} from '../wrong-value.ts';

/** Its schema is compiled on first use. */
const checker: FaultChecker = new FaultChecker();

/** A world that grew from a seed, as data. */
export interface Planted {
  image: WorldImage;
  objects: SeededObject[];
}

/**
 * Makes a world of a seed, without opening it: a seed that is wrong anywhere changes nothing.
 * @param seed a value that the JSON Schema allows
 * @throws WrongValue
 */
export async function planted(worlds: Worlds, seed: Seed): Promise<Planted> {
  const world = draftOf(worlds, seed);
  if (seed.clock_runs) await world.run();
  const {clock} = world.image().meta;
  const plot = new Plot(world, world.now());
  for (const [at, each] of (seed.workspaces ?? []).entries())
    await plantWorkspace(plot, each, ['workspaces', at]);
  for (const [at, each] of (seed.stores ?? []).entries())
    await plantStore(plot, each, ['stores', at]);
  plot.at(plot.now);
  const image = world.image();
  return {image: {...image, meta: {...image.meta, clock}}, objects: plot.objects};
}

/** An empty world with the settings of the seed. */
function draftOf(worlds: Worlds, seed: Seed): World {
  const {clock, seed: number, limits, freedoms, numbers, faults} = seed;
  requireKnownNumbers(worlds, numbers ?? {});
  if (faults) checker.checkAll(faults, ['faults']);
  const spec: NewWorld = {
    template: 'empty',
    frozenAt: null,
    ...(number !== undefined && {seed: number}),
    ...(limits !== undefined && {limits}),
    ...(freedoms && {freedoms}),
    ...(numbers && {numbers}),
    ...(faults && {faults}),
  };
  try {
    const running = worlds.draft(spec, memoryObjects());
    if (clock === undefined) return running;
    const frozenAt = instantIn(clock, running.now());
    if (frozenAt === undefined)
      throw new WrongValue(
        ['clock'],
        `\`${clock}\` is no time of the years 1970 to 2999`,
        `write ${TIME_FORMS}`,
      );
    return worlds.draft({...spec, seed: running.seed, frozenAt}, memoryObjects());
  } catch (error) {
    if (!(error instanceof WrongFreedom)) throw error;
    throw new WrongValue(
      ['freedoms'],
      error.message,
      '`GET /worlds/demo/freedoms` lists the freedoms with their values',
    );
  }
}

/** @throws WrongValue */
function requireKnownNumbers(worlds: Worlds, numbers: Record<string, number>): void {
  try {
    requireNumbers(worlds.definition.numbers, numbers, 'numbers');
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new WrongValue(['numbers'], error.message.replace(/^numbers: /, ''), error.whatToDo);
  }
}

/**
 * Fills a world from a seed, replacing the world with that id if there is one. A reset plants the seed again, with the
 * same ids.
 * @param isReset as `Worlds.restore`
 * @throws WrongValue, and then nothing was changed; RangeError for a world that does not exist
 */
export async function plant(
  worlds: Worlds,
  id: string,
  seed: Seed,
  isReset = false,
): Promise<World> {
  const {image, objects} = await planted(worlds, seed);
  const origin = JSON.stringify({...seed, presscheck: 'seed', seed: image.meta.seed});
  return worlds.restore(id, image, objects, origin, isReset);
}
