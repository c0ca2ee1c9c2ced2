import type {RuleId} from '../spec/rule.ts';
import type {PlaceVerdict, RuleVerdict} from '../spec/run-record.ts';

/** A place of a rule at which a verdict lets go what was seen. */
export interface LetGo {
  rule: RuleId;
  place: string;
  why: string;
}

/**
 * The invariants of a verdict: a rule that blocks others has failed itself or is undecided for a cause outside of the
 * deployment, every chain of such rules ends at one of the two, and what was seen is explained.
 * @returns the places that break one of them; none if the run is as it has to be
 */
export function lettingGo(rules: readonly RuleVerdict[]): LetGo[] {
  const byId = new Map(rules.map((one) => [one.rule, one]));
  return rules.flatMap(({rule, places}) =>
    places.filter(isInconclusive).flatMap((place) => {
      const why = problemOf(place, byId);
      return why === undefined ? [] : [{rule, place: place.place, why}];
    }),
  );
}

/**
 * The places at which a run without any failed rule saw a violation, or was refused what has to succeed: on a deployment
 * with a fault, and without a cause outside of it, such a run has let the fault go.
 */
export function seenWithoutFailure(rules: readonly RuleVerdict[]): LetGo[] {
  if (rules.some(({verdict}) => verdict === 'failed')) return [];
  return rules.flatMap(({rule, places}) =>
    places
      .filter((one) => isInconclusive(one) && (one.violations.length > 0 || one.blocked === true))
      .map(({place, reason = ''}) => ({rule, place, why: `seen, and no rule failed: ${reason}`})),
  );
}

const isInconclusive = ({verdict}: PlaceVerdict): boolean => verdict === 'inconclusive';

function problemOf(
  {blockedBy, violations, reason}: PlaceVerdict,
  byId: ReadonlyMap<RuleId, RuleVerdict>,
): string | undefined {
  if (blockedBy !== undefined) return problemOfChain(blockedBy, byId);
  return violations.length && !reason
    ? 'a violation without a reason why it fails nothing'
    : undefined;
}

/** Why a chain of blocking rules does not end at a cause; undefined if it does. */
function problemOfChain(first: RuleId, byId: ReadonlyMap<RuleId, RuleVerdict>): string | undefined {
  const seen = new Set<RuleId>();
  for (let id = first; ;) {
    if (seen.has(id)) return `blocked in a circle: ${[...seen, id].join(', ')}`;
    seen.add(id);
    const blocking = byId.get(id);
    if (!blocking) return `blocked by ${id}, which the run does not report`;
    if (blocking.verdict === 'failed') return undefined;
    if (blocking.verdict !== 'inconclusive') return `blocked by ${id}, which ${blocking.verdict}`;
    const open = blocking.places.filter(isInconclusive);
    const next = open.every((one) => one.blockedBy !== undefined) ? open[0]?.blockedBy : undefined;
    if (next === undefined) return undefined;
    id = next;
  }
}
