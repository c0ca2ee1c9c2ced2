/** After how many waits in vain for a kind of mail the run waits less for it. */
const MAX_IN_VAIN = 2;

/** The least time to wait for a mail, in milliseconds. */
const LEAST_PATIENCE_MS = 5000;

/** How many times as long as the slowest mail so far took the run waits for a mail at least. */
const TIMES_THE_SLOWEST = 4;

/**
 * How long a run waits for mails. A deployment that does not send mails of a kind fails a dozen scenes, and
 * each would wait to the end.
 */
export class MailPatience {
  /** How often mails of each kind were awaited in vain. */
  readonly #inVain = new Map<string, number>();
  #slowestMs = 0;

  /** The milliseconds to wait for a mail of a kind, where a scene would wait for `most`. */
  waitFor(kind: string, most: number): number {
    if ((this.#inVain.get(kind) ?? 0) < MAX_IN_VAIN) return most;
    return Math.min(most, Math.max(LEAST_PATIENCE_MS, TIMES_THE_SLOWEST * this.#slowestMs));
  }

  /** Notes how long a mail of a kind took to come, in milliseconds; undefined: none came. */
  note(kind: string, tookMs: number | undefined): void {
    if (tookMs === undefined) this.#inVain.set(kind, (this.#inVain.get(kind) ?? 0) + 1);
    else this.#slowestMs = Math.max(this.#slowestMs, tookMs);
  }
}
