import type {Law} from '../spec/law.ts';
import {UsageError} from '../spec/profile.ts';
import type {Api} from '../spec/rule.ts';
import type {Check} from '../suites/check.ts';

/**
 * The checks that `--only` names: rules or chapters.
 * @throws UsageError when a name matches nothing; it tells the nearest
 */
export function select(checks: Check[], laws: Record<Api, Law>, only: string[]): Check[] {
  if (!only.length) return checks;
  const rules = Object.values(laws).flatMap((law) => law.rules);
  const wanted = new Set<string>();
  for (const name of only) {
    const found = rules.filter((rule) => rule.id === name || rule.chapter === name || rule.api === name || rule.id.startsWith(`${name}.`));
    if (!found.length) throw new UsageError(`--only ${name} matches no rule and no chapter; did you mean ${nearest(name, [...new Set(rules.flatMap((rule) => [rule.id, rule.chapter]))])}?`);
    for (const rule of found) wanted.add(rule.id);
  }
  return checks.filter((check) => wanted.has(check.rule));
}

/** The name that shares most with what was typed. */
export function nearest(typed: string, names: string[]): string {
  const pairs = (text: string): Set<string> => new Set(Array.from({length: Math.max(0, text.length - 1)}, (_, i) => text.slice(i, i + 2)));
  const wanted = pairs(typed);
  const score = (name: string): number => {
    const have = pairs(name);
    return [...wanted].filter((pair) => have.has(pair)).length / (wanted.size + have.size || 1);
  };
  return names.reduce((best, name) => (score(name) > score(best) ? name : best), names[0] ?? '');
}
