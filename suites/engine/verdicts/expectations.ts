import {EXIT_CODES} from '../../../spec/exit-codes.ts';
import type {RuleVerdict, RunRecord} from '../../../spec/run-record.ts';
import type {Expectation} from '../../target/config.ts';
import {exitCodeOf} from './verdict.ts';

/**
 * Compares the findings of a run with the expectations in the configuration. A row that is met accepts
 * the failure of its rule; a stale row (the rule has another verdict now) or an expired one does not.
 * @param today YYYY-MM-DD
 * @param partial whether only some rules were selected: rows of others are neither met nor stale
 */
export function compareExpectations(
  rules: RuleVerdict[],
  expected: Expectation[],
  today: string,
  partial = false,
): {expected: RunRecord['expected']; exitCode: number} {
  const rows = expected
    .filter((row) => !partial || rules.some((rule) => rule.rule === row.rule))
    .map((row) => ({...row, state: stateOf(row, rules, today)}));
  const exitCode = exitCodeOf(
    rules,
    new Set(rows.filter((row) => row.state === 'met').map((row) => row.rule)),
  );
  const isAnyUntrue = rows.some((row) => row.state !== 'met');
  // A stale row hides nothing, but it states something about the target that is no longer true.
  return {
    expected: rows,
    exitCode: exitCode === EXIT_CODES.passed && isAnyUntrue ? EXIT_CODES.failed : exitCode,
  };
}

function stateOf(
  {rule, verdict, until}: Expectation,
  rules: RuleVerdict[],
  today: string,
): 'met' | 'stale' | 'expired' {
  if (until < today) return 'expired';
  const found = rules.find((one) => one.rule === rule);
  return found?.verdict === verdict ? 'met' : 'stale';
}
