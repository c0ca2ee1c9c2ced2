/** One measured figure beside its target. */
export interface Figure {
  what: string;
  /** Median of the rounds. */
  value: number;
  /** Lowest and highest round: how noisy the machine was. */
  spread: [number, number];
  target: number;
  /** Whether the target is a most or a least. */
  bound: 'at most' | 'at least';
  unit: string;
  /** What stands behind a ratio. */
  detail: string;
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[(values.length - 1) >> 1] ?? NaN;

/** A figure from the values of several rounds. */
export const figure = (
  what: string,
  values: number[],
  bound: Figure['bound'],
  target: number,
  unit: string,
  detail = '',
): Figure => ({
  what,
  value: median(values),
  spread: [Math.min(...values), Math.max(...values)],
  target,
  bound,
  unit,
  detail,
});

/**
 * A figure of two peers that were measured in turn: the ratio of each round, so that a slow moment
 * of the machine touches both.
 */
export const ratio = (
  what: string,
  own: number[],
  peer: number[],
  bound: Figure['bound'],
  target: number,
  unit: string,
): Figure =>
  figure(
    what,
    own.map((value, round) => value / peer[round]!),
    bound,
    target,
    'x',
    `${short(median(own))} beside ${short(median(peer))} ${unit}`,
  );

export const met = ({value, bound, target}: Figure): boolean =>
  bound === 'at most' ? value <= target : value >= target;

const short = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

/** The figures as a table. */
export function table(figures: readonly Figure[]): string {
  const head = ['figure', 'measured', 'rounds', 'target', '', 'beside'];
  const rows = figures.map((one) => [
    one.what,
    `${short(one.value)} ${one.unit}`,
    `${short(one.spread[0])} to ${short(one.spread[1])}`,
    `${one.bound} ${one.target} ${one.unit}`,
    met(one) ? 'met' : 'NOT MET',
    one.detail,
  ]);
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((cells) => cells[column]!.length)),
  );
  return [head, ...rows]
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
