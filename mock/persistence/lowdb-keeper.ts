import {rm} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import type {WorldImage} from '../world/change.ts';
import {Generation} from './generation.ts';
import type {Entry, Keeper} from './keeper.ts';
import {Log} from './log.ts';
import {Shadow} from './shadow.ts';

/** Characters of log after which the changed chunks are written and the log begins anew. */
const CHECKPOINT = 512 * 1024;
/** Milliseconds between a noted read counter and its write. */
const READS_EVERY = 250;

/** Turns of the event loop that a flush waits at most. */
const PATIENCE = 6;

/**
 * Lets the requests that have arrived be worked on first, as long as each turn brings another: they
 * share the flush.
 */
async function requestsAtHand(waiting: readonly unknown[]): Promise<void> {
  for (let turn = 0, before = -1; turn < PATIENCE && waiting.length > before; turn++) {
    before = waiting.length;
    await new Promise((settle) => setImmediate(settle));
  }
}

interface Waiting {
  entry: Entry;
  /** JSON of its changes and appointments. */
  text: string;
  kept(): void;
  failed(reason: unknown): void;
}

/** What a keeper begins with. */
export interface Kept {
  generation: Generation;
  shadow: Shadow;
  reads: WorldImage['reads'];
  log: Log;
}

/**
 * Keeps one world in a generation folder. An entry is kept when the record of the log that holds it
 * is on disk; all that arrives together goes into one record.
 */
export class LowdbKeeper implements Keeper {
  readonly #world: string;
  readonly #later: (ms: number, call: () => void) => () => void;
  #kept: Kept;
  #waiting: Waiting[] = [];
  /** Arrived, but not written yet. */
  #unwritten: Waiting[] = [];
  /** Characters of log since the last checkpoint. */
  #logSize = 0;
  #turn: Promise<void> = Promise.resolve();
  #flushQueued = false;
  #checkpoint: Promise<void> | undefined;
  #readsDue: (() => void) | undefined;
  #readsWrite: Promise<void> = Promise.resolve();
  #closed: Promise<void> | undefined;

  constructor(world: string, kept: Kept, later: (ms: number, call: () => void) => () => void) {
    this.#world = world;
    this.#kept = kept;
    this.#later = later;
  }

  keep(entry: Entry): Promise<void> {
    if (this.#closed) return Promise.reject(new Error(`world ${this.#world} is no longer kept`));
    const text = `{"changes":${JSON.stringify(entry.changes)},"due":${JSON.stringify(entry.due)}}`;
    return new Promise((kept, failed) => {
      this.#waiting.push({entry, text, kept, failed});
      this.#queueFlush();
    });
  }

  note(reads: WorldImage['reads']): void {
    Object.assign(this.#kept.reads, reads);
    if (!this.#closed) this.#readsDue ??= this.#later(READS_EVERY, () => void this.#writeReads());
  }

  replace(image: WorldImage): Promise<void> {
    const before = this.#waiting.splice(0);
    this.#waiting = []; // a flush that is queued already must not take what comes after this
    this.#flushQueued = false;
    const shadow = new Shadow(image);
    const reads = {...image.reads};
    return this.#inTurn(async () => {
      await this.#checkpoint;
      await this.#readsWrite;
      const {
        log,
        generation: {path: old},
      } = this.#kept;
      const path = join(dirname(old), String(Number(basename(old)) + 1));
      this.#kept = {
        generation: await Generation.write(path, this.#world, shadow, reads),
        shadow,
        reads,
        log: new Log(path, this.#world),
      };
      this.#logSize = 0;
      for (const each of [...this.#unwritten.splice(0), ...before]) each.kept();
      log.turn();
      await rm(old, {recursive: true, force: true});
    }).catch((error: unknown) => {
      for (const each of before) each.failed(error);
      throw error;
    });
  }

  /** A second call waits for the first. @param whole as the log takes it */
  close(whole = true): Promise<void> {
    return (this.#closed ??= this.#close(whole));
  }

  async #close(whole: boolean): Promise<void> {
    if (this.#readsDue) await this.#writeReads();
    await this.#inTurn(() => this.#flush(this.#waiting.splice(0)));
    await this.#checkpoint;
    await this.#readsWrite;
    await this.#kept.log.close(whole).catch(() => {}); // the next start takes the end for a crash, and finds everything
  }

  #queueFlush(): void {
    if (this.#flushQueued) return;
    this.#flushQueued = true;
    const waiting = this.#waiting;
    void this.#inTurn(async () => {
      await requestsAtHand(waiting);
      if (waiting === this.#waiting) this.#flushQueued = false;
      return this.#flush(waiting.splice(0));
    });
  }

  /** Writes of the log and replacements happen one after the other. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }

  /**
   * Entries whose write failed are refused, yet are written with the next ones: the world in memory
   * has them too. The world's meta covers all of them.
   */
  async #flush(arrived: Waiting[]): Promise<void> {
    this.#unwritten.push(...arrived);
    const last = this.#unwritten.at(-1);
    if (!last) return;
    const meta = JSON.stringify(last.entry.meta);
    const record = `{"entries":[${this.#unwritten.map((each) => each.text).join(',')}],"meta":${meta}}`;
    const {log, shadow} = this.#kept;
    try {
      log.append(record);
    } catch (error) {
      for (const each of arrived) each.failed(error);
      return;
    }
    for (const each of this.#unwritten.splice(0)) {
      shadow.apply(each.entry);
      each.kept();
    }
    shadow.meta = meta;
    this.#logSize += record.length;
    if (this.#logSize >= CHECKPOINT && !this.#checkpoint) this.#beginCheckpoint();
  }

  /**
   * Entries that arrive meanwhile go to a segment after it; of those the chunks may hold some
   * already.
   */
  #beginCheckpoint(): void {
    const {generation, shadow, log} = this.#kept;
    this.#logSize = 0;
    const work = async (): Promise<void> => {
      const from = log.turn();
      await generation.checkpoint(shadow, from);
      await log.dropBefore(from);
    };
    this.#checkpoint = work()
      .catch(() => {}) // the log keeps everything; the next checkpoint takes this one's chunks along
      .finally(() => (this.#checkpoint = undefined));
  }

  #writeReads(): Promise<void> {
    this.#readsDue?.();
    this.#readsDue = undefined;
    this.#readsWrite = this.#readsWrite
      .then(() => this.#kept.generation.writeReads(this.#kept.reads))
      .catch(() => this.note({})); // tried again half a second later
    return this.#readsWrite;
  }
}
