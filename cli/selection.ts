import type {Specification} from '../spec/specification.ts';
import {UsageError} from '../spec/usage-error.ts';
import type {Api, Rule, RuleId} from '../spec/rule.ts';
import type {Check} from '../suites/language/check.ts';
import {nameAdvice, rulesNamed} from './rules-named.ts';

/**
 * The rules that `--only` selects, by id, chapter, API or last word of an id; all rules without `--only`.
 * @throws UsageError that suggests the most similar name, when a name matches nothing
 */
export function selectRules(
  specifications: Record<Api, Specification>,
  only: string[],
): Set<RuleId> {
  const rules = Object.values(specifications).flatMap((specification) => specification.rules);
  const chosen = only.length ? only.flatMap((name) => chosenBy(name, rules)) : rules;
  return new Set(chosen.map(({id}) => id));
}

function chosenBy(name: string, rules: Rule[]): Rule[] {
  const found = rulesNamed(name, rules);
  if (found.length) return found;
  if (name.includes(','))
    throw new UsageError(
      `--only ${name}: separate names by blanks: --only ${name.split(/[,\s]+/).join(' ')}`,
    );
  throw new UsageError(`--only ${name} matches no rule and no chapter; ${nameAdvice(name, rules)}`);
}

/** The checks of the rules that `--only` selects; all checks without `--only`. */
export function select(
  checks: Check[],
  specifications: Record<Api, Specification>,
  only: string[],
): Check[] {
  const wanted = selectRules(specifications, only);
  return only.length ? checks.filter((check) => wanted.has(check.rule)) : checks;
}
