import {createReadStream, openSync} from 'node:fs';
import {mkdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {defined} from '../../spec/defined.ts';
import type {Disk} from '../persistence/disk.ts';
import {DamagedFile} from '../persistence/damaged-file.ts';
import type {FolderIndex, IndexChange} from '../persistence/folder-index.ts';
import type {IndexedContent} from '../persistence/indexed-content.ts';
import {NotKept} from '../persistence/not-kept.ts';
import {hasStarts} from '../persistence/starts.ts';
import {stampOf} from './checked-bytes.ts';
import {KeyedQueue} from './keyed-queue.ts';
import {measuredWrite} from './measured-write.ts';
import {
  fileNameOf,
  newCard,
  objectFiles,
  oldCards,
  refuseStrays,
  type ObjectCard,
} from './object-cards.ts';
import type {ObjectStore, PutOptions, StoredObject} from './object-store.ts';
import {
  endingOf,
  OBJECTS,
  settled,
  settledOld,
  UNOWNED_BUCKETS,
  UNSETTLED,
  UNSETTLED_BUCKETS,
  unsettledIn,
  unsettledOld,
  unverified,
  type Ending,
  type IndexedObject,
  type UnsettledFile,
} from './unsettled-files.ts';

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
  /** By key of a row: what becomes of the objects whose row in the index is missing or not as it has to be. */
  readonly #endings = new Map<string, Ending>();
  /** Rows about buckets without a world. */
  readonly #unowned: IndexChange[] = [];
  #drafts = 0;

  constructor(folder: string, disk: Disk) {
    this.#folder = folder;
    this.#disk = disk;
  }

  /**
   * Verifies every object, and that every file belongs to one. The content of an object is read if its file has changed
   * since the last verification.
   * @param index absent: earlier versions wrote a card for each object
   * @throws DamagedFile
   */
  async check(index: FolderIndex | undefined, owners: ReadonlySet<string>): Promise<void> {
    const files = await objectFiles(this.#folder);
    const unsettled = unsettledIn(index);
    const rows = index
      ? index.rows<IndexedObject>(OBJECTS)
      : (await oldCards(this.#folder, files)).map(unverified);
    for (const row of rows) {
      const ending = await endingOf(this.#folder, row, unsettled);
      if (ending.row !== row || ending.draft !== undefined || !index)
        this.#endings.set(row.key, ending);
      if (!ending.row) continue;
      const {card} = ending.row;
      this.#cardsOf(card.world).set(card.key, card);
    }
    const keys = new Set(rows.map(({key}) => key));
    refuseStrays(this.#folder, files, keys, new Set([...this.#filesInUse(), ...unsettled.keys()]));
    if (index) this.#checkOwners(index, owners, unsettled);
  }

  async addTo(index: FolderIndex): Promise<void> {
    this.#index = index;
    await mkdir(this.#folder, {recursive: true});
    for (const [key, {row, draft}] of this.#endings) {
      if (row && draft !== undefined) await this.#rename(draft, row.card);
      const put = row && draft !== undefined ? await this.#stamped(row.card) : row;
      await index.keep(put ? {table: OBJECTS, put} : {table: OBJECTS, del: key});
    }
    this.#endings.clear();
    await index.keep(...this.#unowned.splice(0));
  }

  async tidy(): Promise<void> {
    const inUse = this.#filesInUse();
    const unsettled = unsettledIn(this.#openIndex);
    for (const file of await objectFiles(this.#folder))
      if (!inUse.has(file)) await rm(this.#path(file), {force: true});
    await this.#openIndex.keep(...[...unsettled.keys()].map(settled));
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
    const draft = `.draft-${process.pid}-${this.#drafts}`;
    const measured = await measuredWrite(bytes, this.#path(draft), limit);
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

  unsettled(): string[] {
    return this.#openIndex.rows(UNSETTLED_BUCKETS).map(({key}) => key);
  }

  async unsettle(worlds: readonly string[]): Promise<void> {
    await this.#openIndex.keep(...worlds.map((key) => ({table: UNSETTLED_BUCKETS, put: {key}})));
  }

  async settle(worlds: readonly string[]): Promise<void> {
    await this.#openIndex.keep(...worlds.map((del) => ({table: UNSETTLED_BUCKETS, del})));
  }

  /** @throws DamagedFile for an object of no world, unless its bucket was being filled or dropped */
  #checkOwners(
    index: FolderIndex,
    owners: ReadonlySet<string>,
    unsettled: ReadonlyMap<string, UnsettledFile>,
  ): void {
    for (const [world, cards] of this.#worlds) {
      if (owners.has(world) || index.has(UNSETTLED_BUCKETS, world)) continue;
      if (index.has(UNOWNED_BUCKETS, world)) continue;
      const [lonely] = [...cards.values()].filter(({bytes}) => !unsettled.has(bytes));
      if (lonely && hasStarts(index))
        throw new DamagedFile(
          this.#path(lonely.bytes),
          `it is an object of \`${world}\`, which no world in the folder has: the folders \`worlds\` and ` +
            '`index` come from different copies',
          'Put back all parts of the folder as they were copied together, or use another --data folder',
        );
      this.#unowned.push({
        table: lonely ? UNOWNED_BUCKETS : UNSETTLED_BUCKETS,
        put: {key: world},
      });
    }
  }

  /**
   * Replaces an object: first on disk, then, if that is still allowed, for readers. Until it is settled, the next start
   * may end the change either way.
   */
  async #replace(
    draft: string,
    card: ObjectCard,
    requireAllowed: PutOptions['requireAllowed'],
  ): Promise<StoredObject> {
    const old = this.#worlds.get(card.world)?.get(card.key);
    const row = await this.#write(draft, card, old);
    // Nothing may run between this question and the change that readers see.
    try {
      requireAllowed?.();
    } catch (refusal) {
      await this.#takeBack(card, old);
      throw refusal;
    }
    this.#cardsOf(card.world).set(card.key, card);
    if (old) await this.#removeBytes(old, card);
    this.#openIndex.keepLater({table: OBJECTS, put: row}, settled(card.bytes), ...settledOld(old));
    const {size, etag, contentType} = card;
    return {size, etag, contentType};
  }

  /**
   * Lists a draft in the index as the content of an object, and then renames it.
   * @returns the row, with the metadata of the renamed file
   * @throws NotKept; then nothing has changed
   */
  async #write(
    draft: string,
    card: ObjectCard,
    old: ObjectCard | undefined,
  ): Promise<IndexedObject> {
    try {
      const refusal = this.#openIndex.refusal();
      if (refusal) throw refusal;
      await this.#disk.syncFile(this.#path(draft));
      const put = {draft, before: old ? unverified(old) : null};
      const unsettled: UnsettledFile = {key: card.bytes, put};
      await this.#openIndex.keep({table: OBJECTS, put: unverified(card)}, ...unsettledOld(old), {
        table: UNSETTLED,
        put: unsettled,
      });
    } catch (error) {
      await rm(this.#path(draft), {force: true}).catch(() => {});
      throw error instanceof NotKept ? error : new NotKept(error);
    }
    try {
      await this.#rename(draft, card);
      return await this.#stamped(card);
    } catch (error) {
      await this.#takeBack(card, old).catch(() => {});
      await rm(this.#path(draft), {force: true}).catch(() => {});
      throw error instanceof NotKept ? error : new NotKept(error);
    }
  }

  #rename(draft: string, {bytes}: ObjectCard): Promise<void> {
    return this.#disk.rename(this.#path(draft), this.#path(bytes));
  }

  async #stamped(card: ObjectCard): Promise<IndexedObject> {
    return {...unverified(card), stamp: await stampOf(this.#path(card.bytes))};
  }

  /** Restores the row of the old object in the index, and removes the new content. */
  async #takeBack(card: ObjectCard, old: ObjectCard | undefined): Promise<void> {
    const name = fileNameOf(card.world, card.key);
    await this.#openIndex.keep(
      old ? {table: OBJECTS, put: await this.#stamped(old)} : {table: OBJECTS, del: name},
    );
    await this.#removeBytes(card, old);
    this.#openIndex.keepLater(settled(card.bytes), ...settledOld(old));
  }

  /** Removes the row of the index first: without it the file is no longer an object. */
  async #remove(name: string, card: ObjectCard): Promise<void> {
    await this.#openIndex.keep({table: OBJECTS, del: name}, ...unsettledOld(card));
    await this.#removeBytes(card);
    this.#openIndex.keepLater(settled(card.bytes));
  }

  /**
   * Removes the content of an object, unless the object that stays has the same, or the folder belongs to another
   * process, which may have stored the same. What cannot be removed now is removed at the next start.
   */
  async #removeBytes({bytes}: ObjectCard, staying?: ObjectCard): Promise<void> {
    if (this.#openIndex.refusal()) return;
    if (staying?.bytes !== bytes) await rm(this.#path(bytes), {force: true}).catch(() => {});
  }

  #filesInUse(): Set<string> {
    const cards = [...this.#worlds.values()].flatMap((objects) => [...objects.values()]);
    return new Set(cards.map(({bytes}) => bytes));
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
