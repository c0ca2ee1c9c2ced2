import {defined} from '../../../spec/defined.ts';
import type {AttemptSummary, Violation} from '../../../spec/run-record.ts';
import {explained, explainedOneByOne, type Explanation} from '../judging/explanation.ts';
import type {CheckVerdict} from '../verdicts/findings.ts';
import {isFailed, type CheckAttempt} from './check-attempt.ts';
import {withoutLate} from './late-attempts.ts';
import {comeAgain, CONFIRMED} from '../judging/others-at-work.ts';

const OTHERS: Explanation = {
  reason:
    'somebody else may be at work on the deployment: the attempts differ in something that other clients change, too',
};

const TRANSIENT_ERROR: Explanation = {
  reason: 'a server error interfered that did not come again: retry',
};

/**
 * The verdict on a check from all attempts at its scene. What one of them saw broken is never
 * erased by a later one that did not see it again:
 *
 * - A violation that stands by itself fails the rule.
 * - One that the requests of earlier scenes may explain, and that did not come again from scratch,
 *   leaves the rule inconclusive; likewise one that somebody else may have brought about.
 * - One that a list caused which shows changes late is told beside the verdict.
 * - What an attempt saw while a limit, the network or a transient server error interfered may be
 *   decided by a later one.
 *
 * Otherwise the last attempt that could decide counts.
 * @param attempts in order, at least one
 * @param areLate whether the run has seen a list that shows changes late
 */
export function acrossAttempts(attempts: readonly CheckAttempt[], areLate = false): CheckVerdict {
  const timely = attempts.map((one) => withoutLate(one, attempts, areLate));
  const withoutTransient = timely.map((one) => withoutTransientErrors(one, timely));
  const confirmed = withoutTransient.map((one) => withoutUnconfirmed(one, withoutTransient));
  const unconfirmed = confirmed.find((one, index) => one !== withoutTransient[index]);
  if (!unconfirmed || confirmed.some(isFailed)) return decided(confirmed);
  // The scene was run again for another check of it.
  const first = withoutTransient.find(({reused}) => !reused);
  if (first?.verdict.verdict === 'passed') return first.verdict;
  return withDifference(unconfirmed.verdict, attempts);
}

/** An attempt that decided nothing: it neither confirms what another one saw, nor differs. */
const isUndecided = ({verdict: {verdict, violations}}: CheckAttempt): boolean =>
  verdict === 'inconclusive' && !violations.length;

/** Whether another attempt may show that what the last one that decided saw comes again. */
export function isUnconfirmed(attempts: readonly CheckAttempt[]): boolean {
  const afresh = attempts.filter((one) => !one.reused && !isUndecided(one));
  const last = afresh.at(-1);
  if (!last || !isFailed(last) || !isAllMovable(last)) return false;
  const seen = afresh.map(({verdict}) => verdict.violations);
  const inEach = comeAgain(last.movable ?? [], seen, afresh.length);
  return afresh.length < CONFIRMED && inEach.length > 0;
}

/** Whether somebody else may have brought about all that an attempt saw broken. */
export const isAllMovable = ({verdict, movable = []}: CheckAttempt): boolean =>
  movable.length > 0 && movable.length === verdict.violations.length;

/** An attempt without what a server error may explain that did not come again. */
function withoutTransientErrors(
  one: CheckAttempt,
  attempts: readonly CheckAttempt[],
): CheckAttempt {
  const {disturbed = new Set(), undisturbed = [], verdict} = one;
  const others = attempts.filter((other) => other !== one && !other.reused);
  const cameAgain = others.every((other) =>
    [...disturbed].every((step) => other.disturbed?.has(step)),
  );
  if (!isFailed(one) || cameAgain || isRefusedByErrors(one, others)) return one;
  const explanationOf = (violation: Violation): Explanation | undefined =>
    undisturbed.includes(violation) ? undefined : TRANSIENT_ERROR;
  return {...one, verdict: explainedOneByOne(verdict, explanationOf), notFromReuse: undisturbed};
}

/**
 * Whether errors stand in place of a limit's refusals in every attempt that decides, and in two at
 * least. At which requests they came depends on how the minute was counted.
 */
function isRefusedByErrors(one: CheckAttempt, others: readonly CheckAttempt[]): boolean {
  const decided = others.filter((other) => !isUndecided(other));
  const all = [one, ...decided].every(({refusedByErrors}) => refusedByErrors);
  return all && decided.length > 0;
}

/** An attempt without what somebody else may explain and did not come again from scratch. */
function withoutUnconfirmed(one: CheckAttempt, attempts: readonly CheckAttempt[]): CheckAttempt {
  const {verdict, reused, notFromReuse, movable = []} = one;
  if (!isFailed(one) || !movable.length) return one;
  if (reused) return {...one, notFromReuse: notFromReuse.filter((each) => !movable.includes(each))};
  if (!isAllMovable(one)) return one;
  const afresh = attempts.filter((other) => !other.reused);
  const again = comeAgain(
    movable,
    afresh.map((other) => other.verdict.violations),
  );
  return again.length ? one : {...one, verdict: explained(verdict, OTHERS), notFromReuse: []};
}

function decided(attempts: readonly CheckAttempt[]): CheckVerdict {
  const last = defined(attempts.at(-1), 'an attempt').verdict;
  const failures = attempts.filter(isFailed);
  // What was sent from scratch is easier to repeat than what rests on other scenes.
  const failure = failures.find(({reused}) => !reused) ?? failures[0];
  if (!failure) return withDifference(decisive(attempts) ?? last, attempts);
  const {verdict, reused, notFromReuse} = failure;
  if (!reused) return withDifference(verdict, attempts);
  if (notFromReuse.length) return withDifference({...verdict, violations: notFromReuse}, attempts);
  if (last.verdict === 'harness-error') return last;
  const reason =
    last.verdict === 'passed'
      ? 'two attempts differ: the one that used what other scenes had made saw a violation, ' +
        'the one from scratch did not'
      : `an attempt that used what other scenes had made saw a violation; from scratch: ${last.reason}`;
  return withDifference(explained(verdict, {reason}), attempts);
}

/** The last verdict that decides without a violation. */
const decisive = (attempts: readonly CheckAttempt[]): CheckVerdict | undefined =>
  attempts.map(({verdict}) => verdict).findLast(({verdict}) => verdict === 'passed');

/** A verdict with what each attempt came to, where they differ on a violation. */
function withDifference(verdict: CheckVerdict, attempts: readonly CheckAttempt[]): CheckVerdict {
  const sawViolation = attempts.some((one) => one.verdict.violations.length > 0);
  const allAgree = new Set(attempts.map((one) => one.verdict.verdict)).size === 1;
  if (allAgree || !sawViolation) return verdict;
  return {...verdict, attempts: attempts.map(summaryOf)};
}

function summaryOf({verdict, reused}: CheckAttempt): AttemptSummary {
  return {verdict: verdict.verdict, saw: inWords(verdict), ...(reused && {reused: true as const})};
}

function inWords({violations, witnesses: [witness], reason}: CheckVerdict): string {
  const [violation] = violations;
  if (violation)
    return [`expected ${violation.expected}, got ${violation.got}`, reason ?? []].flat().join('; ');
  return reason ?? witness?.saw ?? 'nothing';
}
