import {rulesBlockedOnlyBy} from '../../../spec/blocked-rules.ts';
import {EXIT_CODES} from '../../../spec/exit-codes.ts';
import type {RuleVerdict, RunRecord} from '../../../spec/run-record.ts';
import type {Expectation} from '../../target/config.ts';
import {exitCodeOf} from './verdict.ts';

/**
 * Compares the verdicts of a run with the expectations in the configuration. A row that is met accepts
 * the failure of its rule, and what that alone leaves undecided; a stale row (the rule has another verdict now) or an expired one does not.
 * @param today YYYY-MM-DD
 * @param options.partial whether only some rules were selected: rows of others are neither met nor stale
 * @param options.quick whether a rule was tested at one of its places: if it passes there, its row is neither
 * @param options.acceptsNotExercised whether rules that were not exercised leave the exit code at 0
 */
export function compareExpectations(
  rules: RuleVerdict[],
  expected: Expectation[],
  today: string,
  {partial = false, quick = false, acceptsNotExercised = false} = {},
): {expected: RunRecord['expected']; exitCode: number} {
  const passed = new Set(rules.filter(({verdict}) => verdict === 'passed').map(({rule}) => rule));
  const rows = expected
    .filter((row) => !partial || rules.some((rule) => rule.rule === row.rule))
    .map((row) => ({...row, state: stateOf(row, rules, today)}))
    .filter(({rule, state}) => !(quick && state === 'stale' && passed.has(rule)));
  const met = rows.filter(({state}) => state === 'met').map(({rule}) => rule);
  const skipped = acceptsNotExercised ? rules.filter(isNotExercised).map(({rule}) => rule) : [];
  const blocked = rulesBlockedOnlyBy(new Set(met), rules).map(({rule}) => rule);
  const exitCode = exitCodeOf(rules, new Set([...met, ...blocked, ...skipped]));
  const hasUntrue = rows.some((row) => row.state !== 'met' && !isUndecided(row, rules));
  return {
    expected: rows,
    // A stale row hides nothing, but it states something about the target that is no longer true.
    exitCode: hasUntrue && exitCode !== EXIT_CODES.harnessError ? EXIT_CODES.failed : exitCode,
  };
}

const isNotExercised = ({verdict}: RuleVerdict): boolean => verdict === 'not-exercised';

/** Whether the run left open what the rule of a row does now: a retry may show that the row holds. */
const isUndecided = ({rule}: Expectation, rules: RuleVerdict[]): boolean =>
  rules.some((one) => one.rule === rule && one.verdict === 'inconclusive');

function stateOf(
  {rule, verdict, until}: Expectation,
  rules: RuleVerdict[],
  today: string,
): 'met' | 'stale' | 'expired' {
  if (until < today) return 'expired';
  const found = rules.find((one) => one.rule === rule);
  return found?.verdict === verdict ? 'met' : 'stale';
}
