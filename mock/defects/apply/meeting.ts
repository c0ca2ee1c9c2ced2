import type {Ports} from '../../world/ports.ts';

/** How long the first request waits for a second one. */
const PATIENCE_MS = 150;

/** Synchronizes two requests of one operation, so that both read before either writes. */
export class Meeting {
  #waiting: (() => void) | undefined;

  /** Waits briefly for a second arrival. */
  async arrive(ports: Ports): Promise<void> {
    const waiting = this.#waiting;
    if (waiting) {
      this.#waiting = undefined;
      return waiting();
    }
    const met = new Promise<void>((resolve) => {
      this.#waiting = resolve;
    });
    await Promise.race([met, ports.wait(PATIENCE_MS)]);
    this.#waiting = undefined;
  }
}
