import {createReadStream, openSync} from 'node:fs';
import {mkdir, rename, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {KeyedQueue} from './keyed-queue.ts';
import {measuredWrite, type Measured} from './measured-write.ts';
import {cardPath, fileNameOf, loadCards, writeCard, type ObjectCard} from './object-cards.ts';
import type {ObjectStore, StoredObject} from './object-store.ts';

/**
 * Object storage in a folder: a file with the bytes of each object, and a card that names it. After
 * a crash the next start finds the old object or the new one.
 * @param folder made when it is not there
 * @throws DamagedFile when a card is damaged, or its bytes are missing
 */
export async function fileObjects(folder: string): Promise<ObjectStore> {
  await mkdir(folder, {recursive: true});
  return new FileObjects(folder, await loadCards(folder));
}

class FileObjects implements ObjectStore {
  readonly #folder: string;
  readonly #worlds = new Map<string, Map<string, ObjectCard>>();
  /** Changes of the same object happen one after the other. */
  readonly #changes = new KeyedQueue();
  #drafts = 0;

  constructor(folder: string, cards: readonly ObjectCard[]) {
    this.#folder = folder;
    for (const card of cards) this.#cardsOf(card.world).set(card.key, card);
  }

  /** The bytes go to a draft, whose renaming and card are the change. */
  async put(
    world: string,
    key: string,
    bytes: Readable,
    contentType: string,
    limit: number,
  ): Promise<StoredObject | undefined> {
    this.#drafts += 1;
    const draft = this.#path(`.draft-${this.#drafts}`);
    const measured = await measuredWrite(bytes, draft, limit);
    if (!measured) return undefined;
    const card = newCard(world, key, contentType, measured);
    return this.#changes.run(fileNameOf(world, key), () => this.#replace(draft, card));
  }

  head(world: string, key: string): StoredObject | undefined {
    return this.#worlds.get(world)?.get(key);
  }

  list(world: string): string[] {
    return [...(this.#worlds.get(world)?.keys() ?? [])];
  }

  read(world: string, key: string, from: number, to: number): Readable {
    const card = this.#worlds.get(world)?.get(key);
    if (!card) throw new Error(`no object \`${key}\` in world \`${world}\``);
    if (from > to) return Readable.from([]);
    // Opened at once: a later PUT of the same key removes the file.
    const fd = openSync(this.#path(card.bytes), 'r');
    return createReadStream('', {fd, start: from, end: to});
  }

  worlds(): string[] {
    return [...this.#worlds.keys()];
  }

  async drop(world: string): Promise<void> {
    const cards = [...(this.#worlds.get(world)?.values() ?? [])];
    this.#worlds.delete(world);
    for (const card of cards) {
      const name = fileNameOf(world, card.key);
      await this.#changes.run(name, () => this.#remove(name, card));
    }
  }

  async #replace(draft: string, card: ObjectCard): Promise<StoredObject> {
    const cards = this.#cardsOf(card.world);
    const old = cards.get(card.key);
    await rename(draft, this.#path(card.bytes));
    await writeCard(this.#folder, card);
    cards.set(card.key, card);
    if (old && old.bytes !== card.bytes) await rm(this.#path(old.bytes), {force: true});
    const {size, etag, contentType} = card;
    return {size, etag, contentType};
  }

  /** The card goes first: without it the bytes are not an object any more. */
  async #remove(name: string, card: ObjectCard): Promise<void> {
    await rm(cardPath(this.#folder, name), {force: true});
    await rm(this.#path(card.bytes), {force: true});
  }

  #cardsOf(world: string): Map<string, ObjectCard> {
    const cards = this.#worlds.get(world) ?? new Map<string, ObjectCard>();
    this.#worlds.set(world, cards);
    return cards;
  }

  #path(file: string): string {
    return join(this.#folder, file);
  }
}

function newCard(
  world: string,
  key: string,
  contentType: string,
  {size, hash}: Measured,
): ObjectCard {
  const digest = hash.slice(0, 32);
  const bytes = `${fileNameOf(world, key)}-${digest}.bytes`;
  return {world, key, size, etag: `"${digest}"`, contentType, bytes};
}
