import type {Exchange} from '../../spec/step.ts';
import {limited} from '../judge.ts';

/** Answers in a row that no deployment gave, before it is asked whether it is there at all. */
const IN_A_ROW = 5;

/**
 * Notices a deployment that stopped answering in mid-run, so that a run ends and says so instead of
 * trying everything.
 */
export class Breaker {
  #silent: string[] = [];

  /** Notes an exchange. In a burst a 429 is the point. */
  note(exchange: Exchange, burst: boolean): void {
    const {status, problem} = exchange;
    const silent =
      status === 0 || [502, 503, 504].includes(status) || (limited(exchange) && !burst);
    this.#silent = silent ? [...this.#silent, `${exchange.op}: ${status || problem?.text}`] : [];
  }

  /** What came instead of answers, once it came too often in a row. */
  get tripped(): string | undefined {
    return this.#silent.length < IN_A_ROW
      ? undefined
      : `${this.#silent.length} requests in a row without an answer of the deployment (${this.#silent.at(-1)})`;
  }

  /** It is there after all. */
  reset(): void {
    this.#silent = [];
  }
}
