import {defined} from '../../spec/defined.ts';
import type {AttemptSummary, Violation} from '../../spec/run-record.ts';
import type {CheckVerdict} from './findings.ts';

/** What one attempt at a scene came to for one check. */
export interface Attempted {
  verdict: CheckVerdict;
  /** The attempt reused requests of earlier scenes. */
  reused: boolean;
  /** Its violations that no reused request can explain; all of them where none was reused. */
  standing: Violation[];
}

/**
 * The verdict on a check from all attempts at its scene. What one of them saw broken is never
 * erased by a later one that did not see it again:
 *
 * - A violation that stands by itself fails the rule.
 * - One that the requests of earlier scenes may explain, and that did not come again from scratch,
 *   leaves the rule inconclusive.
 * - What an attempt saw while a limit or the network interfered may be decided by a later one.
 *
 * Otherwise the last attempt that could decide counts.
 * @param attempts in order, at least one
 */
export function acrossAttempts(attempts: readonly Attempted[]): CheckVerdict {
  const last = defined(attempts.at(-1), 'an attempt').verdict;
  const failures = attempts.filter(({verdict}) => verdict.verdict === 'failed');
  // What was sent from scratch is easier to repeat than what rests on other scenes.
  const failure = failures.find(({reused}) => !reused) ?? failures[0];
  if (!failure) return withDifference(decisive(attempts) ?? last, attempts);
  const {verdict, reused, standing} = failure;
  if (!reused) return withDifference(verdict, attempts);
  if (standing.length) return withDifference({...verdict, violations: standing}, attempts);
  if (last.verdict === 'harness-error') return last;
  const reason =
    last.verdict === 'passed'
      ? 'two attempts differ: the one that used what other scenes had made saw a violation, ' +
        'the one from scratch did not'
      : `an attempt that used what other scenes had made saw a violation; from scratch: ${last.reason}`;
  return withDifference({...verdict, verdict: 'inconclusive', reason}, attempts);
}

/** The last verdict that decides without a violation. */
const decisive = (attempts: readonly Attempted[]): CheckVerdict | undefined =>
  attempts.map(({verdict}) => verdict).findLast(({verdict}) => verdict === 'passed');

/** A verdict with what each attempt came to, where they differ on a violation. */
function withDifference(verdict: CheckVerdict, attempts: readonly Attempted[]): CheckVerdict {
  const sawViolation = attempts.some((one) => one.verdict.violations.length > 0);
  const isOne = new Set(attempts.map((one) => one.verdict.verdict)).size === 1;
  if (isOne || !sawViolation) return verdict;
  return {...verdict, attempts: attempts.map(summaryOf)};
}

function summaryOf({verdict, reused}: Attempted): AttemptSummary {
  return {verdict: verdict.verdict, saw: inWords(verdict), ...(reused && {reused: true as const})};
}

function inWords({violations: [violation], witnesses: [witness], reason}: CheckVerdict): string {
  if (violation) return `expected ${violation.expected}, got ${violation.got}`;
  return reason ?? witness?.saw ?? 'nothing';
}
