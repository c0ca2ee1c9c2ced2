import {quantity} from '../spec/quantity.ts';
import type {PlaceVerdict, RuleVerdict, RunRecord, Supply, Verdict} from '../spec/run-record.ts';
import {causesOf, explained} from './causes.ts';
import {acceptedRules} from './exceptions.ts';
import {presentRules} from './scope.ts';

/** A reason that several rules have in common, with the rules. */
export interface SharedReason {
  reason: string;
  rules: string[];
}

/** What a run could not decide, and what would decide it. */
export interface Undecided {
  /** The undecided rules that no cause explains and that the configuration does not accept. */
  rules: RuleVerdict[];
  /** How many there are, in words; undefined if there are none. */
  heading: string | undefined;
  /** What to supply, the most useful first. */
  supply: Supply[];
  /** Why rules are inconclusive, each reason once. */
  inconclusive: SharedReason[];
  /** Why rules were not exercised although nothing can be supplied, each reason once. */
  notExercised: SharedReason[];
  /** Why rules do not apply to the target, each reason once. */
  notApplicable: SharedReason[];
}

/** Collects what a run could not decide. Rules that a failure blocks are listed with the failure. */
export function undecidedOf(record: RunRecord): Undecided {
  const known = explained(causesOf(record));
  const accepted = acceptedRules(record);
  const others = presentRules(record).filter(({rule}) => !known.has(rule) && !accepted.has(rule));
  const isOpen = ({verdict}: RuleVerdict): boolean =>
    verdict === 'inconclusive' || verdict === 'not-exercised' || verdict === 'harness-error';
  const isNotApplicable = ({verdict}: RuleVerdict): boolean => verdict === 'not-applicable';
  const rules = others.filter(isOpen);
  const count = quantity(rules.length, known.size ? 'other rule' : 'rule');
  return {
    rules,
    heading: rules.length ? `${count} not decided` : undefined,
    supply: record.supply,
    inconclusive: sharedReasons(others, 'inconclusive'),
    notExercised: sharedReasons(rules, 'not-exercised'),
    notApplicable: sharedReasons(others.filter(isNotApplicable), 'not-applicable'),
  };
}

/**
 * The reasons for a verdict, each once. Places for which something has to be supplied are left out, because they are
 * in the list of things to supply.
 */
function sharedReasons(rules: readonly RuleVerdict[], shared: Verdict): SharedReason[] {
  const rulesByReason = new Map<string, Set<string>>();
  for (const rule of rules)
    for (const {verdict, lacks = [], reason = 'no reason'} of decisionsOf(rule)) {
      if (verdict !== shared || lacks.length) continue;
      const known = rulesByReason.get(reason) ?? new Set();
      rulesByReason.set(reason, known.add(rule.rule));
    }
  return [...rulesByReason].map(([reason, ids]) => ({reason, rules: [...ids]}));
}

/** The verdicts of a rule at its places, or of the rule as a whole when it has none. */
const decisionsOf = ({
  places,
  verdict,
  reason,
}: RuleVerdict): Pick<PlaceVerdict, 'verdict' | 'reason' | 'lacks'>[] =>
  places.length ? places : [{verdict, ...(reason !== undefined && {reason})}];

/** Describes what supplying a thing would achieve. */
export const supplyText = ({rules, places}: Supply): string =>
  rules.length
    ? `decides ${quantity(rules.length, 'rule')}, at ${quantity(places, 'place')}`
    : `decides ${quantity(places, 'more place')}`;
