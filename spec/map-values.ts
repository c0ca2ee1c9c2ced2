/** An object with the same names, and each value replaced by what a function makes of it and of its name. */
export const mapValues = <K extends string, V, R>(
  object: Record<K, V>,
  map: (value: V, name: K) => R,
): Record<K, R> =>
  Object.fromEntries(
    Object.entries<V>(object).map(([name, value]) => [name, map(value, name as K)]),
  ) as Record<K, R>;
