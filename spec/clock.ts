/** A clock that can wait: that of the machine, or a virtual one, with which waiting takes no time. */
export interface WaitingClock {
  /** Milliseconds since any fixed instant. */
  now(): number;
  /** Waits `ms` milliseconds, or until the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The clock that a target measures with, if it can be moved: its own, not the machine's. */
export interface TargetClock extends WaitingClock {
  /** Whether `move` can be called. */
  readonly movable: boolean;
  /** Milliseconds by which it was moved; `now` includes them. */
  readonly moved: number;
  /**
   * Moves it on by `ms` milliseconds.
   * @throws Error when that fails: then nothing was moved
   */
  move(ms: number): Promise<void>;
}
