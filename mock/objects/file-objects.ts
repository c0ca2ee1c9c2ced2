import {createHash} from 'node:crypto';
import {createWriteStream, createReadStream, openSync} from 'node:fs';
import {mkdir, readdir, rename, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {Readable, Transform} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {Document} from '../persistence/document.ts';
import {DamagedFile} from '../persistence/keeper.ts';
import type {ObjectStore, StoredObject} from './object-store.ts';

/** What stands beside an object's bytes; writing it is what makes the object be there. */
interface Card extends StoredObject {
  world: string;
  key: string;
  /** File name of the bytes. */
  bytes: string;
}

/**
 * Object storage in a folder: bytes as they came, and a card of each object. Bytes go to a
 * temporary file and get their own name; then the card names them. A crash leaves either the old
 * object or the new, and nothing else after the next start.
 * @throws DamagedFile when a card is damaged, or its bytes are missing
 */
export async function fileObjects(folder: string): Promise<ObjectStore> {
  await mkdir(folder, {recursive: true});
  const worlds = new Map<string, Map<string, Card>>();
  for (const card of await readCards(folder)) mapOf(worlds, card.world).set(card.key, card);
  const turns = new Map<string, Promise<unknown>>();
  let drafts = 0;

  /** Objects of one key change one after the other. */
  const inTurn = <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const done = (turns.get(name) ?? Promise.resolve()).then(work);
    const settled = done
      .catch(() => {})
      .finally(() => turns.get(name) === settled && turns.delete(name));
    turns.set(name, settled);
    return done;
  };

  return {
    async put(world, key, bytes, contentType, limit) {
      const draft = join(folder, `.draft-${++drafts}`);
      const measured = await write(bytes, draft, limit);
      if (!measured) return undefined;
      const name = nameOf(world, key);
      return inTurn(name, async () => {
        const objects = mapOf(worlds, world);
        const old = objects.get(key);
        const card: Card = {
          world,
          key,
          size: measured.size,
          etag: `"${measured.hash.slice(0, 32)}"`,
          contentType,
          bytes: `${name}-${measured.hash.slice(0, 32)}.bytes`,
        };
        await rename(draft, join(folder, card.bytes));
        await cardOf(folder, name).write(card);
        objects.set(key, card);
        if (old && old.bytes !== card.bytes) await rm(join(folder, old.bytes), {force: true});
        return {size: card.size, etag: card.etag, contentType};
      });
    },
    head(world, key) {
      return worlds.get(world)?.get(key);
    },
    list(world) {
      return [...(worlds.get(world)?.keys() ?? [])];
    },
    read(world, key, from, to) {
      const card = worlds.get(world)?.get(key);
      if (!card) throw new Error(`no object \`${key}\` in world \`${world}\``);
      if (from > to) return Readable.from([]);
      // Opened now, so that a later put of the same key cannot take the file away.
      return createReadStream('', {
        fd: openSync(join(folder, card.bytes), 'r'),
        start: from,
        end: to,
      });
    },
    worlds: () => [...worlds.keys()],
    async drop(world) {
      const cards = [...(worlds.get(world)?.values() ?? [])];
      worlds.delete(world);
      for (const card of cards)
        await inTurn(nameOf(world, card.key), async () => {
          await rm(join(folder, `${nameOf(world, card.key)}.json`), {force: true});
          await rm(join(folder, card.bytes), {force: true});
        });
    },
  };
}

/**
 * @returns undefined when the limit was exceeded; then, and when the sender breaks off, nothing
 * stays behind
 */
async function write(
  bytes: Readable,
  path: string,
  limit: number,
): Promise<{size: number; hash: string} | undefined> {
  const hash = createHash('sha256');
  let size = 0;
  const tooLarge = new Error('too large');
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      size += chunk.length;
      hash.update(chunk);
      next(size > limit ? tooLarge : null, chunk);
    },
  });
  const file = createWriteStream(path);
  try {
    await pipeline(bytes, measure, file);
    return {size, hash: hash.digest('hex')};
  } catch (error) {
    // A stream that is destroyed early may still be about to make its file.
    await new Promise<void>((settle) => (file.closed ? settle() : file.once('close', settle)));
    await rm(path, {force: true});
    if (error === tooLarge) return undefined;
    throw error;
  }
}

/** Reads all cards and clears bytes that none names. */
async function readCards(folder: string): Promise<Card[]> {
  const files = await readdir(folder);
  const cards: Card[] = [];
  for (const file of files) {
    if (/^\.draft-[0-9]+$|^\.[0-9a-f]{40}\.json\.tmp$/.test(file)) continue;
    if (!/^[0-9a-f]{40}(\.json|-[0-9a-f]{32}\.bytes)$/.test(file))
      throw new DamagedFile(join(folder, file), 'presscheck writes no file of this name here');
    if (!file.endsWith('.json')) continue;
    const card = (await cardOf(folder, file.slice(0, -'.json'.length)).read())!;
    const found = await stat(join(folder, card.bytes)).catch(() => undefined);
    if (found?.size !== card.size)
      throw new DamagedFile(
        join(folder, card.bytes),
        found
          ? `it has ${found.size} bytes, not ${card.size}`
          : 'the bytes of an object are missing',
      );
    cards.push(card);
  }
  const named = new Set(cards.map((card) => card.bytes));
  for (const file of files)
    if (!file.endsWith('.json') && !named.has(file)) await rm(join(folder, file), {force: true});
  return cards;
}

const cardOf = (folder: string, name: string): Document<Card> =>
  new Document<Card>(join(folder, `${name}.json`), {kind: 'object', world: ''});

/** Keys hold slashes and letters of both cases: a hash is a file name everywhere. */
const nameOf = (world: string, key: string): string =>
  createHash('sha1').update(`${world}\n${key}`).digest('hex');

function mapOf(worlds: Map<string, Map<string, Card>>, world: string): Map<string, Card> {
  let objects = worlds.get(world);
  if (!objects) worlds.set(world, (objects = new Map<string, Card>()));
  return objects;
}
