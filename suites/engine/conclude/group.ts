import type {Api, RuleId} from '../../../spec/rule.ts';
import type {PlaceVerdict, RuleVerdict} from '../../../spec/run-record.ts';
import type {Specification} from '../../../spec/specification.ts';
import type {Check} from '../../language/check.ts';
import type {LineEvidence} from '../../target/codec/line-evidence.ts';
import type {RoleDoubts} from '../judge/role-doubt.ts';
import {failuresOf, withoutConsequences} from './consequences.ts';
import {verdictsOf, withVerdicts, type PlaceResult} from '../judge/place-results.ts';
import type {Redaction} from '../evidence/redaction.ts';
import {explained} from '../judge/explanation.ts';
import type {HookEvidence} from '../judge/hook-evidence.ts';
import {explainedByLines} from '../judge/suspect-lines.ts';
import {withRolesInDoubt} from './roles-in-doubt.ts';
import {withTrueBlocks} from './true-blocks.ts';
import {placeVerdict, ruleVerdict} from './verdict.ts';

/** The scope of a run. */
interface Scope {
  specifications: Record<Api, Specification>;
  checks: Check[];
  /** Rules that are reported even if no check decides them. */
  rules?: ReadonlySet<RuleId>;
  /** The roles whose credentials may be wrong. */
  doubtfulRoles?: RoleDoubts;
  /** What the run has seen of the effects of hooks. */
  hooks?: HookEvidence;
}

/**
 * Groups the results of a run by rule, in the order of the catalogue. Rules outside the scope are
 * reported only when a passive check found them broken.
 * @param lines the evidence of the run about the lines of the profile
 */
export function groupByRule(
  placeResults: PlaceResult[],
  {specifications, checks, rules, doubtfulRoles, hooks}: Scope,
  redaction: Redaction,
  lines: LineEvidence,
): RuleVerdict[] {
  const inScope = new Set([...(rules ?? []), ...checks.map((check) => check.rule)]);
  const results = withRolesInDoubt(
    finallyExplained(withoutBrokenHooks(placeResults, hooks), specifications, lines),
    doubtfulRoles,
  );
  const places = placesByRule(results, redaction);
  const isBroken = (rule: RuleId): boolean =>
    places.get(rule)?.some(({verdict}) => verdict === 'failed') === true;
  const reported = catalogueOf(specifications).filter(({id}) => inScope.has(id) || isBroken(id));
  return withTrueBlocks(places, (all) =>
    reported.map((rule) => ruleVerdict(rule, all.get(rule.id) ?? [])),
  );
}

/** The results without the failures that a broken hook explains. */
const withoutBrokenHooks = (placeResults: PlaceResult[], hooks?: HookEvidence): PlaceResult[] =>
  hooks
    ? placeResults.map((placeResult) =>
        withVerdicts(placeResult, (verdict) =>
          explained(verdict, verdict.verdict === 'failed' ? hooks.explain(verdict) : undefined),
        ),
      )
    : placeResults;

/** The results after the last explanations: by lines of the profile, then by other broken rules. */
const finallyExplained = (
  placeResults: PlaceResult[],
  specifications: Record<Api, Specification>,
  lines: LineEvidence,
): PlaceResult[] =>
  withoutConsequences(
    placeResults.map((placeResult) =>
      withVerdicts(placeResult, (verdict) => explainedByLines(verdict, lines)),
    ),
    specifications,
  );

/** A failure that nothing in the run so far explains. */
export interface StandingFailure {
  rule: RuleId;
  /** The check that failed; absent if a passive check found the rule broken. */
  check?: Check;
  verdict: PlaceVerdict;
}

/**
 * The failures of a run so far, without those that a line of the profile may explain, without
 * consequences of other broken rules, and without rules that are only an example in the document.
 */
export function failuresSoFar(
  placeResults: PlaceResult[],
  specifications: Record<Api, Specification>,
  redaction: Redaction,
  lines: LineEvidence,
): StandingFailure[] {
  const levels = new Map(catalogueOf(specifications).map(({id, level}) => [id, level]));
  const judged = placeResults.filter(({rule}) => levels.get(rule) !== 'observed');
  return finallyExplained(judged, specifications, lines)
    .flatMap(failuresOf)
    .map(({placeResult: {rule}, check, verdict}) => ({
      rule,
      ...(check && {check}),
      verdict: redacted(verdict, redaction),
    }));
}

const catalogueOf = (specifications: Record<Api, Specification>): Specification['rules'] =>
  Object.values(specifications).flatMap(({rules}) => rules);

function placesByRule(
  placeResults: PlaceResult[],
  redaction: Redaction,
): Map<RuleId, PlaceVerdict[]> {
  const places = new Map<RuleId, PlaceVerdict[]>();
  for (const placeResult of placeResults) {
    const verdicts = verdictsOf(placeResult);
    if (!verdicts.length) continue;
    const place = redacted(placeVerdict(verdicts), redaction);
    places.set(placeResult.rule, [...(places.get(placeResult.rule) ?? []), place]);
  }
  return places;
}

/** A verdict as reports may show it; its evidence was redacted when it was recorded. */
const redacted = ({evidence, ...place}: PlaceVerdict, redaction: Redaction): PlaceVerdict => ({
  ...redaction.texts(place),
  ...(evidence && {evidence}),
});
