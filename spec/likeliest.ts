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

/** The proportion of letters that two texts have in common, for transposed ones: `mpc` and `mcp` share no pair. */
function letterOverlap(one: string, other: string): number {
  const rest = [...other];
  const shared = [...one].filter((letter) => {
    const at = rest.indexOf(letter);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
  return shared.length / (one.length + other.length || 1);
}

/** The known name that has most letter pairs in common with a mistyped one; if several have, most letters. */
export const likeliest = (typed: string, names: readonly string[]): string =>
  byLikeness(typed, names)[0] ?? '';

function byLikeness(typed: string, names: readonly string[]): string[] {
  const liking = names.map((name) => ({
    name,
    pairs: pairOverlap(typed, name),
    letters: letterOverlap(typed, name),
  }));
  return liking
    .sort((one, other) => other.pairs - one.pairs || other.letters - one.letters)
    .map(({name}) => name);
}

/** The most names that a message lists; of more, only the nearest. */
const MAX_LISTED = 15;
const NEAREST = 3;

/**
 * The names that are known where another one was typed: `there are a, b`, or the nearest of many.
 * @param list where the others are: `LIST lists them`
 */
export const knownNames = (typed: string, names: readonly string[], list: string): string =>
  names.length > MAX_LISTED
    ? `the nearest are ${byLikeness(typed, names).slice(0, NEAREST).join(', ')}; ${list} lists them`
    : `there are ${names.join(', ') || 'none'}`;
