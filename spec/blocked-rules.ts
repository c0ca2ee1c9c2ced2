import type {RuleId} from './rule.ts';
import type {RuleVerdict} from './run-record.ts';

/**
 * The undecided rules that are blocked by others, directly or through further undecided rules.
 * @param causes ids of the rules that block them
 */
export function rulesBlockedBy(
  causes: Iterable<RuleId>,
  rules: readonly RuleVerdict[],
): RuleVerdict[] {
  const known = new Set(causes);
  const undecided = rules.filter(({rule, verdict}) => verdict !== 'failed' && !known.has(rule));
  const blocked = new Set<RuleVerdict>();
  let size = -1;
  while (size !== blocked.size) {
    size = blocked.size;
    for (const one of undecided)
      if (one.blockedBy !== undefined && known.has(one.blockedBy)) {
        blocked.add(one);
        known.add(one.rule);
      }
  }
  return [...blocked];
}

/** Those of them that have no other reason at any of their places. */
export function rulesBlockedOnlyBy(
  causes: ReadonlySet<RuleId>,
  rules: readonly RuleVerdict[],
): RuleVerdict[] {
  const blocked = rulesBlockedBy(causes, rules);
  const known = new Set([...causes, ...blocked.map(({rule}) => rule)]);
  return blocked.filter(({places}) =>
    places.every(
      ({verdict, blockedBy}) =>
        verdict !== 'inconclusive' || (blockedBy !== undefined && known.has(blockedBy)),
    ),
  );
}
