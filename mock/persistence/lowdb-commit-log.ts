import {basename, dirname, join} from 'node:path';
import type {WorldImage} from '../world/change.ts';
import {Generation} from './generation.ts';
import type {Disk} from './disk.ts';
import type {CommitLog, Commit} from './commit-log.ts';
import {newLog, type SegmentedLog} from './segmented-log.ts';
import {NotKept} from './not-kept.ts';
import {SerialQueue} from './serial-queue.ts';
import {DurableState} from './durable-state.ts';
import type {Start} from './end-mark.ts';
import {removeReplaced} from './replaced.ts';

/** Characters of log after which the changed chunks are written and the log begins anew. */
const CHECKPOINT_SIZE = 512 * 1024;

/** Milliseconds between a call of `saveReads` and the write. */
const READS_DELAY_MS = 250;

/** The most turns of the event loop that a flush waits for other requests. */
const MAX_TURNS = 6;

/** The files of one world, and what they contain. */
export interface StoredWorld {
  generation: Generation;
  durable: DurableState;
  reads: WorldImage['reads'];
  log: SegmentedLog;
}

/** What a commit log needs of the machine. */
export interface CommitLogPorts {
  /** Calls a function after some milliseconds, and returns a function that cancels it. */
  later(ms: number, call: () => void): () => void;
  disk: Disk;
  /** The reason why nothing may be written any more: another process uses the folder. */
  refusal(): Error | undefined;
}

/** A commit that is not on disk yet, with the promise that `append` returned for it. */
interface PendingCommit {
  commit: Commit;
  /** JSON of the commit without its meta. */
  json: string;
  resolve(): void;
  reject(reason: unknown): void;
}

/**
 * Stores one world in a generation folder. A commit is durable when a record of the log that contains it is on disk.
 * Commits that arrive together share a record.
 *
 * Order of the writes:
 *
 * - Flushes of the log and replacements of the world run one after the other, in the order in which they were
 *   requested (`#writes`).
 * - A checkpoint runs in parallel with the flushes, at most one at a time. Commits that are flushed during a
 *   checkpoint go to the next segment of the log.
 * - Read counts are written in parallel with both, one write at a time.
 * - A replacement and `close` wait for the checkpoint and the read counts.
 *
 * When a flush fails, its commits are rejected together with those that arrived in the meantime, which may depend on
 * them. `onLost` is called first, so that nothing is read or changed in between.
 */
export class LowdbCommitLog implements CommitLog {
  /** See `CommitLog`. */
  onLost: (() => void) | undefined;
  readonly #world: string;
  readonly #ports: CommitLogPorts;
  #stored: StoredWorld;
  /** Commits for the next flush. A replacement starts another array. */
  #arrived: PendingCommit[] = [];
  /** Characters of log since the last checkpoint. */
  #logSize = 0;
  readonly #writes = new SerialQueue();
  #isFlushQueued = false;
  #checkpoint: Promise<void> | undefined;
  /** Cancels the scheduled write of read counts; undefined when none is scheduled. */
  #cancelReads: (() => void) | undefined;
  readonly #readsWrites = new SerialQueue();
  #closed: Promise<void> | undefined;

  constructor(world: string, stored: StoredWorld, ports: CommitLogPorts) {
    this.#world = world;
    this.#stored = stored;
    this.#ports = ports;
  }

  /** The last start of the mock on the folder; undefined when it has counted none. */
  get start(): Start | undefined {
    return this.#stored.log.start;
  }

  /** Tells a new start. Nothing may be appended meanwhile. */
  begin(start: Start): Promise<void> {
    return this.#stored.log.begin(start);
  }

