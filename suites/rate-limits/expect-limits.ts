/** Assertions about requests that a limit refuses, or must not refuse. */

import type {Exchange} from '../../spec/exchange.ts';
import {isServerError} from '../../spec/status.ts';
import type {Judgement} from '../language/check.ts';
import {expectThat, summaryOf, expectOutcome} from '../language/judge.ts';

/** Whether the deployment itself, not a gateway, refused a request by a limit (429). */
export const isRefusedByLimit = ({status, probablyFromGateway}: Exchange): boolean =>
  status === 429 && !probablyFromGateway;

/** How many requests were served: neither a limit nor a server error refused them. */
export const servedCount = (requests: readonly Exchange[]): number =>
  requests.filter(({status}) => status > 0 && status !== 429 && !isServerError(status)).length;

/** The server errors in a row after which further requests of a burst would show nothing else. */
const MAX_ERRORS_IN_A_ROW = 20;

/** Whether a burst ended in server errors, one after the other: it is not continued then. */
export const endsInErrors = (requests: readonly Exchange[]): boolean =>
  requests.length >= MAX_ERRORS_IN_A_ROW &&
  requests.slice(-MAX_ERRORS_IN_A_ROW).every(({status}) => isServerError(status));

/** Reports the violation that a request was rate limited which should have been served. */
const expectNotLimited = (exchange: Exchange, branch: string): Judgement =>
  expectThat(false, {
    branch,
    expected: `${exchange.op} to be served`,
    got: summaryOf(exchange),
    at: undefined,
    shownBy: exchange,
  });

/**
 * Asserts that the request was served: it was not rate limited, and the response is one of the named
 * situations.
 */
export const expectServed = (
  exchange: Exchange,
  situations: string | string[],
  branch: string,
): Judgement =>
  isRefusedByLimit(exchange)
    ? expectNotLimited(exchange, branch)
    : expectOutcome(exchange, situations, branch);

/** Asserts that the request was not rate limited, for requests without a documented response. */
export const expectNotRateLimited = (exchange: Exchange, branch: string): Judgement =>
  isRefusedByLimit(exchange)
    ? expectNotLimited(exchange, branch)
    : expectThat(exchange.status < 500, {
        branch,
        expected: `${exchange.op} to be served`,
        got: summaryOf(exchange),
        at: exchange,
      });

/** Asserts that the request was rate limited. */
export const expectRateLimited = (exchange: Exchange, branch: string): Judgement =>
  expectThat(isRefusedByLimit(exchange), {
    branch,
    expected: `${exchange.op} to be refused with 429`,
    got: summaryOf(exchange),
    at: isRefusedByLimit(exchange) ? undefined : exchange,
  });
