/** The proportion of letter pairs that two texts have in common, from 0 (none) to 0.5 (all). */
export function pairOverlap(one: string, other: string): number {
  const [some, others] = [pairsOf(one), pairsOf(other)];
  const shared = [...some].filter((pair) => others.has(pair)).length;
  return shared / (some.size + others.size || 1);
}

/**
 * The letter pairs of names that were compared before, since all rows of a list have the same names. This caches a
 * pure function, so several mocks in one process may share it.
 */
const PAIRS = new Map<string, ReadonlySet<string>>();
const MAX_NAMES = 1000;

function pairsOf(text: string): ReadonlySet<string> {
  const known = PAIRS.get(text);
  if (known) return known;
  const length = Math.max(0, text.length - 1);
  const pairs = new Set(Array.from({length}, (_, i) => text.slice(i, i + 2)));
  if (PAIRS.size < MAX_NAMES) PAIRS.set(text, pairs);
  return pairs;
}

/** The known name that has most letter pairs in common with a mistyped one. */
export function likeliest(typed: string, names: string[]): string {
  return names.reduce(
    (best, name) => (pairOverlap(typed, name) > pairOverlap(typed, best) ? name : best),
    names[0] ?? '',
  );
}
