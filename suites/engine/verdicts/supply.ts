import type {RuleId} from '../../../spec/rule.ts';
import type {PlaceVerdict, RuleVerdict, Supply} from '../../../spec/run-record.ts';

/** A rule with what its places lack. */
type RuleThatLacks = Pick<RuleVerdict, 'rule' | 'verdict'> & {
  places: Pick<PlaceVerdict, 'lacks'>[];
};

/** The effect of one missing thing, while it is counted. */
interface Count {
  rules: Set<RuleId>;
  places: number;
  placesWithMore: number;
}

/**
 * What to supply to a target so that a run decides more, with the effect of each thing by itself: things
 * that decide the most rules come first, then those that decide the most places.
 */
export function supplyOf(rules: readonly RuleThatLacks[]): Supply[] {
  const counts = new Map<string, Count>();
  for (const {rule, verdict, places} of rules)
    for (const {lacks = []} of places) {
      for (const what of new Set(lacks.flat())) {
        const count = counts.get(what) ?? {rules: new Set(), places: 0, placesWithMore: 0};
        counts.set(what, count);
        const isEnough = lacks.some((way) => way.every((one) => one === what));
        if (isEnough) count.places += 1;
        else count.placesWithMore += 1;
        if (isEnough && verdict === 'not-exercised') count.rules.add(rule);
      }
    }
  return [...counts]
    .map(([what, count]) => ({...count, what, rules: [...count.rules]}))
    .sort(byWhatIsDecided);
}

const byWhatIsDecided = (a: Supply, b: Supply): number =>
  b.rules.length - a.rules.length || b.places - a.places || b.placesWithMore - a.placesWithMore;
