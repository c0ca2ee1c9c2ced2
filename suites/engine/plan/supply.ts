import type {RuleId} from '../../../spec/rule.ts';
import type {PlaceVerdict, RuleVerdict, Supply} from '../../../spec/run-record.ts';

/** A rule with what its places lack. */
type RuleThatLacks = Pick<RuleVerdict, 'rule' | 'verdict'> & {
  places: Pick<PlaceVerdict, 'lacks'>[];
};

/** A place that is not decided. */
interface OpenPlace {
  rule: RuleId;
  /** Whether no place decides the rule. */
  isRuleOpen: boolean;
  /** What each way of its set-up lacks. */
  ways: string[][];
}

/** Things to supply together, and the places that they decide. */
interface Offer {
  things: string[];
  places: OpenPlace[];
  rules: Set<RuleId>;
}

/**
 * What to supply to a target so that a run decides more: first what decides the most rules for each of its things, then
 * what decides the most beside the entries before it. Each thing is in one entry.
 */
export function supplyOf(rules: readonly RuleThatLacks[]): Supply[] {
  const supply: Supply[] = [];
  let open = openPlacesOf(rules);
  while (open.length) {
    const {things, places, rules: decided} = bestOf(offersFor(open));
    supply.push({what: things.join(' and '), rules: [...decided], places: places.length});
    const rest = open.filter((place) => !places.includes(place));
    open = rest.map((place) => besides(place, things, decided));
  }
  return supply;
}

const openPlacesOf = (rules: readonly RuleThatLacks[]): OpenPlace[] =>
  rules.flatMap(({rule, verdict, places}) =>
    places
      .filter(({lacks = []}) => lacks.length)
      .map(({lacks = []}) => ({
        rule,
        isRuleOpen: verdict === 'not-exercised',
        ways: lacks.map(eachOnce),
      })),
  );

const eachOnce = (way: readonly string[]): string[] => [...new Set(way)].toSorted();

/** What remains of a place when some things are supplied, which decide some rules at other places. */
const besides = (
  {rule, isRuleOpen, ways}: OpenPlace,
  things: readonly string[],
  decided: ReadonlySet<RuleId>,
): OpenPlace => ({
  rule,
  isRuleOpen: isRuleOpen && !decided.has(rule),
  ways: ways.map((way) => way.filter((thing) => !things.includes(thing))),
});

/** For each way of a place: its things, with every place that they decide. */
function offersFor(open: readonly OpenPlace[]): Offer[] {
  const ways = new Map(
    open.flatMap((place) => place.ways).map((way) => [JSON.stringify(way), way]),
  );
  return [...ways.values()].map((things) => offerOf(things, open));
}

function offerOf(things: string[], open: readonly OpenPlace[]): Offer {
  const isSupplied = (way: readonly string[]): boolean =>
    way.every((thing) => things.includes(thing));
  const places = open.filter((place) => place.ways.some(isSupplied));
  const rules = places.filter(({isRuleOpen}) => isRuleOpen).map(({rule}) => rule);
  return {things, places, rules: new Set(rules)};
}

const rulesForEach = ({rules, things}: Offer): number => rules.size / things.length;
const placesForEach = ({places, things}: Offer): number => places.length / things.length;

/** The offer that decides the most rules for each of its things; of several the one with the most places. */
const bestOf = (offers: readonly Offer[]): Offer =>
  offers.reduce((best, one) => (isBetter(one, best) ? one : best));

function isBetter(one: Offer, other: Offer): boolean {
  const moreRules = rulesForEach(one) - rulesForEach(other);
  return moreRules > 0 || (moreRules === 0 && placesForEach(one) > placesForEach(other));
}
