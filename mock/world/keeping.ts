import type {Keeper} from '../persistence/keeper.ts';
import type {Change, WorldImage, WorldMeta} from './change.ts';
import type {Due} from './due.ts';
import type {Ports} from './ports.ts';

const NOTE_EVERY_MS = 500;

/** What is kept of a world besides its changes. */
export interface KeptParts {
  /** The world's own objects, for a keeper that writes them down at once. */
  meta(): WorldMeta;
  /** The read counts. */
  reads(): WorldImage['reads'];
}

/** The keeping of one world: its commits and read counts go to its keeper. In memory it has none. */
export class Keeping {
  readonly #parts: KeptParts;
  readonly #ports: Ports;
  #keeper: Keeper | undefined;
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
  }

  /**
   * Keeps a commit.
   * @param add appointments that were made
   * @param gone `seq` of the appointments that were settled
   * @returns what to await before responding: the commit is then on disk; undefined in memory
   */
  keep(changes: Change[], add: Due[], gone: number[]): Promise<void> | undefined {
    const keeper = this.#keeper;
    if (!keeper) return this.#replaced;
    return keeper.keep({changes, due: {add, gone}, meta: this.#parts.meta()});
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

  #release(): Keeper | undefined {
    this.#cancelNote?.();
    const keeper = this.#keeper;
    this.#keeper = undefined;
    return keeper;
  }
}
