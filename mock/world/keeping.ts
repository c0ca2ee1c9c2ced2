import type {Keeper} from '../persistence/keeper.ts';
import type {Change, WorldImage, WorldMeta} from './change.ts';
import type {Due} from './due.ts';
import type {Ports} from './ports.ts';

const NOTE_EVERY_MS = 500;

/** What a commit changes. */
export interface KeptCommit {
  changes: Change[];
  /** Due events that it makes. */
  add: Due[];
  /** Due events that it settles. */
  gone: Due[];
}

/** What is kept of a world besides its changes. */
export interface KeptParts {
  /** The world's own objects, for a keeper that writes them down at once. */
  meta(): WorldMeta;
  /** The read counts. */
  reads(): WorldImage['reads'];
}

/** Rolls a commit back in memory. */
type RollBack = () => void;

/**
 * The keeping of one world: its commits and read counts go to its keeper. In memory it has none. When
 * the keeper loses commits they are rolled back, the last one first.
 */
export class Keeping {
  readonly #parts: KeptParts;
  readonly #ports: Ports;
  #keeper: Keeper | undefined;
  /** Of each commit that is not kept yet, the oldest first. */
  readonly #unkept: RollBack[] = [];
  /** Fulfilled when the world that takes this one's place is kept. */
  #replaced: Promise<void> | undefined;
  /** Cancels the note of read counts that is due; undefined when none is. */
  #cancelNote: (() => void) | undefined;

  constructor(parts: KeptParts, ports: Ports) {
    this.#parts = parts;
    this.#ports = ports;
  }

  /** From now on every commit is kept. */
  by(keeper: Keeper): void {
    this.#keeper = keeper;
    keeper.lost = () => this.#rollBack();
  }

  /** Whether commits are kept, and can be lost. */
  get isKept(): boolean {
    return this.#keeper !== undefined || this.#replaced !== undefined;
  }

  /**
   * Keeps a commit.
   * @param rollBack undoes the commit in memory
   * @returns what to await before responding: the commit is then on disk; undefined in memory
   */
  keep(
    {changes, add, gone}: KeptCommit,
    rollBack: RollBack | undefined,
  ): Promise<void> | undefined {
    const keeper = this.#keeper;
    if (rollBack && this.isKept) this.#unkept.push(rollBack);
    if (!keeper) return this.#replaced;
    const due = {add, gone: gone.map(({seq}) => seq)};
    const kept = keeper.keep({changes, due, meta: this.#parts.meta()});
    // Commits are kept in their order. What is lost was rolled back before its promise is rejected.
    if (rollBack) kept.then(() => this.#unkept.shift(), ignore);
    return kept;
  }

  /** Writes the read counts down within a second. */
  noteReads(): void {
    if (!this.#keeper || this.#cancelNote) return;
    this.#cancelNote = this.#ports.later(NOTE_EVERY_MS, () => {
      this.#cancelNote = undefined;
      this.#keeper?.note(this.#parts.reads());
    });
  }

  /**
   * Hands the keeper over to the world that takes this one's place. A request that is under way
   * here commits nowhere any more; its response waits until the other world is kept, as if it came
   * just before.
   * @param image the other world
   */
  async replacedBy(image: WorldImage): Promise<Keeper | undefined> {
    const keeper = this.#release();
    this.#replaced = keeper?.replace(image);
    try {
      await this.#replaced;
    } catch (error) {
      this.#keeper = keeper;
      this.#replaced = undefined;
      this.#rollBack();
      throw error;
    }
    return keeper;
  }

  /** Keeps no more; the read counts are noted a last time. */
  async close(): Promise<void> {
    const keeper = this.#release();
    keeper?.note(this.#parts.reads());
    await keeper?.close();
  }

  #rollBack(): void {
    for (const rollBack of this.#unkept.splice(0).reverse()) rollBack();
  }

  #release(): Keeper | undefined {
    this.#cancelNote?.();
    const keeper = this.#keeper;
    this.#keeper = undefined;
    return keeper;
  }
}

const ignore = (): void => {};
