/** A clock that can wait: that of the machine, or a virtual one, with which waiting takes no time. */
export interface WaitingClock {
  /** Milliseconds since any fixed instant. */
  now(): number;
  /** Waits `ms` milliseconds, or until the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
