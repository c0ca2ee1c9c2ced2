/** One measured figure with its target. */
export interface Figure {
  what: string;
  /** Median of the rounds. */
  value: number;
  /** Lowest and highest round, which show how noisy the machine was. */
  spread: [number, number];
  target: number;
  /** Whether the target is an upper or a lower bound. */
  bound: 'at most' | 'at least';
  unit: string;
  /** The two medians of a ratio. */
  detail: string;
}

/** The middle value; the lower of two. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[(values.length - 1) >> 1] ?? NaN;

/** A figure from the values of several rounds, for example `at most 10 s`. */
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
 * A figure of two peers that were measured alternately: the ratio of each round, so that a slow moment of the machine
 * affects both.
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
    own.map((value, round) => value / (peer[round] ?? NaN)),
    bound,
    target,
    'x',
    `${short(median(own))} beside ${short(median(peer))} ${unit}`,
  );

/** Whether a figure meets its target. */
export const met = ({value, bound, target}: Figure): boolean =>
  bound === 'at most' ? value <= target : value >= target;

/** Formats a number with about three digits. */
function short(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value.toFixed(value >= 10 ? 1 : 2);
}

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
  const lines = [head, ...rows];
  const widths = head.map((_, column) =>
    Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
  );
  const padded = (cells: string[]): string =>
    cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return lines.map((cells) => padded(cells).trimEnd()).join('\n');
}
