/**
 * A small table in which every pair of values of any two factors stands together in some row.
 * Greedy: each row takes, factor by factor, the value that brings most pairs that no row had.
 */
export function pairwise<V>(
  factors: readonly {name: string; values: readonly V[]}[],
): Record<string, V>[] {
  const open = new Set<string>();
  const pair = (a: number, i: number, b: number, j: number): string =>
    a < b ? `${a}=${i}&${b}=${j}` : `${b}=${j}&${a}=${i}`;
  const every = factors.map((factor) => factor.values.map((_, i) => i));
  for (let a = 0; a < factors.length; a += 1)
    for (let b = a + 1; b < factors.length; b += 1)
      for (const i of every[a]!) for (const j of every[b]!) open.add(pair(a, i, b, j));
  const rows: Record<string, V>[] = [];
  while (open.size) {
    const row: (number | undefined)[] = factors.map(() => undefined);
    // The row begins with a pair that is still open, so that every row brings at least one.
    for (const part of open.values().next().value!.split('&'))
      row[Number(part.split('=')[0])] = Number(part.split('=')[1]);
    factors.forEach((_, a) => {
      if (row[a] !== undefined) return;
      const gain = (i: number): number =>
        row.filter((j, b) => j !== undefined && b !== a && open.has(pair(a, i, b, j))).length;
      row[a] = every[a]!.reduce(
        (best, i) => (gain(i) > gain(best) ? i : best),
        rows.length % every[a]!.length,
      );
    });
    for (let a = 0; a < row.length; a += 1)
      for (let b = a + 1; b < row.length; b += 1) open.delete(pair(a, row[a]!, b, row[b]!));
    rows.push(Object.fromEntries(factors.map(({name, values}, a) => [name, values[row[a]!]!])));
  }
  return rows;
}
