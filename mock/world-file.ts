import {readPlainFile} from '../spec/read-file.ts';
import {restore} from './control/snapshot.ts';
import {NoSeed, parsedSeed} from './seeds/parse-seed.ts';
import type {Seed} from './seeds/seed.ts';
import {plant, planted} from './seeds/plant.ts';
import {WrongValue} from './wrong-value.ts';
import {NoSnapshot, parsedSnapshot} from './snapshot-file.ts';
import {unservedWorlds} from './unserved-worlds.ts';
import type {World} from './world/world.ts';
import type {Worlds} from './world/worlds.ts';

/** A file that is neither a seed nor a snapshot; the message says why, and what to give. */
export class NoWorldFile extends Error {
  override name = 'NoWorldFile';
}

/** Fills a world from a file that was read, replacing the world with that id if there is one. */
export type FillWorld = (worlds: Worlds, id: string) => Promise<World>;

/** Maximum sizes of files, in bytes. */
const MAX_SNAPSHOT_BYTES = 300_000_000;
const MAX_SEED_BYTES = 20_000_000;

const SNAPSHOT = /"presscheck"\s*:\s*"snapshot"/;

/**
 * Reads a seed or a snapshot from a file, and tries it: nothing else has been touched when it is refused.
 * @throws NoWorldFile, which names line, column and field of a seed
 */
export async function readWorldFile(file: string): Promise<FillWorld> {
  try {
    const text = textOf(file);
    if (!SNAPSHOT.test(text)) return await seedIn(text);
    const snapshot = parsedSnapshot(text);
    return (worlds, id) => restore(worlds, id, snapshot);
  } catch (error) {
    if (error instanceof NoSnapshot || error instanceof NoSeed)
      throw new NoWorldFile(error.message);
    throw error;
  }
}

async function seedIn(text: string): Promise<FillWorld> {
  if (text.length > MAX_SEED_BYTES)
    throw new NoSeed(
      `a seed has at most ${MAX_SEED_BYTES} bytes; use a snapshot for a larger world`,
    );
  const {seed, located} = parsedSeed(text);
  try {
    await planted(unservedWorlds(), seed);
  } catch (error) {
    throw error instanceof WrongValue ? located(error) : error;
  }
  // Credentials that it does not name stay the same when it is planted again.
  return (worlds, id) => plant(worlds, id, {...numberOf(worlds.get(id)), ...seed});
}

const numberOf = (world: World | undefined): Pick<Seed, 'seed'> =>
  world ? {seed: world.seed} : {};

function textOf(file: string): string {
  try {
    return readPlainFile(file, MAX_SNAPSHOT_BYTES).toString('utf8');
  } catch (error) {
    const {message} = error as Error;
    throw new NoWorldFile(
      `give \`demo\`, \`empty\`, or the file of a seed or snapshot (${message})`,
    );
  }
}
