import {rulesBlockedBy} from '../spec/blocked-rules.ts';
import type {PlaceVerdict, RuleVerdict, RunRecord} from '../spec/run-record.ts';
import {acceptedRules} from './exceptions.ts';
import {presentRules} from './scope.ts';

/** Failed rules that one fault explains, and the rules that it makes undecidable. */
export interface Cause {
  /**
   * The failed rules. Rules of one cause were broken by equal responses to one operation. The first one is the rule
   * that others name as what blocks them.
   */
  failed: RuleVerdict[];
  /** The rules that are undecided because of them. */
  blocked: RuleVerdict[];
}

/**
 * Groups the failures by cause: rules with a violation of the same signature (operation, expected, got), or with a
 * server error of the same operation, are in one group. The cause that blocks most comes first. Failures that the
 * configuration accepts are left out.
 */
export function causesOf(record: RunRecord): Cause[] {
  const accepted = acceptedRules(record);
  const rules = presentRules(record);
  const failed = rules.filter(({rule, verdict}) => verdict === 'failed' && !accepted.has(rule));
  const groups = groupedBySignature(failed);
  const blocks = ({rule}: RuleVerdict): number =>
    rules.filter((one) => one.blockedBy === rule).length;
  const causes = groups.map((group) => ({
    failed: group.toSorted((a, b) => blocks(b) - blocks(a)),
    blocked: rulesBlockedBy(
      group.map(({rule}) => rule),
      rules,
    ),
  }));
  return causes.sort((a, b) => b.blocked.length - a.blocked.length);
}

/** The rules of a cause, and those that they block. */
export const explained = (causes: readonly Cause[]): ReadonlySet<string> =>
  new Set(causes.flatMap(({failed, blocked}) => [...failed, ...blocked].map(({rule}) => rule)));

/** Groups rules so that rules with a common signature are in one group. */
function groupedBySignature(rules: readonly RuleVerdict[]): RuleVerdict[][] {
  let groups: {signatures: Set<string>; rules: RuleVerdict[]}[] = [];
  for (const rule of rules) {
    const signatures = signaturesOf(rule);
    const touching = groups.filter((group) =>
      [...signatures].some((one) => group.signatures.has(one)),
    );
    const [first] = touching;
    if (!first) {
      groups.push({signatures, rules: [rule]});
      continue;
    }
    const merged = {
      signatures: new Set([...touching.flatMap((group) => [...group.signatures]), ...signatures]),
      rules: [...touching.flatMap((group) => group.rules), rule],
    };
    groups = groups.flatMap((group) => {
      if (group === first) return [merged];
      return touching.includes(group) ? [] : [group];
    });
  }
  return groups.map((group) => group.rules);
}

const signaturesOf = ({places}: RuleVerdict): Set<string> =>
  new Set(places.filter(({verdict}) => verdict === 'failed').flatMap(signaturesAt));

/** A text that is equal for violations with probably the same cause: the same response, for the same reason. */
const signaturesAt = ({violations, evidence}: PlaceVerdict): string[] =>
  violations.map(({step, expected, got}) => {
    const exchange = evidence?.exchanges.findLast((one) => one.step === step);
    const op = exchange?.op ?? '';
    if (exchange && exchange.status >= 500) return JSON.stringify([op, exchange.status]);
    return JSON.stringify([op, expected, got]);
  });
