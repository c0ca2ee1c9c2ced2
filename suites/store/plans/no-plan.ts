import type {Exchange} from '../../../spec/exchange.ts';
import type {Judgement} from '../../language/check.ts';
import {expectThat, expectOutcome, summaryOf} from '../../language/judge.ts';

/**
 * A request with an unknown or deleted plan is refused as invalid or as not found: "plan not found"
 * is 404 (Errors), and the document does not say for which operations.
 */
export const expectNoPlan = (response: Exchange, branch: string): Judgement =>
  response.status === 404 && !response.probablyFromGateway
    ? expectThat(true, {branch, expected: 'a refusal', got: summaryOf(response), at: response})
    : expectOutcome(response, 'invalid', branch);
