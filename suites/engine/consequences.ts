import type {Api, Rule, RuleId} from '../../spec/rule.ts';
import type {PlaceVerdict, Violation} from '../../spec/run-record.ts';
import type {Specification} from '../../spec/specification.ts';
import type {Check} from '../check.ts';
import type {Finding} from './findings.ts';
import {successRule} from './observe.ts';

/** A failure that a run saw: of a check, or of a response in passing (then `check` is absent). */
interface Failure {
  finding: Finding;
  check?: Check;
  verdict: PlaceVerdict;
}

/**
 * One fault of a deployment breaks one rule, and may spoil what other checks see. A failure that is
 * only the consequence of another broken rule becomes inconclusive and names that rule:
 *
 * 1. A check failed whose rule presupposes the broken rule (`restsOn`).
 * 2. A check failed only because an operation did not answer its success, and the operation never
 *    did in this run: the rule about the success of the operation is broken.
 * 3. A check of the contract's table failed because a request that has to succeed got a refusal,
 *    although the operation succeeded otherwise: another rule, whose check got the same response,
 *    says what was particular about the request.
 * 4. A check failed at a member that breaks a rule of its own in responses of the same operation, or
 *    because a refusal has no reason by which it could be told.
 * 5. A check failed for one class of values only, while the rule that such values are taken and kept
 *    is broken.
 * 6. A refusal is wrong in the same way as that of the same situation at another operation, which an
 *    earlier rule is about: the refusal is made in one place.
 * 7. A sequence of a model failed while another rule of its API is broken: a model compares
 *    everything, so it meets every fault again.
 *
 * What was seen stays beside the reason. A rule whose failures are all consequences blames nobody.
 */
export function withoutConsequences(
  findings: Finding[],
  specifications: Record<Api, Specification>,
): Finding[] {
  const rules = Object.values(specifications).flatMap((one) => one.rules);
  const causes = new Causes(findings, rules, specifications);
  return findings.map((finding) => {
    const settled = <V extends PlaceVerdict>(verdict: V, check?: Check): V => {
      const cause = causes.firstOf({finding, verdict, ...(check && {check})});
      return cause ? asConsequence(verdict, cause) : verdict;
    };
    const decisions = [...finding.decisions].map(
      ([check, verdict]) => [check, settled(verdict, check)] as const,
    );
    return {
      ...finding,
      decisions: new Map(decisions),
      ...(finding.broken && {broken: settled(finding.broken)}),
    };
  });
}

/** A failure as the consequence of a broken rule. */
const asConsequence = <V extends PlaceVerdict>(verdict: V, blockedBy: RuleId): V => ({
  ...verdict,
  verdict: 'inconclusive',
  reason: `blocked by ${blockedBy}: while that rule is broken, this failure may be its consequence`,
  blocked: true,
  blockedBy,
});

/** Finds the broken rule of which a failure is the consequence. */
class Causes {
  readonly #rules: ReadonlyMap<RuleId, Rule>;
  readonly #specifications: Record<Api, Specification>;
  readonly #failures: Failure[];
  readonly #failing: ReadonlySet<RuleId>;
  readonly #findings: Finding[];

