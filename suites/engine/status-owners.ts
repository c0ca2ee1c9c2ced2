import type {RuleId, Api} from '../../spec/rule.ts';
import type {PlaceVerdict, Violation} from '../../spec/run-record.ts';
import type {Specification} from '../../spec/specification.ts';
import {statusRule} from './observe.ts';

/**
 * Leaves a wrong status to one rule: the first that is about it. Other rules that found nothing else
 * wrong are blocked by that rule.
 * @param places verdicts of all rules; changed in place
 */
export function leaveStatusesToOwners(
  places: Map<RuleId, PlaceVerdict[]>,
  specifications: Record<Api, Specification>,
): void {
  const failed = failedStatuses(places);
  for (const [rule, verdicts] of places)
    places.set(
      rule,
      verdicts.map((verdict) => {
        const owner = ownerOf(verdict, specifications);
        const isLeft = owner && owner.rule !== rule && failed.has(`${owner.rule} ${owner.key}`);
        if (!owner || !isLeft) return verdict;
        return {
          ...verdict,
          verdict: 'inconclusive',
          blockedBy: owner.rule,
          reason: `blocked by ${owner.rule}: expected ${owner.violation.expected}, got ${owner.violation.got}`,
        };
      }),
    );
}

/** The rules that failed by a wrong status of a situation: `rule operation situation`. */
function failedStatuses(places: ReadonlyMap<RuleId, PlaceVerdict[]>): Set<string> {
  const failed = [...places].flatMap(([rule, verdicts]) =>
    verdicts
      .filter(({verdict}) => verdict === 'failed')
      .flatMap(({violations}) => violations.flatMap(keyOf))
      .map((key) => `${rule} ${key}`),
  );
  return new Set(failed);
}

const keyOf = ({op, statusOf}: Violation): string[] =>
  statusOf === undefined ? [] : [`${op} ${statusOf}`];

/** The rule about a status, where nothing but that status is wrong. */
function ownerOf(
  {verdict, violations}: PlaceVerdict,
  specifications: Record<Api, Specification>,
): {rule: RuleId; key: string; violation: Violation} | undefined {
  const [violation] = violations;
  const isStatusAlone = violations.every(({statusOf}) => statusOf !== undefined);
  if (verdict !== 'failed' || !violation?.statusOf || !isStatusAlone) return undefined;
  const {op = '', statusOf: situation} = violation;
  const rule = statusRule(specifications, op, situation);
  return rule === undefined ? undefined : {rule, key: `${op} ${situation}`, violation};
}
