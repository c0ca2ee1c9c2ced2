import type {Exchange} from '../../../spec/exchange.ts';
import type {Judgement} from '../../check.ts';
import {holds, is, summaryOf} from '../../judge.ts';

/**
 * A request with an unknown or deleted plan is refused as invalid or as not found: "plan not found"
 * is 404 (Errors), and the document does not say for which operations.
 */
export const isNoPlan = (response: Exchange, branch: string): Judgement =>
  response.status === 404 && !response.notOwn
    ? holds(true, {branch, expected: 'a refusal', got: summaryOf(response), at: response})
    : is(response, 'invalid', branch);
