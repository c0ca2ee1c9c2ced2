import {rm} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import type {WorldImage} from '../world/change.ts';
import {Generation} from './generation.ts';
import type {Entry, Keeper} from './keeper.ts';
import {Log} from './log.ts';
import {SerialQueue} from './serial-queue.ts';
import {Shadow} from './shadow.ts';

/** Characters of log after which the changed chunks are written and the log begins anew. */
const CHECKPOINT_SIZE = 512 * 1024;

/** Milliseconds between a noted read counter and its write. */
const READS_DELAY_MS = 250;

/** Turns of the event loop that a flush waits for other requests, at most. */
const MAX_TURNS = 6;

/** Where one world is kept, and what is kept of it. */
export interface StoredWorld {
  generation: Generation;
  shadow: Shadow;
  reads: WorldImage['reads'];
  log: Log;
}

/** A commit that is not on disk yet, and the promise that `keep` returned for it. */
interface PendingEntry {
  entry: Entry;
  /** JSON of the entry without its meta. */
  json: string;
  resolve(): void;
  reject(reason: unknown): void;
}

/**
 * Keeps one world in a generation folder. A commit is kept when a record of the log with the commit
 * is on disk; commits that arrive together share a record.
 *
 * Order of the writes:
 *
 * - Flushes of the log and replacements of the world happen one after the other, in the order in
 *   which they were called for (`#writes`).
 * - A checkpoint runs beside the flushes, at most one at a time. What is flushed meanwhile goes to
 *   the next segment of the log.
 * - Read counters are written beside both, one write at a time.
 * - A replacement, and closing, wait for the checkpoint and the read counters.
 */
export class LowdbKeeper implements Keeper {
  readonly #world: string;
  readonly #later: (ms: number, call: () => void) => () => void;
  #stored: StoredWorld;
  /** Commits for the next flush. A replacement puts another array in this one's place. */
  #arrived: PendingEntry[] = [];
  /** Commits of flushes that failed: they go into the next record. */
  #unwritten: PendingEntry[] = [];
  /** Characters of log since the last checkpoint. */
  #logSize = 0;
  readonly #writes = new SerialQueue();
  #isFlushQueued = false;
  #checkpoint: Promise<void> | undefined;
  /** Cancels the write of read counters that is due; undefined when none is. */
  #cancelReads: (() => void) | undefined;
  readonly #readsWrites = new SerialQueue();
  #closed: Promise<void> | undefined;

  /** @param later calls back after some milliseconds, and returns how to cancel that */
  constructor(
    world: string,
    stored: StoredWorld,
    later: (ms: number, call: () => void) => () => void,
  ) {
    this.#world = world;
    this.#stored = stored;
    this.#later = later;
  }

