import type {Exchange} from '../../spec/exchange.ts';
import type {RuleId} from '../../spec/rule.ts';
import type {Judgement} from './check.ts';
import {expectThat, summaryOf, undecided} from './judge.ts';

/** The reason of a result that another broken rule prevents. */
export const blockedReason = (rule: RuleId, reason: string): string =>
  `blocked by ${rule}: ${reason}`;

/**
 * The result is inconclusive, because another rule is broken: one fault does not fail two rules.
 * @param rule the broken rule; its own check judges it
 */
export const blockedBy = (rule: RuleId, reason: string): Judgement => ({
  ...undecided(blockedReason(rule, reason)),
  blocked: {rule},
});

/**
 * Judges only where another rule holds; otherwise the result is inconclusive.
 * @param holds whether the other rule holds, as far as this scene can tell
 */
export const whenHolds = (
  holds: boolean,
  rule: RuleId,
  reason: string,
  judgement: () => Judgement,
): Judgement => (holds ? judgement() : blockedBy(rule, reason));

/**
 * Judges only where another rule is obeyed; otherwise the result is inconclusive, and that rule fails by what was seen.
 * @param premise what the other rule demands of the responses of this scene
 */
export function whenObeyed(
  rule: RuleId,
  premise: Judgement,
  judgement: () => Judgement,
): Judgement {
  const {violations, inconclusive} = premise;
  const [violation] = violations;
  if (!violation) return inconclusive === undefined ? judgement() : premise;
  const reason = `expected ${violation.expected}, got ${violation.got}`;
  return {...undecided(blockedReason(rule, reason)), blocked: {rule, violation}};
}

/** That the request of a response is refused, for `whenObeyed`. @param what the request is, such as `a day that is none` */
export const expectNotServed = (response: Exchange, what: string): Judgement =>
  expectThat(response.status >= 400, {
    branch: `accepted: ${what}`,
    expected: `${response.op} with ${what} to be refused`,
    got: summaryOf(response),
    at: response,
    isOfRefusal: true,
  });
