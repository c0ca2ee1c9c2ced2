import {dirname, join} from 'node:path';
import {rm} from 'node:fs/promises';
import type {WorldImage} from '../world/change.ts';
import {Generation} from './generation.ts';
import type {Entry, Keeper} from './keeper.ts';
import {Shadow} from './shadow.ts';

/**
 * A log segment is written whole at each flush, so it stays small, in characters. Under load each flush has a file of its
 * own: a rename onto a file that is there costs several times as much as one to a new name.
 */
const SEGMENT = 4 * 1024;
/** Characters of log after which the changed chunks are written and the log begins anew. */
const CHECKPOINT = 512 * 1024;
/** Milliseconds between a noted read counter and its write. */
const READS_EVERY = 250;

/** Turns of the event loop that a flush waits at most. */
const PATIENCE = 6;

/** Lets the requests that have arrived be worked on first, as long as each turn brings another: they share the flush. */
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
  /** Number of the log segment to write next. */
  segment: number;
}

/**
 * Keeps one world in a generation folder. An entry is kept when the log segment that holds it is on disk; all that
 * arrives while a segment is being written goes into the next write together.
 */
export class LowdbKeeper implements Keeper {
  readonly #world: string;
  readonly #later: (ms: number, call: () => void) => () => void;
  #kept: Kept;
  #waiting: Waiting[] = [];
  /** In the segment's text, but no write of it has succeeded yet. */
  #unwritten: Waiting[] = [];
  #texts: string[] = [];
  #segmentSize = 0;
  #logSize = 0;
  #firstSegment: number;
  #turn: Promise<void> = Promise.resolve();
  #flushQueued = false;
  #checkpoint: Promise<void> | undefined;
  #readsDue: (() => void) | undefined;
  #readsWrite: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(world: string, kept: Kept, later: (ms: number, call: () => void) => () => void) {
    this.#world = world;
    this.#kept = kept;
    this.#firstSegment = kept.segment;
    this.#later = later;
  }

  keep(entry: Entry): Promise<void> {
    if (this.#closed) return Promise.reject(new Error(`world ${this.#world} is no longer kept`));
    const text = `{"changes":${JSON.stringify(entry.changes)},"due":${JSON.stringify(entry.due)}`;
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
      const old = this.#kept.generation.path;
      const path = join(dirname(old), String(Number(old.slice(dirname(old).length + 1)) + 1));
      this.#kept = {generation: await Generation.write(path, this.#world, shadow, reads), shadow, reads, segment: 0};
      this.#firstSegment = 0;
      this.#startSegment();
      this.#logSize = 0;
      for (const each of [...this.#unwritten.splice(0), ...before]) each.kept();
      await rm(old, {recursive: true, force: true});
    }).catch((error: unknown) => {
      for (const each of before) each.failed(error);
      throw error;
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#readsDue) await this.#writeReads();
    await this.#inTurn(() => this.#flush(this.#waiting.splice(0)));
    await this.#checkpoint;
    await this.#readsWrite;
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
   * Entries whose write failed are refused, yet stay in the text: the world in memory has them too. The world's meta is
   * written once a flush, with the last entry: it covers those before.
   */
  async #flush(arrived: Waiting[]): Promise<void> {
    const last = arrived.at(-1);
    const meta = last && JSON.stringify(last.entry.meta);
    for (const each of arrived) {
      this.#texts.push(each === last ? `${each.text},"meta":${meta}}` : `${each.text}}`);
      this.#segmentSize += each.text.length;
    }
    this.#unwritten.push(...arrived);
    if (!this.#unwritten.length) return;
    try {
      this.#kept.generation.segment(this.#kept.segment).writeJsonNow(`[${this.#texts.join(',\n')}]`);
    } catch (error) {
      for (const each of arrived) each.failed(error);
      return;
    }
    for (const each of this.#unwritten.splice(0)) {
      this.#kept.shadow.apply(each.entry);
      this.#logSize += each.text.length;
      each.kept();
    }
    if (meta !== undefined) this.#kept.shadow.meta = meta;
    if (this.#logSize >= CHECKPOINT && !this.#checkpoint) this.#beginCheckpoint();
    else if (this.#segmentSize >= SEGMENT) this.#nextSegment();
  }

  /** Entries that arrive meanwhile go to the segments after it; of those the chunks may hold some already. */
  #beginCheckpoint(): void {
    const {generation, shadow} = this.#kept;
    const first = this.#firstSegment;
    this.#nextSegment();
    const from = this.#kept.segment;
    this.#logSize = 0;
    this.#checkpoint = generation
      .checkpoint(shadow, from)
      .then(async () => {
        this.#firstSegment = from;
        for (let segment = first; segment < from; segment++) await generation.dropSegment(segment);
      })
      .catch(() => {}) // the log keeps everything; the next checkpoint takes this one's chunks along
      .finally(() => (this.#checkpoint = undefined));
  }

  #nextSegment(): void {
    this.#kept.segment++;
    this.#startSegment();
  }

  #startSegment(): void {
    this.#texts = [];
    this.#segmentSize = 0;
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
