import {createHash} from 'node:crypto';
import {buffer} from 'node:stream/consumers';
import {canonicalText} from '../../spec/json.ts';
import type {WorldImage} from '../world/change.ts';
import type {World} from '../world/world.ts';
import type {Worlds} from '../world/worlds.ts';
import {type Handler, orUnprocessable, worldOf} from './handler.ts';
import {Problem} from './problem.ts';
import {described} from './worlds.ts';

/**
 * A whole world as one JSON value: what `GET .../snapshot` gives, and what `--world FILE` reads.
 */
export interface Snapshot {
  presscheck: 'snapshot';
  version: 1;
  /**
   * Over image and objects: rows that were edited could break a world long after it was restored.
   */
  sum: string;
  image: WorldImage;
  objects: {key: string; content_type: string; base64: string}[];
}

const sumOf = ({image, objects}: Pick<Snapshot, 'image' | 'objects'>): string =>
  createHash('sha256').update(canonicalText({image, objects})).digest('hex');

async function snapshotOf(world: World): Promise<Snapshot> {
  const image = world.image();
  const objects = await Promise.all(
    world.objects
      .list()
      .sort()
      .map(async (key) => {
        const {size, contentType} = world.objects.head(key)!;
        const bytes = await buffer(world.objects.read(key, 0, size - 1));
        return {key, content_type: contentType, base64: bytes.toString('base64')};
      }),
  );
  return {presscheck: 'snapshot', version: 1, sum: sumOf({image, objects}), image, objects};
}

/** True when it is a snapshot just as presscheck made it. */
export const isWhole = (snapshot: Snapshot): boolean =>
  snapshot.presscheck === 'snapshot' && snapshot.version === 1 && sumOf(snapshot) === snapshot.sum;

export const snapshotOperations: Record<string, Handler> = {
  async getSnapshot(asked) {
    return {status: 200, body: await snapshotOf(worldOf(asked))};
  },

  async putSnapshot(asked) {
    const id = asked.path['world']!;
    if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(id))
      throw new Problem(
        422,
        `\`${id}\` cannot be the name of a world`,
        'use 1 to 64 lower-case letters, digits and dashes',
      );
    const snapshot = asked.body as Snapshot;
    if (!isWhole(snapshot))
      throw new Problem(
        422,
        'body/sum: does not fit the image and objects',
        'restore a snapshot just as GET gave it; to change a world use the other operations',
      );
    const world = await orUnprocessable(() => restore(asked.worlds, id, snapshot));
    return {status: 200, body: described(asked, world)};
  },
};

/**
 * Puts a snapshot in the place of a world. @throws RangeError when it names what this mock does not
 * know
 */
export const restore = (worlds: Worlds, id: string, {image, objects}: Snapshot): Promise<World> =>
  worlds.restore(
    id,
    image,
    objects.map(({key, content_type: contentType, base64}) => ({
      key,
      contentType,
      bytes: Buffer.from(base64, 'base64'),
    })),
  );
