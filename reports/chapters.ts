import type {RuleVerdict} from '../spec/run-record.ts';

/** The rules of a run by chapter, in the order in which the chapters first occur. */
export function byChapter(
  rules: readonly RuleVerdict[],
): [chapter: string, rules: RuleVerdict[]][] {
  const chapters = new Map<string, RuleVerdict[]>();
  for (const rule of rules)
    chapters.set(rule.chapter, [...(chapters.get(rule.chapter) ?? []), rule]);
  return [...chapters];
}

/** The number of observations that could have refuted some rules. */
export const witnessesOf = (rules: readonly RuleVerdict[]): number =>
  rules.reduce((total, {witnesses}) => total + witnesses, 0);
