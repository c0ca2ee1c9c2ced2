import {defined} from '../../../spec/defined.ts';
import type {AttemptSummary, Verdict, Violation} from '../../../spec/run-record.ts';
import {explained, explainedOneByOne, type Explanation} from '../judge/explanation.ts';
import type {CheckVerdict} from '../judge/place-results.ts';
import {isFailed, type CheckAttempt} from './check-attempt.ts';
import {withoutLate} from './lists-across-attempts.ts';
import type {RenewalsSeen} from '../judge/renewed-allowance.ts';
import {comeAgain, MIN_CONFIRMING_ATTEMPTS} from '../judge/others-at-work.ts';

const OTHERS: Explanation = {
  reason:
    'the attempts disagree about a value that other clients can change: run again while nobody else uses the deployment',
};

const CONTRADICTED: Explanation = {
  reason: 'one attempt saw a violation in a value that moves, and another one did not: run again',
};

const NOT_REPEATED: Explanation = {
  reason:
    'a violation that other clients can cause was seen, and the run ended before another attempt could confirm it: run again',
};

/** The same where nobody else uses the deployment. */
const NOT_REPEATED_ALONE: Explanation = {
  reason:
    'a violation was seen in a value that moves, and the run ended before another attempt could confirm it: run again',
};

const DISTURBED: Explanation = {
  reason:
    'the attempts disagree about a value that moves, and a server error occurred in one of them: run again',
};

const TRANSIENT_ERROR: Explanation = {
  reason: 'a server error occurred in one attempt and not in the others: run again',
};

/** What a run knows of its deployment that matters when attempts differ. */
interface DeploymentFacts {
  /** Whether a list has shown changes late. */
  listsShowChangesLate?: boolean | undefined;
  /** Whether nobody else uses the deployment. */
  isAlone?: boolean;
  /** The renewals of an allowance that the run has seen. */
  renewals?: RenewalsSeen | undefined;
}

/**
 * The verdict on a check from all attempts at its scene. A violation in one attempt is never erased by a
 * later attempt without it:
 *
 * - A violation that nothing else explains fails the rule.
 * - A violation that reused requests may explain leaves the rule inconclusive if an attempt from scratch
 *   does not show it again; likewise one that another client may have caused. Where nobody else uses the
 *   deployment, an attempt that decides nothing contradicts no other one.
 * - A violation in an attempt that saw the allowance renewed is explained by the end of a cycle if another
 *   attempt passes.
 * - A violation that was caused by a list that shows changes late is reported beside the verdict.
 * - What an attempt saw while a limit, the network or a transient server error interfered may be
 *   decided by a later attempt.
 *
 * Otherwise the last attempt that could decide counts.
 * @param attempts in order, at least one
 */
export function acrossAttempts(
  attempts: readonly CheckAttempt[],
  {listsShowChangesLate = false, isAlone = false, renewals}: DeploymentFacts = {},
): CheckVerdict {
  const timely = attempts.map((one) => withoutLate(one, attempts, listsShowChangesLate));
  const withoutErrors = timely.map((one) => withoutTransientErrors(one, timely));
  const confirmed = withoutErrors.map((one) => withoutUnconfirmed(one, withoutErrors, isAlone));
  const unconfirmed = confirmed[withoutErrors.findIndex(isFailed)];
  if (!unconfirmed || confirmed.some(isFailed)) return decided(confirmed);
  const afterRenewal = passedAfterRenewal(withoutErrors, renewals);
  if (afterRenewal) return withDifference(afterRenewal, attempts);
  // If the first attempt from scratch passed, the scene was run again for another of its checks.
  const first = withoutErrors.find(({reused}) => !reused);
  if (first?.verdict.verdict === 'passed') return first.verdict;
  return withDifference(unconfirmed.verdict, attempts);
}

/**
 * The pass of an attempt, if a cycle of the allowance ended in each attempt with a violation: that moves the same
 * values as another client can.
 */
function passedAfterRenewal(
  attempts: readonly CheckAttempt[],
  renewals: RenewalsSeen | undefined,
): CheckVerdict | undefined {
  const isExplained = ({renewedAt}: CheckAttempt): boolean =>
    renewedAt !== undefined && renewals?.explain(renewedAt) === true;
  const passed = attempts.find(({reused, verdict}) => !reused && verdict.verdict === 'passed');
  return passed && attempts.filter(isFailed).every(isExplained) ? passed.verdict : undefined;
}

