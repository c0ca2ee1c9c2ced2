import type {RuleId} from '../../../spec/rule.ts';
import type {Supply} from '../../../spec/run-record.ts';
import type {Check} from '../../language/check.ts';
import {supplyOf} from './supply.ts';
import type {PreparedScene} from './prepare.ts';

/** What a place lacks, for each way of its set-up; undefined if it lacks nothing. */
type Lacks = string[][] | undefined;

/**
 * What to supply so that a run decides more, as its report will say: computed from the planned scenes, before
 * anything is sent.
 */
export function plannedSupply(
  prepared: readonly PreparedScene[],
  checks: readonly Check[],
  apis: readonly string[],
): Supply[] {
  const scenes = new Map(
    prepared.filter(({api}) => apis.includes(api)).map((scene) => [scene.id, scene]),
  );
  const byRule = new Map<RuleId, Map<string, Lacks>>();
  for (const {rule, place, scene} of checks) {
    const planned = scenes.get(scene.id);
    if (!planned || planned.unavailable?.isAbsent) continue;
    const places = byRule.get(rule) ?? new Map<string, Lacks>();
    byRule.set(rule, places);
    places.set(place, places.get(place) ?? planned.unavailable?.lacks);
  }
  return supplyOf([...byRule].map(([rule, places]) => asVerdict(rule, [...places.values()])));
}

/** A rule as it will be if all that lacks nothing passes. */
const asVerdict = (rule: RuleId, places: Lacks[]): Parameters<typeof supplyOf>[0][number] => ({
  rule,
  verdict: places.every((lacks) => lacks) ? 'not-exercised' : 'passed',
  places: places.map((lacks) => (lacks ? {lacks} : {})),
});
