import {createHash} from 'node:crypto';
import {buffer} from 'node:stream/consumers';
import {defined} from '../../spec/defined.ts';
import {canonicalText} from '../../spec/json.ts';
import type {WorldImage} from '../world/change.ts';
import {ORIGIN} from '../world/settings.ts';
import type {World} from '../world/world.ts';
import type {Worlds} from '../world/worlds.ts';
import {newIdOf, orUnprocessable, worldOf, type ControlRequest, type Handler} from './handler.ts';
import {Problem} from './problem.ts';
import {requireRestorable, TODO_UNCHANGED} from './require-restorable.ts';
import {describeWorld} from './worlds.ts';

/** A whole world as one JSON value: `GET .../snapshot` returns it, and `--world FILE` reads it. */
export interface Snapshot {
  presscheck: 'snapshot';
  version: 1;
  /** SHA-256 of image and objects: edited rows could cause errors long after the world is restored. */
  sum: string;
  image: WorldImage;
  objects: SnapshotObject[];
}

interface SnapshotObject {
  key: string;
  content_type: string;
  /** The content, in base64. */
  base64: string;
}

const sumOf = ({image, objects}: Pick<Snapshot, 'image' | 'objects'>): string =>
  createHash('sha256').update(canonicalText({image, objects})).digest('hex');

/** The maximum size of all files in a snapshot: as JSON they take about ten times as much memory. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The maximum number of rows: the world stands still while they are written, some seconds for these. */
const MAX_ROWS = 250_000;

/** Takes a snapshot of a world. @throws Problem 413 for a world that is too large */
export async function snapshotOf(world: World): Promise<Snapshot> {
  const keys = world.objects
    .list()
    .filter((key) => key !== ORIGIN)
    .sort();
  const bytes = keys.reduce((sum, key) => sum + (world.objects.head(key)?.size ?? 0), 0);
  if (bytes > MAX_BYTES)
    throw tooLarge(`its files have ${bytes} bytes, and a snapshot holds at most ${MAX_BYTES}`);
  if (world.rowCount > MAX_ROWS)
    throw tooLarge(`it has ${world.rowCount} rows, and a snapshot holds at most ${MAX_ROWS}`);
  const image = world.image();
  const objects = await Promise.all(keys.map((key) => snapshotObject(world, key)));
  const sum = sumOrRefusal({image, objects});
  return {presscheck: 'snapshot', version: 1, sum, image, objects};
}

/** The checksum of a snapshot. @throws Problem 413 for rows that are too large for a JSON text */
function sumOrRefusal(held: Pick<Snapshot, 'image' | 'objects'>): string {
  try {
    return sumOf(held);
  } catch (error) {
    throw error instanceof RangeError ? tooLarge('its rows fit into no JSON text') : error;
  }
}

const tooLarge = (why: string): Problem =>
  new Problem(
    413,
    `the world is too large for a snapshot: ${why}`,
    'start the mock with `--data DIR`, stop it, and copy that folder instead',
  );

async function snapshotObject(world: World, key: string): Promise<SnapshotObject> {
  const {size, contentType} = defined(world.objects.head(key), `the object ${key}`);
  const bytes = await buffer(world.objects.read(key, 0, size - 1));
  return {key, content_type: contentType, base64: bytes.toString('base64')};
}

/** Whether a snapshot is complete and unedited. One that is too deep for the checksum was not made by the mock. */
export function isWhole(snapshot: Snapshot): boolean {
  if (snapshot.presscheck !== 'snapshot' || snapshot.version !== 1) return false;
  try {
    return sumOf(snapshot) === snapshot.sum;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Operations on snapshots of worlds. */
export const snapshotOperations: Record<string, Handler> = {
  async getSnapshot(request) {
    return {status: 200, body: await snapshotOf(worldOf(request))};
  },

  async putSnapshot(request: ControlRequest<Snapshot>) {
    const id = newIdOf(request);
    const snapshot = request.body;
    if (!isWhole(snapshot))
      throw new Problem(422, 'body/sum: does not fit the image and objects', TODO_UNCHANGED);
    const world = await orUnprocessable(() => {
      requireRestorable(request.worlds, snapshot.image);
      return restore(request.worlds, id, snapshot);
    });
    return {status: 200, body: describeWorld(request, world)};
  },
};

/**
 * Restores a snapshot to a world, replacing the world with that id if there is one. A reset restores it again.
 * @param isReset as `Worlds.restore`
 * @throws RangeError when the snapshot contains something that this mock does not have
 */
export function restore(
  worlds: Worlds,
  id: string,
  snapshot: Snapshot,
  isReset = false,
): Promise<World> {
  const objects = snapshot.objects.map(({key, content_type: contentType, base64}) => ({
    key,
    contentType,
    bytes: Buffer.from(base64, 'base64'),
  }));
  return worlds.restore(id, snapshot.image, objects, JSON.stringify(snapshot), isReset);
}
