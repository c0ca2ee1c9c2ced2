import type {CommitLog} from '../persistence/commit-log.ts';
import type {Change, WorldImage, WorldMeta} from './change.ts';
import type {Due} from './due.ts';
import type {Ports} from './ports.ts';

/** Delay after which changed read counts are written. */
const SAVE_READS_AFTER_MS = 500;

/** The data of a commit. */
export interface PersistedCommit {
  changes: Change[];
  /** Due events that the commit adds. */
  add: Due[];
  /** Due events that the commit has handled. */
  gone: Due[];
}

/** The persisted parts of a world that are not changes of rows. */
export interface PersistedParts {
  /** The world's own objects, not copies: the commit log serializes them immediately. */
  meta(): WorldMeta;
  /** The read counts. */
  reads(): WorldImage['reads'];
}

/** Rolls a commit back in memory. */
type RollBack = () => void;

/**
 * Writes the commits and read counts of one world to its commit log. A world that exists only in memory has no commit
 * log. When the log loses commits, they are rolled back in memory, the last one first.
 */
export class WorldPersistence {
  readonly #parts: PersistedParts;
  readonly #ports: Ports;
  #commitLog: CommitLog | undefined;
  /** The roll-backs of commits that are not durable yet, the oldest first. */
  readonly #pending: RollBack[] = [];
  /** Fulfilled when the world that replaces this one is durable. */
  #replaced: Promise<void> | undefined;
  /** Cancels the scheduled write of read counts; undefined when none is scheduled. */
  #cancelSave: (() => void) | undefined;

  constructor(parts: PersistedParts, ports: Ports) {
    this.#parts = parts;
    this.#ports = ports;
  }

  /** Writes every commit from now on to the log. */
  startWith(commitLog: CommitLog): void {
    this.#commitLog = commitLog;
    commitLog.onLost = () => this.#rollBack();
  }

  /** Whether commits are written, and can be lost. */
  get isOn(): boolean {
    return this.#commitLog !== undefined || this.#replaced !== undefined;
  }

  /**
   * Writes a commit.
   * @param rollBack undoes the commit in memory
   * @returns a promise to await before responding: it is fulfilled when the commit is on disk. Undefined in memory
   */
  save(
    {changes, add, gone}: PersistedCommit,
    rollBack: RollBack | undefined,
  ): Promise<void> | undefined {
    const commitLog = this.#commitLog;
    if (rollBack && this.isOn) this.#pending.push(rollBack);
    if (!commitLog) return this.#replaced;
    const due = {add, gone: gone.map(({seq}) => seq)};
    const written = commitLog.append({changes, due, meta: this.#parts.meta()});
    // Commits are written in their order. A lost one is rolled back before its promise is rejected.
    if (rollBack) written.then(() => this.#pending.shift(), ignore);
    return written;
  }

  /** Writes the read counts within a second. */
  saveReads(): void {
    if (!this.#commitLog || this.#cancelSave) return;
    this.#cancelSave = this.#ports.later(SAVE_READS_AFTER_MS, () => {
      this.#cancelSave = undefined;
      this.#commitLog?.saveReads(this.#parts.reads());
    });
  }

  /**
   * Hands the commit log over to the world that replaces this one. Requests in progress on this world commit nothing
   * any more. Their responses wait until the other world is durable, as if they had arrived just before it.
   * @param image the other world
   */
  async replacedBy(image: WorldImage): Promise<CommitLog | undefined> {
    const commitLog = this.#release();
    this.#replaced = commitLog?.replace(image);
    try {
      await this.#replaced;
    } catch (error) {
      this.#commitLog = commitLog;
      this.#replaced = undefined;
      this.#rollBack();
      throw error;
    }
    return commitLog;
  }

  /** Writes the read counts a last time and stops. */
  async close(): Promise<void> {
    const commitLog = this.#release();
    commitLog?.saveReads(this.#parts.reads());
    await commitLog?.close();
  }

  #rollBack(): void {
    for (const rollBack of this.#pending.splice(0).reverse()) rollBack();
  }

  #release(): CommitLog | undefined {
    this.#cancelSave?.();
    const commitLog = this.#commitLog;
    this.#commitLog = undefined;
    return commitLog;
  }
}

const ignore = (): void => {};
