import type {Specification} from '../spec/specification.ts';
import {likeliest} from '../spec/likeliest.ts';
import {UsageError} from '../spec/profile.ts';
import type {Api, RuleId} from '../spec/rule.ts';
import type {Check} from '../suites/check.ts';

/**
 * The rules that `--only` names, by id or chapter; all of them when it names none.
 * @throws UsageError when a name matches nothing; it tells the nearest
 */
export function selectRules(
  specifications: Record<Api, Specification>,
  only: string[],
): Set<RuleId> {
  const rules = Object.values(specifications).flatMap((specification) => specification.rules);
  const wanted = new Set(only.length ? [] : rules.map((rule) => rule.id));
  for (const name of only) {
    const found = rules.filter(
      (rule) =>
        rule.id === name ||
        rule.chapter === name ||
        rule.api === name ||
        rule.id.startsWith(`${name}.`),
    );
    if (!found.length)
      throw new UsageError(
        `--only ${name} matches no rule and no chapter; did you mean ${likeliest(name, [...new Set(rules.flatMap((rule) => [rule.id, rule.chapter]))])}?`,
      );
    for (const rule of found) wanted.add(rule.id);
  }
  return wanted;
}

/** The checks of the rules that `--only` names; all of them when it names none. */
export function select(
  checks: Check[],
  specifications: Record<Api, Specification>,
  only: string[],
): Check[] {
  const wanted = selectRules(specifications, only);
  return only.length ? checks.filter((check) => wanted.has(check.rule)) : checks;
}