  constructor(findings: Finding[], rules: Rule[], specifications: Record<Api, Specification>) {
    this.#findings = findings;
    this.#specifications = specifications;
    this.#rules = new Map(rules.map((rule) => [rule.id, rule]));
    this.#failures = findings
      .flatMap(failuresOf)
      .filter(({finding}) => this.#rules.get(finding.rule)?.level !== 'observed');
    this.#failing = new Set(this.#failures.map(({finding}) => finding.rule));
  }

  /**
   * The broken rule at the beginning of the chain that leads to a failure; undefined for what failed
   * by itself, or not at all, and for rules that presuppose each other.
   */
  firstOf(failure: Failure): RuleId | undefined {
    const passed = new Set([failure.finding.rule]);
    let cause = this.#of(failure);
    while (cause !== undefined) {
      if (passed.has(cause)) return undefined;
      passed.add(cause);
      const next = this.#behind(cause);
      if (next === undefined) return cause;
      cause = next;
    }
    return undefined;
  }

  /** The rule behind a broken rule all of whose failures are consequences. */
  #behind(rule: RuleId): RuleId | undefined {
    const failures = this.#failures.filter(({finding}) => finding.rule === rule);
    const causes = failures.map((failure) => this.#of(failure));
    return causes.every(Boolean) ? causes[0] : undefined;
  }

  #of(failure: Failure): RuleId | undefined {
    if (failure.verdict.verdict !== 'failed') return undefined;
    const {check} = failure;
    return (
      this.#foundation(failure) ??
      this.#brokenValues(failure) ??
      (check && this.#brokenSuccess({...failure, check})) ??
      (check && this.#particularRule({...failure, check})) ??
      (check && this.#brokenForm({...failure, check})) ??
      (check && this.#sameRefusal({...failure, check})) ??
      (check && this.#brokenElsewhere({...failure, check}))
    );
  }

  #foundation({finding}: Failure): RuleId | undefined {
    const foundations = [...finding.decisions.keys()].flatMap(({restsOn = []}) => restsOn);
    return foundations.find((one) => one !== finding.rule && this.#failing.has(one));
  }

  #brokenValues({finding, verdict: {onlyWith}}: Failure): RuleId | undefined {
    if (!onlyWith || onlyWith.rule === finding.rule) return undefined;
    return this.#failing.has(onlyWith.rule) ? onlyWith.rule : undefined;
  }

  /** The rule about the success of an operation that never succeeded. */
  #brokenSuccess({check, verdict: {violations}}: Failure & {check: Check}): RuleId | undefined {
    const broken = violations.map((violation) => this.#successRuleOf(violation));
    const [first] = broken;
    return broken.every((rule) => rule !== undefined && rule !== check.rule) ? first : undefined;
  }

  #successRuleOf({op = '', wanted = []}: Violation): RuleId | undefined {
    const rules = wanted.flatMap((one) => successRule(this.#specifications, op, one) ?? []);
    return rules.find((rule) => this.#failing.has(rule) && !this.#isShown(rule, op));
  }

  /** Whether responses have shown the success of an operation, whatever its own check saw. */
  #isShown(rule: RuleId, op: string): boolean {
    return this.#findings.some(
      ({rule: its, place, witnesses}) =>
        its === rule && place.startsWith(`${op} `) && witnesses.length > 0,
    );
  }

  #particularRule({check, verdict: {violations}}: Failure & {check: Check}): RuleId | undefined {
    if (!check.table || !violations.every((one) => this.#wantsSuccess(one))) return undefined;
    return this.#failures.find(
      (other) =>
        other.check &&
        !other.check.table &&
        !other.check.sequence &&
        other.finding.rule !== check.rule &&
        violations.every((one) => other.verdict.violations.some((its) => isSame(one, its))),
    )?.finding.rule;
  }

  /** Whether a request should have succeeded, of an operation that does succeed. */
  #wantsSuccess(violation: Violation): boolean {
    const {op = '', wanted = []} = violation;
    const isSuccess = wanted.some((one) => successRule(this.#specifications, op, one));
    return isSuccess && this.#successRuleOf(violation) === undefined;
  }

  /** The rule of the member that a check is about, or of the reason that a refusal lacks. */
  #brokenForm({check, verdict: {violations}}: Failure & {check: Check}): RuleId | undefined {
    const broken = violations.map((violation) => this.#ruleOfForm(violation));
    const [first] = broken;
    return broken.every((rule) => rule !== undefined && rule !== check.rule) ? first : undefined;
  }

  #ruleOfForm({op, pointer, wanted}: Violation): RuleId | undefined {
    const member = wanted ? '/reason' : pointer;
    if (member === undefined) return undefined;
    return this.#failures.find(
      ({check, verdict}) =>
        !check && verdict.violations.some((one) => one.op === op && one.pointer === member),
    )?.finding.rule;
  }

  /** The earlier rule whose check met the same wrong refusal at another operation. */
  #sameRefusal({check, verdict: {violations}}: Failure & {check: Check}): RuleId | undefined {
    if (!violations.length) return undefined;
    const own = this.#failures.findIndex(({finding}) => finding.rule === check.rule);
    return this.#failures
      .slice(0, own)
      .find(
        (other) =>
          other.check &&
          !other.check.sequence &&
          !other.check.restsOn?.includes(check.rule) &&
          violations.every((one) =>
            other.verdict.violations.some((its) => isSameRefusal(one, its)),
          ),
      )?.finding.rule;
  }

  #brokenElsewhere({check}: Failure & {check: Check}): RuleId | undefined {
    if (!check.sequence) return undefined;
    const api = this.#rules.get(check.rule)?.api;
    return this.#failures.find(
      (other) => !other.check?.sequence && this.#rules.get(other.finding.rule)?.api === api,
    )?.finding.rule;
  }
}

/** The failures at a place: of its checks, then what a response broke in passing. */
const failuresOf = (finding: Finding): Failure[] =>
  [
    ...[...finding.decisions].map(([check, verdict]) => ({finding, check, verdict})),
    ...(finding.broken ? [{finding, verdict: finding.broken}] : []),
  ].filter(({verdict}) => verdict.verdict === 'failed');

/** Whether the refusal of one situation is wrong in the same way at two operations. */
const isSameRefusal = (one: Violation, other: Violation): boolean =>
  one.op !== other.op &&
  one.got === other.got &&
  situationsOf(one).some((situation) => situationsOf(other).includes(situation));

/** The situations whose refusal a violation is about. */
const situationsOf = ({statusOf, wanted = []}: Violation): string[] =>
  statusOf === undefined ? wanted : [statusOf];

/** Whether two violations are the same response of an operation where the same was wanted. */
const isSame = (one: Violation, other: Violation): boolean =>
  one.op === other.op &&
  one.got === other.got &&
  (one.wanted ?? []).some((situation) => other.wanted?.includes(situation));
