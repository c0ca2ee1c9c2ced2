import type {RuleId} from '../../../spec/rule.ts';
import type {PlaceVerdict, RuleVerdict, Supply} from '../../../spec/run-record.ts';

/** A rule with what its places lack. */
type RuleThatLacks = Pick<RuleVerdict, 'rule' | 'verdict'> & {
  places: Pick<PlaceVerdict, 'lacks'>[];
};

/** The effect of supplying one thing, or some things together, while it is counted. */
interface Count {
  things: readonly string[];
  rules: Set<RuleId>;
  places: number;
  placesWithMore: number;
}

/**
 * What to supply to a target so that a run decides more, with the effect of each thing by itself, and of things that
 * decide rules only together. Those that decide the most rules for each thing come first, then those that decide
 * the most places.
 */
export function supplyOf(rules: readonly RuleThatLacks[]): Supply[] {
  const counts = new Map<string, Count>();
  const countOf = (things: readonly string[]): Count => {
    const key = JSON.stringify(things);
    const count = counts.get(key) ?? {things, rules: new Set(), places: 0, placesWithMore: 0};
    counts.set(key, count);
    return count;
  };
  for (const {rule, verdict, places} of rules) {
    const byPlace = places.map(({lacks = []}) => lacks);
    for (const ways of byPlace) countPlace(ways, countOf);
    if (verdict !== 'not-exercised') continue;
    for (const things of leastOf(byPlace.flat())) countOf(things).rules.add(rule);
  }
  return [...counts.values()]
    .filter(({things, rules: decided}) => things.length === 1 || decided.size > 0)
    .sort(byWhatIsDecided)
    .map(({things, rules: decided, ...count}) => ({
      ...count,
      what: things.join(' and '),
      rules: [...decided],
    }));
}

/**
 * Counts a place.
 * @param ways what each way of its set-up lacks
 */
function countPlace(
  ways: readonly (readonly string[])[],
  countOf: (things: readonly string[]) => Count,
): void {
  const sets = leastOf(ways);
  for (const things of sets) countOf(things).places += 1;
  const enough = sets.filter(({length}) => length === 1).flat();
  const withMore = [...new Set(ways.flat())].filter((thing) => !enough.includes(thing));
  for (const thing of withMore) countOf([thing]).placesWithMore += 1;
}

/** What ways lack, sorted and each once, without what includes all that another way lacks. */
function leastOf(ways: readonly (readonly string[])[]): string[][] {
  const sets = ways.map((way) => [...new Set(way)].toSorted());
  const unique = [...new Map(sets.map((one) => [JSON.stringify(one), one])).values()];
  const includes = (one: readonly string[], other: readonly string[]): boolean =>
    other.length < one.length && other.every((thing) => one.includes(thing));
  return unique.filter((one) => !unique.some((other) => includes(one, other)));
}

const rulesForEach = ({rules, things}: Count): number => rules.size / things.length;

const byWhatIsDecided = (a: Count, b: Count): number =>
  rulesForEach(b) - rulesForEach(a) || b.places - a.places || b.placesWithMore - a.placesWithMore;
