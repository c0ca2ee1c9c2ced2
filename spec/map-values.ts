/** An object with the same names, and each value replaced by what a function makes of it and of its name. */
export const mapValues = <V, R>(
  object: Record<string, V>,
  map: (value: V, name: string) => R,
): Record<string, R> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value, name)]));
