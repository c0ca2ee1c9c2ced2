import type {Ports} from '../../world/ports.ts';

/** How long the first waits for a second. */
const PATIENCE_MS = 150;

/** Where two requests of one operation meet, so that both read before either writes. */
export class Meeting {
  #waiting: (() => void) | undefined;

  /** Waits for a second arrival, but not long. */
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
