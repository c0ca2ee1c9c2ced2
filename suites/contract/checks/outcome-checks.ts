import type {OutcomeMark} from '../../../spec/contract.ts';
import {defined} from '../../../spec/defined.ts';
import type {Violation} from '../../../spec/run-record.ts';
import type {Exchange, WrongStatus} from '../../../spec/exchange.ts';
import {isClientError, isSuccessOrRedirect} from '../../../spec/status.ts';
import type {Check, Judgement} from '../../language/check.ts';
import type {Provocation} from '../../language/provocation.ts';
import {hidden, expectOutcome, notApplicable, summaryOf, undecided} from '../../language/judge.ts';
import {sceneOf} from './find-provocation.ts';

/** The responses in the scene of a provocation. */
export type ProvocationSeen = {
  /** The responses under the condition, of which the last is judged. */
  subject: Exchange | Exchange[];
  /** The response to a request that differs in the one property that the rule is about. */
  control?: Exchange;
  /** The same with another value, one of which a deployment accepts. */
  otherControl?: Exchange;
  /** The response to the request that has to succeed before the condition can exist. */
  means?: Exchange;
};

/** The check of an outcome mark: under its condition the response is in its situation. */
export const outcomeCheck = (mark: OutcomeMark, provocation: Provocation): Check => ({
  rule: mark.rule,
  place: mark.place,
  scene: sceneOf(provocation),
  judge: (seen: ProvocationSeen) => judgeOutcome(mark, provocation, seen),
});

function judgeOutcome(
  mark: OutcomeMark,
  {orElse = {}, means: needed}: Provocation,
  {subject, control, otherControl, means}: ProvocationSeen,
): Judgement {
  const last = lastOf(subject);
  const instead = Object.entries(orElse).find(([situation]) => last.situations.includes(situation));
  if (instead && !last.situations.includes(mark.situation)) {
    const [situation, openPoint] = instead;
    return hidden(openPoint, situation, `answered as ${situation}`);
  }
  if (means && needed && !means.situations.includes(needed.situation))
    return undecidedWithoutMeans(needed.otherwise, means, [last, control]);
  const judged =
    expectRightStatus(last, mark) ?? expectOutcome(last, mark.situation, mark.condition);
  const controls = [control, otherControl].filter((one) => one !== undefined);
  // A refusal counts only beside a control that differs in that one property and succeeds.
  const hasSucceeded = controls.some(({status}) => status > 0 && status < 400);
  if (hasSucceeded || !controls.length) return judged;
  const answers = controls.map(summaryOf).join(' and ');
  return undecided(`the control of ${mark.op} was answered ${answers}`);
}

/**
 * The judgement if the request that the condition depends on was not served. If the deployment itself
 * refused it and served the control, the condition does not exist there.
 */
function undecidedWithoutMeans(
  otherwise: string,
  means: Exchange,
  [subject, control]: [Exchange, Exchange | undefined],
): Judgement {
  const isRefused = isClientError(means.status) && means.status !== 429;
  const isControlServed = control !== undefined && isSuccessOrRedirect(control.status);
  if (isRefused && isControlServed && subject.status >= 400) return notApplicable(otherwise);
  return undecided(`${means.op} was answered ${summaryOf(means)}`);
}

/** The violation of a response that has everything of the situation except its status. */
function expectRightStatus(exchange: Exchange, mark: OutcomeMark): Judgement | undefined {
  const {wrongStatus} = exchange;
  if (wrongStatus?.situation !== mark.situation) return undefined;
  return {witnesses: [], violations: [wrongStatusViolation(exchange, wrongStatus, mark.condition)]};
}

/**
 * The violation of a response with a wrong status.
 * @param branch the condition under which it was sent
 */
export const wrongStatusViolation = (
  exchange: Exchange,
  {situation, documented}: WrongStatus,
  branch: string,
): Violation => ({
  branch,
  expected: `the status ${documented.join(' or ')} of ${exchange.op} (${situation})`,
  got: summaryOf(exchange),
  step: exchange.step,
  op: exchange.op,
  statusOf: situation,
  status: exchange.status,
});

/** The last response of a scene's subject. */
export const lastOf = (subject: Exchange | Exchange[]): Exchange =>
  defined([subject].flat().at(-1), 'the response of a provocation');
