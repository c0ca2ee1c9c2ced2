import type {Api, RuleId} from '../../../spec/rule.ts';
import type {PlaceVerdict, RuleVerdict} from '../../../spec/run-record.ts';
import type {Specification} from '../../../spec/specification.ts';
import type {Check} from '../../check.ts';
import type {LineEvidence} from '../../target/codec/line-evidence.ts';
import {failuresOf, withoutConsequences} from './consequences.ts';
import {verdictsOf, withVerdicts, type Finding} from './findings.ts';
import type {Redaction} from '../evidence/redaction.ts';
import {explainedByLines} from '../judging/suspect-lines.ts';
import {placeVerdict, ruleVerdict} from './verdict.ts';

/** What a run was to decide. */
interface Scope {
  specifications: Record<Api, Specification>;
  checks: Check[];
  /** Rules that are reported even if no check decides them. */
  rules?: ReadonlySet<RuleId>;
}

/**
 * Groups what a run found by rule, in the order of the catalogue. Rules outside the scope are
 * reported only when a passive check found them broken.
 * @param lines what the run has shown about the lines of the profile
 */
export function groupByRule(
  findings: Finding[],
  {specifications, checks, rules}: Scope,
  redaction: Redaction,
  lines: LineEvidence,
): RuleVerdict[] {
  const inScope = new Set([...(rules ?? []), ...checks.map((check) => check.rule)]);
  const places = placesByRule(finallyExplained(findings, specifications, lines), redaction);
  const isBroken = (rule: RuleId): boolean =>
    places.get(rule)?.some(({verdict}) => verdict === 'failed') === true;
  return catalogueOf(specifications)
    .filter(({id}) => inScope.has(id) || isBroken(id))
    .map((rule) => ruleVerdict(rule, places.get(rule.id) ?? []));
}

/** Findings with what explains them at the end: lines of the profile, then other broken rules. */
const finallyExplained = (
  findings: Finding[],
  specifications: Record<Api, Specification>,
  lines: LineEvidence,
): Finding[] =>
  withoutConsequences(
    findings.map((finding) => withVerdicts(finding, (verdict) => explainedByLines(verdict, lines))),
    specifications,
  );

/** A failure that stands when all that a run has seen so far is compared. */
export interface StandingFailure {
  rule: RuleId;
  /** The check that failed; absent if a passive check found the rule broken. */
  check?: Check;
  verdict: PlaceVerdict;
}

/**
 * What a run has found broken so far: neither what a line of the profile may explain, nor the
 * consequences of another broken rule, nor rules of which the document only gives an example.
 */
export function failuresSoFar(
  findings: Finding[],
  specifications: Record<Api, Specification>,
  redaction: Redaction,
  lines: LineEvidence,
): StandingFailure[] {
  const levels = new Map(catalogueOf(specifications).map(({id, level}) => [id, level]));
  const judged = findings.filter(({rule}) => levels.get(rule) !== 'observed');
  return finallyExplained(judged, specifications, lines)
    .flatMap(failuresOf)
    .map(({finding: {rule}, check, verdict}) => ({
      rule,
      ...(check && {check}),
      verdict: redacted(verdict, redaction),
    }));
}

const catalogueOf = (specifications: Record<Api, Specification>): Specification['rules'] =>
  Object.values(specifications).flatMap(({rules}) => rules);

function placesByRule(findings: Finding[], redaction: Redaction): Map<RuleId, PlaceVerdict[]> {
  const places = new Map<RuleId, PlaceVerdict[]>();
  for (const finding of findings) {
    const verdicts = verdictsOf(finding);
    if (!verdicts.length) continue;
    const place = redacted(placeVerdict(verdicts), redaction);
    places.set(finding.rule, [...(places.get(finding.rule) ?? []), place]);
  }
  return places;
}

/** A verdict as reports may show it; its evidence was redacted when it was taken. */
const redacted = ({evidence, ...place}: PlaceVerdict, redaction: Redaction): PlaceVerdict => ({
  ...redaction.texts(place),
  ...(evidence && {evidence}),
});
