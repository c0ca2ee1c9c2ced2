import {limited} from '../../../rate-limits/limited.ts';
import {retryAfterMs, type LimitRefusal} from '../../../rate-limits/retry-after.ts';
import type {Reply} from '../../../target/client.ts';
import type {WaitingClock} from '../../../../spec/clock.ts';

/**
 * Milliseconds after which a used-up minute window is free again: the documented window and one second,
 * since deployments may count whole seconds. It is longer than the window of the pacer (`WINDOW_MS` in
 * `pacer.ts`), for which every request may wait; here only refused requests wait.
 */
export const FREE_AGAIN_AFTER_MS = 61_000;

/** The longest wait for a limit that does not need `max_wait`, in milliseconds. */
const MAX_FREE_WAIT_MS = 90_000;

/** The number of times that one request is sent again. */
const MAX_RESENDS = 2;

/** The number of waits for the limit of one credential in a run. */
const MAX_WAITS = 12;

/** The members of a response that show whether a limit refused the request. */
type Limited = Pick<Reply, 'status' | 'headers'> &
  LimitRefusal & {
    /** The situations of the response, if they are known. */
    situations?: readonly string[];
  };

/** Whether waiting helps against a refusal. A ceiling on metered runs has the same status, but lasts longer. */
const isWaitedOut = (response: Limited): boolean => response.status === 429 && limited(response);

/**
 * Waits until a used-up limit is free again, and then sends the request once more. An unexpected 429 is
 * caused by earlier requests, and says nothing about this one. The waiting ends in any case: if a
 * credential is refused after every wait, the run waits for it no more until a request with it is served;
 * if no credential is served, it waits for none.
 */
export class RateLimitRetry {
  readonly #clock: Pick<WaitingClock, 'sleep'>;
  readonly #mayWait: (ms: number) => boolean;
  readonly #waits = new Map<string, number>();
  /** The credentials that were refused after every wait. */
  readonly #givenUp = new Set<string>();
  #served = false;
  #isDaySpent = false;

  /**
   * @param clock the clock on which the waits pass
   * @param mayWait whether `max_wait` allows a number of milliseconds
   */
  constructor(clock: Pick<WaitingClock, 'sleep'>, mayWait: (ms: number) => boolean) {
    this.#clock = clock;
    this.#mayWait = mayWait;
  }

  /**
   * Sends a request. If the response is a 429, sends it again after a wait.
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
      const ms = Math.max(waitAfter(response), again > 0 ? FREE_AGAIN_AFTER_MS : 0);
      if (!this.#allows(credential, ms)) break;
      refused?.(response);
      this.#waits.set(credential, (this.#waits.get(credential) ?? 0) + 1);
      await this.#clock.sleep(ms);
      response = await send();
    }
    if (isWaitedOut(response)) {
      this.#isDaySpent ||= isLongWait(response);
      this.#givenUp.add(credential);
    } else {
      this.#givenUp.delete(credential);
      this.#served = true;
    }
    return response;
  }

  /** Records that a daily quota of the deployment is used up. */
  endDay(): void {
    this.#isDaySpent = true;
  }

  /** Whether a daily quota is used up: a refusal asked for a longer wait than the run allows, or a read shows it. */
  get isDaySpent(): boolean {
    return this.#isDaySpent;
  }

  /** Records that the deployment's clock was moved by a day, so that daily quotas are free again. */
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

/** Whether a 429 asks for a long wait, which means that a daily quota is used up. */
export const isLongWait = (refusal: LimitRefusal): boolean => waitAfter(refusal) > MAX_FREE_WAIT_MS;

/** The wait in milliseconds before a refused request is sent again. Without `Retry-After`, a minute. */
export function waitAfter(refusal: LimitRefusal): number {
  const wait = retryAfterMs(refusal);
  // One more second, since dates and numbers of seconds are rounded down.
  return wait !== undefined && wait >= 0 ? wait + 1000 : FREE_AGAIN_AFTER_MS;
}