  append(commit: Commit): Promise<void> {
    if (this.#closed) return Promise.reject(new Error(`world ${this.#world} is no longer stored`));
    const {changes, due} = commit;
    const json = `{"changes":${JSON.stringify(changes)},"due":${JSON.stringify(due)}}`;
    return new Promise((resolve, reject) => {
      this.#arrived.push({commit, json, resolve, reject});
      this.#queueFlush();
    });
  }

  saveReads(reads: WorldImage['reads']): void {
    Object.assign(this.#stored.reads, reads);
    if (this.#closed) return;
    this.#cancelReads ??= this.#ports.later(READS_DELAY_MS, () => void this.#writeReads());
  }

  replace(image: WorldImage): Promise<void> {
    const before = this.#arrived;
    // A flush that is already queued must not take commits that arrive after this replacement.
    this.#arrived = [];
    this.#isFlushQueued = false;
    const pending = before.splice(0);
    const durable = new DurableState(image);
    const reads = {...image.reads};
    return this.#writes
      .run(() => this.#replaceWith(durable, reads, pending))
      .catch((error: unknown) => {
        throw this.#lose(pending, error);
      });
  }

  /** Closes the log. A second call waits for the first. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    if (this.#cancelReads) await this.#writeReads();
    await this.#writes.run(() => this.#flush(this.#arrived.splice(0)));
    await this.#idle();
    // If this fails, the next start recovers everything, as after a crash.
    await this.#stored.log.close(!this.#ports.refusal()).catch(() => {});
  }

  /** Resolves when neither a checkpoint nor a write of read counts is in progress. */
  async #idle(): Promise<void> {
    await this.#checkpoint;
    await this.#readsWrites.run(() => Promise.resolve());
  }

  /** @param pending commits from before the replacement: the new state makes them superfluous */
  async #replaceWith(
    durable: DurableState,
    reads: WorldImage['reads'],
    pending: readonly PendingCommit[],
  ): Promise<void> {
    await this.#idle();
    this.#refuse();
    const {log, generation: old} = this.#stored;
    const path = join(dirname(old.path), String(Number(basename(old.path)) + 1));
    const {disk} = this.#ports;
    const generation = await Generation.write(path, this.#world, {durable, reads}, disk, log.start);
    const newest = newLog(path, this.#world, disk, log.start);
    this.#stored = {generation, durable, reads, log: newest};
    this.#logSize = 0;
    for (const {resolve} of pending) resolve();
    await log.close().catch(() => {});
    // If files remain, the next start removes them.
    await removeReplaced(old.path, disk).catch(() => {});
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

  /** Writes commits as one record. */
  async #flush(arrived: readonly PendingCommit[]): Promise<void> {
    const last = arrived.at(-1);
    if (!last) return;
    const meta = JSON.stringify(last.commit.meta);
    const entries = arrived.map(({json}) => json).join(',');
    const record = `{"entries":[${entries}],"meta":${meta}}`;
    const {log, durable} = this.#stored;
    try {
      this.#refuse();
      const written = log.append(record);
      if (written) await written;
    } catch (error) {
      this.#lose(arrived, error);
      return;
    }
    for (const {commit, resolve} of arrived) {
      durable.apply(commit);
      resolve();
    }
    durable.meta = meta;
    this.#logSize += record.length;
    if (this.#logSize >= CHECKPOINT_SIZE && !this.#checkpoint) this.#beginCheckpoint();
  }

  #refuse(): void {
    const refusal = this.#ports.refusal();
    if (refusal) throw refusal;
  }

  /** Rejects commits and those that have arrived since. Returns the error. */
  #lose(commits: readonly PendingCommit[], cause: unknown): NotKept {
    const error = new NotKept(cause);
    this.onLost?.();
    for (const {reject} of [...commits, ...this.#arrived.splice(0)]) reject(error);
    return error;
  }

  #beginCheckpoint(): void {
    this.#logSize = 0;
    this.#checkpoint = this.#writeCheckpoint()
      // The log contains everything, and the next checkpoint writes the chunks of this one too.
      .catch(() => {})
      .finally(() => {
        this.#checkpoint = undefined;
      });
  }

  /** Commits that arrive in the meantime may be both in a chunk and in the log: replaying them is harmless. */
  async #writeCheckpoint(): Promise<void> {
    const {generation, durable, log} = this.#stored;
    const from = log.endSegment();
    // The base must not be ahead of the end mark, also when the machine is lost.
    await log.syncEnd();
    await generation.checkpoint(durable, from);
    await log.dropBefore(from);
  }

  #writeReads(): Promise<void> {
    this.#cancelReads?.();
    this.#cancelReads = undefined;
    return this.#readsWrites
      .run(() => this.#stored.generation.writeReads(this.#stored.reads))
      .catch(() => this.saveReads({})); // This schedules another attempt.
  }
}

/** Waits for concurrent requests, as long as each turn of the event loop brings another commit. */
async function othersToArrive(arrived: readonly unknown[]): Promise<void> {
  let before = -1;
  for (let turn = 0; turn < MAX_TURNS && arrived.length > before; turn += 1) {
    before = arrived.length;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
