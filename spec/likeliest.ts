/** How many pairs of letters two texts share: 0 for none, 0.5 for all. */
export function sharedPairs(one: string, other: string): number {
  const [some, others] = [pairsOf(one), pairsOf(other)];
  const shared = [...some].filter((pair) => others.has(pair)).length;
  return shared / (some.size + others.size || 1);
}

const pairsOf = (text: string): Set<string> =>
  new Set(Array.from({length: Math.max(0, text.length - 1)}, (_, i) => text.slice(i, i + 2)));

/** The name that shares most pairs of letters with what was typed. */
export function likeliest(typed: string, names: string[]): string {
  return names.reduce(
    (best, name) => (sharedPairs(typed, name) > sharedPairs(typed, best) ? name : best),
    names[0] ?? '',
  );
}
