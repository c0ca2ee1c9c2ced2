import {EXIT_CODES} from '../../../spec/exit-codes.ts';
import type {RuleVerdict, RunRecord} from '../../../spec/run-record.ts';
import type {Expectation} from '../../target/config.ts';
import {exitCodeOf} from './verdict.ts';

/**
 * Compares what a run found with the expectations in the configuration. A row that is met accepts
 * its rule; one that is stale (the rule has another verdict now) or expired accepts nothing.
 * @param today YYYY-MM-DD
 * @param partial only some rules were selected: rows of others are neither met nor stale
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
  // A stale row hides nothing, but it is a promise about this target that no longer holds.
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
