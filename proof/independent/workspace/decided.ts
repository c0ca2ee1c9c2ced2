import type {World} from './world.ts';

/** What faults decide otherwise, by their names. */
export type Otherwise<T> = Readonly<Record<string, Partial<T>>>;

/** The decisions of a server: the right ones, but for what its faults decide otherwise. */
export function decided<T extends object>(w: World, right: T, otherwise: Otherwise<T>): T {
  if (w.faults.size === 0) return right;
  return Object.assign({}, right, ...[...w.faults].map((name) => otherwise[name]));
}
