import {limited} from '../../rate-limits/limited.ts';
import type {Reply} from '../../target/client.ts';
import type {WaitingClock} from '../../../spec/clock.ts';

/**
 * Milliseconds after which a minute that is used up is free again: the documented window, and a second,
 * since deployments may count whole ones. It is longer than what the pacer keeps between requests
 * (`WINDOW` in `pacer.ts`): there every request would wait, here only what was refused.
 */
export const FREE_AGAIN_AFTER = 61_000;

/** Milliseconds that a limit is waited for in any case; longer waits need `max_wait`. */
const MAX_FREE_WAIT_MS = 90_000;

/** How often one request is sent again. */
const MAX_RESENDS = 2;

/** How often in a run the limit of one credential is waited for. */
const MAX_WAITS = 12;

/** What the response to a request that a limit may refuse has to show. */
type Limited = Pick<Reply, 'status' | 'headers'> & {
  /** What the response can be, where that is known. */
  situations?: readonly string[];
};

/** A ceiling on runs may have the same status: it does not pass while the run waits. */
const isWaitedOut = (response: Limited): boolean => response.status === 429 && limited(response);

/**
 * Waits until a used-up limit is free again, and lets the request be sent once more: a 429 that
 * nobody wanted says how many requests were sent before, and nothing about what was requested. It
 * ends in any case: a credential that is refused after every wait is not waited for again until a
 * request of it is served, and no credential where none is served.
 */
export class RateLimitRetry {
  readonly #clock: Pick<WaitingClock, 'sleep'>;
  readonly #mayWait: (ms: number) => boolean;
  readonly #waits = new Map<string, number>();
  /** Credentials that were refused after every wait. */
  readonly #givenUp = new Set<string>();
  #served = false;
  #isDaySpent = false;

  /**
   * @param clock what its waits pass on
   * @param mayWait whether `max_wait` allows so many milliseconds
   */
  constructor(clock: Pick<WaitingClock, 'sleep'>, mayWait: (ms: number) => boolean) {
    this.#clock = clock;
    this.#mayWait = mayWait;
  }

  /**
   * Sends a request, and again after a wait when its response is a 429.
   * @param refused called with every 429 after which the request is sent again
   * @returns the last response
   */
  async send<R extends Limited>(
    credential: string,
    send: () => Promise<R>,
    refused?: (response: R) => void,
  ): Promise<R> {
    let response = await send();
    for (let again = 0; again < MAX_RESENDS && isWaitedOut(response); again += 1) {
      // A deployment that is not ready when it said so may need the whole window.
      const ms = Math.max(waitAfter(response.headers), again > 0 ? FREE_AGAIN_AFTER : 0);
      if (!this.#allows(credential, ms)) break;
      refused?.(response);
      this.#waits.set(credential, (this.#waits.get(credential) ?? 0) + 1);
      await this.#clock.sleep(ms);
      response = await send();
    }
    if (isWaitedOut(response)) {
      this.#isDaySpent ||= isLongWait(response.headers);
      this.#givenUp.add(credential);
    } else {
      this.#givenUp.delete(credential);
      this.#served = true;
    }
    return response;
  }

  /** The deployment shows that what it grants for a day is used up. */
  endDay(): void {
    this.#isDaySpent = true;
  }

  /** Whether a daily quota is used up: a refusal asked for more patience than the run has, or a read shows it. */
  get isDaySpent(): boolean {
    return this.#isDaySpent;
  }

  /** The clock of the deployment was moved by a day: what was used up is free again. */
  beginDay(): void {
    this.#isDaySpent = false;
    this.#givenUp.clear();
  }

  #allows(credential: string, ms: number): boolean {
    const nobodyIsServed = this.#givenUp.size > 0 && !this.#served;
    if (nobodyIsServed || this.#givenUp.has(credential)) return false;
    if ((this.#waits.get(credential) ?? 0) >= MAX_WAITS) return false;
    return ms <= MAX_FREE_WAIT_MS || this.#mayWait(ms);
  }
}

/** Whether a 429 is for longer than a limit is waited for in any case: a daily quota is used up. */
export const isLongWait = (headers: Record<string, string>): boolean =>
  waitAfter(headers) > MAX_FREE_WAIT_MS;

/**
 * Milliseconds for which a 429 wants the sender to be quiet: what `Retry-After` says in seconds or
 * as a date (RFC 9110, section 10.2.3), which the clock of the response's own `Date` reads; without
 * it a minute.
 */
export function waitAfter(headers: Record<string, string>): number {
  const retryAfter = headers['retry-after'];
  if (retryAfter === undefined) return FREE_AGAIN_AFTER;
  const seconds = /^\s*\d+(\.\d+)?\s*$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.parse(headers.date ?? '')) / 1000;
  // One more second, for a date and a number of seconds are cut off.
  return seconds >= 0 ? 1000 * (seconds + 1) : FREE_AGAIN_AFTER;
}
