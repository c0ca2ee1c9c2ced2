import type {Exchange} from '../../../spec/exchange.ts';
import {isFromElsewhere} from '../judging/interference.ts';

/** After so many missing responses in a row the run calls the deployment, to see if it is there. */
const IN_A_ROW = 5;

/** Why a deployment does not serve requests any more. */
export interface Silence {
  reason: string;
  /** It is there, and answers 429 although its minute has passed. */
  byLimit: boolean;
}

/**
 * Notices that a shared deployment stopped responding in the middle of a run, so that the run ends
 * and says so instead of trying everything.
 */
export class CircuitBreaker {
  #missing: string[] = [];
  #openedBy: string | undefined;
  #byLimit = false;

  /**
   * Notes an exchange.
   * @param exhausts its scene exhausts a limit, and wants the 429 that follows
   */
  note(exchange: Exchange, exhausts: boolean): void {
    const {op, status, problem} = exchange;
    const missing = isFromElsewhere(exchange, exhausts);
    this.#missing = missing ? [...this.#missing, `${op}: ${status || problem?.text}`] : [];
  }

  /** What came instead of responses of the deployment, once that happened too often in a row. */
  get whyTripped(): string | undefined {
    if (this.#missing.length < IN_A_ROW) return undefined;
    const count = this.#missing.length;
    const last = this.#missing.at(-1);
    return `${count} requests in a row without an answer of the deployment (${last})`;
  }

  /**
   * Why a scene is not run any more; undefined while the run goes on.
   * @param exhausts the scene exhausts a limit: it is run where the deployment is there and
   * refuses everything by one
   */
  blocks(exhausts: boolean): string | undefined {
    return exhausts && this.#byLimit ? undefined : this.#openedBy;
  }

  /**
   * Decides, after it has tripped, whether the run goes on.
   * @param silence why the deployment seems not to be there; undefined when it is
   */
  revise(silence: Silence | undefined): void {
    const {whyTripped} = this;
    this.#missing = [];
    if (silence === undefined || whyTripped === undefined) return;
    this.#openedBy = `the run stopped early: ${whyTripped}, and then ${silence.reason}`;
    this.#byLimit = silence.byLimit;
  }
}
