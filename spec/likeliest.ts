/** How many pairs of letters two texts share: 0 for none, 0.5 for all. */
export function sharedPairs(one: string, other: string): number {
  const [some, others] = [pairsOf(one), pairsOf(other)];
  const shared = [...some].filter((pair) => others.has(pair)).length;
  return shared / (some.size + others.size || 1);
}

/** Names that were read before: the rows of a list have the same ones. */
const PAIRS = new Map<string, ReadonlySet<string>>();
const MOST_NAMES = 1000;

function pairsOf(text: string): ReadonlySet<string> {
  const known = PAIRS.get(text);
  if (known) return known;
  const length = Math.max(0, text.length - 1);
  const pairs = new Set(Array.from({length}, (_, i) => text.slice(i, i + 2)));
  if (PAIRS.size < MOST_NAMES) PAIRS.set(text, pairs);
  return pairs;
}

/** The name that shares most pairs of letters with what was typed. */
export function likeliest(typed: string, names: string[]): string {
  return names.reduce(
    (best, name) => (sharedPairs(typed, name) > sharedPairs(typed, best) ? name : best),
    names[0] ?? '',
  );
}
