/** Says whether something simpler fails in the same way. */
export type FailsAlike<T> = (simpler: T) => Promise<boolean>;

/**
 * Leaves out parts as long as what is left fails in the same way: many at a time, then fewer, and finally one by one.
 * @param countOf how many parts there are
 * @param withoutSome what is left without so many successive parts, the most likely one first
 */
export async function withoutParts<T>(
  whole: T,
  countOf: (one: T) => number,
  withoutSome: (one: T, size: number) => T[],
  fails: FailsAlike<T>,
): Promise<T> {
  let kept = whole;
  let size = Math.ceil(countOf(kept) / 2);
  while (size >= 1) {
    const shorter = await firstThatFails(withoutSome(kept, size), fails);
    if (shorter) kept = shorter;
    else size = size === 1 ? 0 : Math.floor(size / 2);
  }
  return kept;
}

/** The first that fails in the same way; undefined if none does. */
export async function firstThatFails<T>(
  candidates: readonly T[],
  fails: FailsAlike<T>,
): Promise<T | undefined> {
  for (const one of candidates) if (await fails(one)) return one;
  return undefined;
}
