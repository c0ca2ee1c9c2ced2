import type {RuleVerdict, RunRecord} from '../../spec/run-record.ts';
import type {Expectation} from '../target/config.ts';
import {exitCodeOf} from './verdict.ts';

/**
 * Holds what a run found against the configuration's expectations. A row that is met excuses its
 * rule; one that is stale (the rule has another verdict now) or expired excuses nothing.
 * @param today YYYY-MM-DD
 * @param partial only some rules were selected: rows of others are neither met nor stale
 */
export function settle(
  rules: RuleVerdict[],
  expected: Expectation[],
  today: string,
  partial = false,
): {expected: RunRecord['expected']; exitCode: number} {
  const rows = expected
    .filter((row) => !partial || rules.some((rule) => rule.rule === row.rule))
    .map((row) => {
      const found = rules.find((rule) => rule.rule === row.rule);
      const state =
        row.until < today
          ? ('expired' as const)
          : found?.verdict === row.verdict
            ? ('met' as const)
            : ('stale' as const);
      return {...row, state};
    });
  const exitCode = exitCodeOf(
    rules,
    new Set(rows.filter((row) => row.state === 'met').map((row) => row.rule)),
  );
  // A stale row hides nothing, but it is a promise about this target that no longer holds.
  return {
    expected: rows,
    exitCode: exitCode === 0 && rows.some((row) => row.state !== 'met') ? 1 : exitCode,
  };
}
