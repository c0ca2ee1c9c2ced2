import {createReadStream, openSync} from 'node:fs';
import {mkdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {defined} from '../../spec/defined.ts';
import type {Disk} from '../persistence/disk.ts';
import type {FolderIndex} from '../persistence/folder-index.ts';
import type {IndexedContent} from '../persistence/indexed-content.ts';
import {NotKept} from '../persistence/not-kept.ts';
import {checkedBytes, stampOf, type FileStamp} from './checked-bytes.ts';
import {KeyedQueue} from './keyed-queue.ts';
import {measuredWrite, type Measured} from './measured-write.ts';
import {fileNameOf, objectFiles, oldCards, type ObjectCard} from './object-cards.ts';
import type {ObjectStore, PutOptions, StoredObject} from './object-store.ts';

/** The table of an index that lists objects. */
const OBJECTS = 'objects';

/** A row of that table. */
interface IndexedObject {
  /** Name of the object's file without its extension. */
  key: string;
  card: ObjectCard;
  /** The metadata of the file when its content was last verified. */
  stamp: FileStamp;
}

/**
 * Object storage in a data folder: a file for each object, listed in the index of the folder. After a crash the next
 * start finds the old object or the new one. `openFolder` must have checked it before it is used.
 */
export class FileObjects implements ObjectStore, IndexedContent {
  readonly #folder: string;
  readonly #disk: Disk;
  readonly #worlds = new Map<string, Map<string, ObjectCard>>();
  /** Changes of the same object run in sequence. */
  readonly #changes = new KeyedQueue();
  #index: FolderIndex | undefined;
  /** Objects whose row in the index is missing, or older than their verification. */
  #unindexed: IndexedObject[] = [];
  #drafts = 0;

  constructor(folder: string, disk: Disk) {
    this.#folder = folder;
    this.#disk = disk;
  }

  /**
   * Verifies every object. Its content is read if the file has changed since the last verification.
   * @param index absent: earlier versions wrote a card for each object
   * @throws DamagedFile
   */
  async check(index: FolderIndex | undefined): Promise<void> {
    const files = await objectFiles(this.#folder);
    const seen = new Map(index?.rows<IndexedObject>(OBJECTS).map((row) => [row.key, row]));
    const cards = index
      ? [...seen.values()].map(({card}) => card)
      : await oldCards(this.#folder, files);
    for (const card of cards) {
      const key = fileNameOf(card.world, card.key);
      const before = seen.get(key)?.stamp;
      const stamp = await checkedBytes(this.#folder, card, before);
      if (stamp !== before) this.#unindexed.push({key, card, stamp});
      this.#cardsOf(card.world).set(card.key, card);
    }
  }

  async addTo(index: FolderIndex): Promise<void> {
    this.#index = index;
    await mkdir(this.#folder, {recursive: true});
    await Promise.all(this.#unindexed.splice(0).map((row) => index.put(OBJECTS, row)));
  }

  async tidy(): Promise<void> {
    const cards = [...this.#worlds.values()].flatMap((objects) => [...objects.values()]);
    const inUse = new Set(cards.map(({bytes}) => bytes));
    for (const file of await objectFiles(this.#folder))
      if (!inUse.has(file)) await rm(this.#path(file), {force: true});
  }

  /** Writes to a draft. The change consists of renaming it and adding it to the index. */
  async put(
    world: string,
    key: string,
    bytes: Readable,
    {contentType, limit, requireAllowed}: PutOptions,
  ): Promise<StoredObject | undefined> {
    this.#drafts += 1;
    // Another process may have taken the folder over, and number its drafts from 1 too.
    const draft = this.#path(`.draft-${process.pid}-${this.#drafts}`);
    const measured = await measuredWrite(bytes, draft, limit);
    if (!measured) return undefined;
    const card = newCard(world, key, contentType, measured);
    return this.#changes.run(fileNameOf(world, key), () =>
      this.#replace(draft, card, requireAllowed),
    );
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
    // The file is opened at once: a later PUT of the same key removes it.
    const fd = openSync(this.#path(card.bytes), 'r');
    return createReadStream('', {fd, start: from, end: to});
  }

  worlds(): string[] {
    return [...this.#worlds.keys()];
  }

  async drop(world: string): Promise<void> {
    const cards = [...(this.#worlds.get(world)?.values() ?? [])];
    this.#worlds.delete(world);
    const removed = cards.map((card) => {
      const name = fileNameOf(world, card.key);
      return this.#changes.run(name, () => this.#remove(name, card));
    });
    await Promise.all(removed);
  }

  /** Replaces an object: first on disk, then, if that is still allowed, for readers. */
  async #replace(
    draft: string,
    card: ObjectCard,
    requireAllowed: PutOptions['requireAllowed'],
  ): Promise<StoredObject> {
    const old = this.#worlds.get(card.world)?.get(card.key);
    await this.#write(draft, card, old);
    // Nothing may run between this question and the change that readers see.
    try {
      requireAllowed?.();
    } catch (refusal) {
      await this.#takeBack(card, old);
      throw refusal;
    }
    this.#cardsOf(card.world).set(card.key, card);
    if (old) await this.#removeBytes(old, card);
    const {size, etag, contentType} = card;
    return {size, etag, contentType};
  }

  /** Makes a draft the content of an object, and lists it in the index. @throws NotKept; then nothing has changed */
  async #write(draft: string, card: ObjectCard, old: ObjectCard | undefined): Promise<void> {
    try {
      const refusal = this.#openIndex.refusal();
      if (refusal) throw refusal;
      await this.#disk.syncFile(draft);
      await this.#disk.rename(draft, this.#path(card.bytes));
      await this.#addToIndex(card);
    } catch (error) {
      await rm(draft, {force: true}).catch(() => {});
      await this.#removeBytes(card, old);
      throw error instanceof NotKept ? error : new NotKept(error);
    }
  }

  async #addToIndex(card: ObjectCard): Promise<void> {
    const stamp = await stampOf(this.#path(card.bytes));
    const row: IndexedObject = {key: fileNameOf(card.world, card.key), card, stamp};
    await this.#openIndex.put(OBJECTS, row);
  }

  /** Restores the row of the old object in the index, and removes the new content. */
  async #takeBack(card: ObjectCard, old: ObjectCard | undefined): Promise<void> {
    if (old) await this.#addToIndex(old);
    else await this.#openIndex.del(OBJECTS, fileNameOf(card.world, card.key));
    await this.#removeBytes(card, old);
  }

  /** Removes the row of the index first: without it the file is no longer an object. */
  async #remove(name: string, card: ObjectCard): Promise<void> {
    await this.#openIndex.del(OBJECTS, name);
    await this.#removeBytes(card);
  }

  /**
   * Removes the content of an object, unless the object that stays has the same, or the folder belongs to another
   * process, which may have stored the same. What cannot be removed now is removed at the next start.
   */
  async #removeBytes({bytes}: ObjectCard, staying?: ObjectCard): Promise<void> {
    if (this.#openIndex.refusal()) return;
    if (staying?.bytes !== bytes) await rm(this.#path(bytes), {force: true}).catch(() => {});
  }

  get #openIndex(): FolderIndex {
    return defined(this.#index, 'the index of the data folder');
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
