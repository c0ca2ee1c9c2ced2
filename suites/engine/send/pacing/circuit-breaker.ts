import type {Exchange} from '../../../../spec/exchange.ts';
import {isInterference} from '../interference.ts';

/** The number of missing responses in a row after which the run tests whether the deployment responds at all. */
const MAX_SILENT_IN_A_ROW = 5;

/** The reason why a deployment does not serve requests any more. */
export interface Silence {
  reason: string;
  /** Whether it responds, but with 429 although the minute window has passed. */
  byLimit: boolean;
}

/**
 * Detects that a shared deployment stopped responding during a run, so that the run ends with this reason
 * instead of sending all other requests.
 */
export class CircuitBreaker {
  #missing: string[] = [];
  #openedBy: string | undefined;
  #byLimit = false;

  /**
   * Records an exchange.
   * @param exhausts whether its scene exhausts a limit, so that 429 is expected
   */
  note(exchange: Exchange, exhausts: boolean): void {
    const {op, status, problem} = exchange;
    const missing = isInterference(exchange, exhausts);
    this.#missing = missing ? [...this.#missing, `${op}: ${status || problem?.text}`] : [];
  }

  /** What was received instead of responses of the deployment, if that happened too often in a row. */
  get whyTripped(): string | undefined {
    if (this.#missing.length < MAX_SILENT_IN_A_ROW) return undefined;
    const count = this.#missing.length;
    const last = this.#missing.at(-1);
    return `${count} requests in a row without an answer of the deployment (${last})`;
  }

  /**
   * The reason why a scene is not run any more; undefined while the run continues.
   * @param exhausts whether the scene exhausts a limit. Such a scene is run even if the deployment refuses
   * everything by a limit.
   */
  blocks(exhausts: boolean): string | undefined {
    return exhausts && this.#byLimit ? undefined : this.#openedBy;
  }

  /**
   * Decides, after the circuit breaker has tripped, whether the run continues.
   * @param silence why the deployment does not serve requests; undefined if it does
   */
  revise(silence: Silence | undefined): void {
    const {whyTripped} = this;
    this.#missing = [];
    if (silence === undefined || whyTripped === undefined) return;
    this.#openedBy = `the run stopped early: ${whyTripped}, and then ${silence.reason}`;
    this.#byLimit = silence.byLimit;
  }
}