  keep(entry: Entry): Promise<void> {
    if (this.#closed) return Promise.reject(new Error(`world ${this.#world} is no longer kept`));
    const {changes, due} = entry;
    const json = `{"changes":${JSON.stringify(changes)},"due":${JSON.stringify(due)}}`;
    return new Promise((resolve, reject) => {
      this.#arrived.push({entry, json, resolve, reject});
      this.#queueFlush();
    });
  }

  note(reads: WorldImage['reads']): void {
    Object.assign(this.#stored.reads, reads);
    if (this.#closed) return;
    this.#cancelReads ??= this.#later(READS_DELAY_MS, () => void this.#writeReads());
  }

  replace(image: WorldImage): Promise<void> {
    const before = this.#arrived;
    // A flush that is queued already must not take the commits that come after this replacement.
    this.#arrived = [];
    this.#isFlushQueued = false;
    const pending = before.splice(0);
    const shadow = new Shadow(image);
    const reads = {...image.reads};
    return this.#writes
      .run(() => this.#replaceWith(shadow, reads, pending))
      .catch((error: unknown) => {
        for (const {reject} of pending) reject(error);
        throw error;
      });
  }

  /**
   * Closes the log. A second call waits for the first.
   * @param isOurs whether nobody else can have written to the log
   */
  close(isOurs = true): Promise<void> {
    this.#closed ??= this.#close(isOurs);
    return this.#closed;
  }

  async #close(isOurs: boolean): Promise<void> {
    if (this.#cancelReads) await this.#writeReads();
    await this.#writes.run(() => this.#flush(this.#arrived.splice(0)));
    await this.#idle();
    // When this fails the next start finds everything, as it does after a crash.
    await this.#stored.log.close(isOurs).catch(() => {});
  }

  /** Resolves when neither a checkpoint nor a write of read counters is under way. */
  async #idle(): Promise<void> {
    await this.#checkpoint;
    await this.#readsWrites.run(() => Promise.resolve());
  }

  /** @param pending commits before the replacement: the new state makes them needless */
  async #replaceWith(
    shadow: Shadow,
    reads: WorldImage['reads'],
    pending: readonly PendingEntry[],
  ): Promise<void> {
    await this.#idle();
    const {log, generation: old} = this.#stored;
    const path = join(dirname(old.path), String(Number(basename(old.path)) + 1));
    const generation = await Generation.write(path, this.#world, shadow, reads);
    this.#stored = {generation, shadow, reads, log: new Log(path, this.#world)};
    this.#logSize = 0;
    for (const {resolve} of [...this.#unwritten.splice(0), ...pending]) resolve();
    log.endSegment();
    await rm(old.path, {recursive: true, force: true});
  }

  #queueFlush(): void {
    if (this.#isFlushQueued) return;
    this.#isFlushQueued = true;
    const arrived = this.#arrived;
    void this.#writes.run(async () => {
      await othersToArrive(arrived);
      if (arrived === this.#arrived) this.#isFlushQueued = false;
      await this.#flush(arrived.splice(0));
    });
  }

  /**
   * Writes commits as one record. When that fails they are rejected, and yet written with the next
   * ones: the world in memory contains them, and the meta of the next record counts them.
   */
  async #flush(arrived: readonly PendingEntry[]): Promise<void> {
    this.#unwritten.push(...arrived);
    const last = this.#unwritten.at(-1);
    if (!last) return;
    const meta = JSON.stringify(last.entry.meta);
    const entries = this.#unwritten.map(({json}) => json).join(',');
    const record = `{"entries":[${entries}],"meta":${meta}}`;
    const {log, shadow} = this.#stored;
    try {
      log.append(record);
    } catch (error) {
      for (const {reject} of arrived) reject(error);
      return;
    }
    for (const {entry, resolve} of this.#unwritten.splice(0)) {
      shadow.apply(entry);
      resolve();
    }
    shadow.meta = meta;
    this.#logSize += record.length;
    if (this.#logSize >= CHECKPOINT_SIZE && !this.#checkpoint) this.#beginCheckpoint();
  }

  #beginCheckpoint(): void {
    this.#logSize = 0;
    this.#checkpoint = this.#writeCheckpoint()
      // The log has everything, and the next checkpoint writes the chunks of this one.
      .catch(() => {})
      .finally(() => {
        this.#checkpoint = undefined;
      });
  }

  /** Commits that arrive meanwhile may be in a chunk and in the log: replaying them is harmless. */
  async #writeCheckpoint(): Promise<void> {
    const {generation, shadow, log} = this.#stored;
    const from = log.endSegment();
    await generation.checkpoint(shadow, from);
    await log.dropBefore(from);
  }

  #writeReads(): Promise<void> {
    this.#cancelReads?.();
    this.#cancelReads = undefined;
    return this.#readsWrites
      .run(() => this.#stored.generation.writeReads(this.#stored.reads))
      .catch(() => this.note({})); // `note` schedules another try.
  }
}

/** Waits for the requests at hand, as long as each turn of the event loop brings another commit. */
async function othersToArrive(arrived: readonly unknown[]): Promise<void> {
  let before = -1;
  for (let turn = 0; turn < MAX_TURNS && arrived.length > before; turn += 1) {
    before = arrived.length;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