/** Whether an attempt decided nothing: it neither confirms nor contradicts another one. */
const isUndecided = ({verdict: {verdict, violations}}: CheckAttempt): boolean =>
  verdict === 'inconclusive' && !violations.length;

/** Whether another attempt may confirm the violation of the last attempt that decided. */
export function isUnconfirmed(attempts: readonly CheckAttempt[]): boolean {
  const afresh = attempts.filter((one) => !one.reused && !isUndecided(one));
  const last = afresh.at(-1);
  if (!last || !isFailed(last) || !isAllMovable(last)) return false;
  const seen = afresh.map(({verdict}) => verdict.violations);
  const inEach = comeAgain(last.movable ?? [], seen, afresh.length);
  return afresh.length < MIN_CONFIRMING_ATTEMPTS && inEach.length > 0;
}

/** Whether another client may have caused all violations of an attempt. */
export const isAllMovable = ({verdict, movable = []}: CheckAttempt): boolean =>
  movable.length > 0 && movable.length === verdict.violations.length;

/** An attempt without violations that a transient server error may explain. */
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
 * Whether every deciding attempt, and at least two, had server errors instead of a limit's refusals. The
 * requests with the errors may differ, depending on how the minute is counted.
 */
function isRefusedByErrors(one: CheckAttempt, others: readonly CheckAttempt[]): boolean {
  const decided = others.filter((other) => !isUndecided(other));
  const all = [one, ...decided].every(({refusedByErrors}) => refusedByErrors);
  return all && decided.length > 0;
}

/** An attempt without violations that another client may explain and that were not confirmed. */
function withoutUnconfirmed(
  one: CheckAttempt,
  attempts: readonly CheckAttempt[],
  isAlone: boolean,
): CheckAttempt {
  const {reused, notFromReuse, movable = [], verdict} = one;
  if (!isFailed(one)) return one;
  if (reused) return {...one, notFromReuse: notFromReuse.filter((each) => !movable.includes(each))};
  const explanation = explanationOfUnconfirmed(one, attempts, isAlone);
  return explanation ? {...one, verdict: explained(verdict, explanation), notFromReuse: []} : one;
}

/** What may explain violations that no other attempt from scratch has shown; undefined if nothing does. */
function explanationOfUnconfirmed(
  one: CheckAttempt,
  attempts: readonly CheckAttempt[],
  isAlone: boolean,
): Explanation | undefined {
  if (!isAllMovable(one)) return undefined;
  const verdicts = attempts.filter(({reused}) => !reused).map(({verdict}) => verdict);
  const cameAgain = comeAgain(
    one.movable ?? [],
    verdicts.map(({violations}) => violations),
  );
  if (cameAgain.length) return undefined;
  const has = (wanted: Verdict): boolean => verdicts.some(({verdict}) => verdict === wanted);
  if (has('not-exercised')) return isAlone ? NOT_REPEATED_ALONE : NOT_REPEATED;
  if (!isAlone) return OTHERS;
  if (one.disturbed?.size) return DISTURBED;
  return has('passed') ? CONTRADICTED : undefined;
}

/** The verdict after all explanations: that of a failure, otherwise that of the last attempt that decided. */
function decided(attempts: readonly CheckAttempt[]): CheckVerdict {
  const last = defined(attempts.at(-1), 'an attempt').verdict;
  const failures = attempts.filter(isFailed);
  // An attempt from scratch is easier to repeat than one with reused requests.
  const failure = failures.find(({reused}) => !reused) ?? failures[0];
  if (!failure) return withDifference(decisive(attempts) ?? last, attempts);
  const {verdict, reused, notFromReuse} = failure;
  if (!reused) return withDifference(verdict, attempts);
  if (notFromReuse.length) return withDifference({...verdict, violations: notFromReuse}, attempts);
  if (last.verdict === 'harness-error') return last;
  const reason = reasonOfReuse(last);
  return withDifference(explained(verdict, {reason}), attempts);
}

/** Why a violation that only an attempt with reused requests saw decides nothing. */
const reasonOfReuse = (fromScratch: CheckVerdict): string =>
  fromScratch.verdict === 'passed'
    ? 'two attempts differ: the one that reused resources of other tests saw a violation, ' +
      'the one from scratch did not'
    : `an attempt that reused resources of other tests saw a violation; from scratch: ${fromScratch.reason}`;

/** The last verdict that decides without a violation. */
const decisive = (attempts: readonly CheckAttempt[]): CheckVerdict | undefined =>
  attempts.map(({verdict}) => verdict).findLast(({verdict}) => verdict === 'passed');

/** A verdict with a summary of each attempt, if they disagree about a violation. */
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
