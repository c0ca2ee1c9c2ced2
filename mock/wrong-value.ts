import {escapeToken, tokens} from '../spec/json.ts';

/** Where a value is in what a user wrote: the members and positions that lead to it. */
export type Path = readonly (string | number)[];

/** A seed that cannot be planted, or a rule of faults that cannot be ordered. The message is about the value at `path`. */
export class WrongValue extends Error {
  override name = 'WrongValue';
  readonly path: Path;
  /** What to do. */
  readonly todo: string;

  constructor(path: Path, message: string, todo: string) {
    super(message);
    this.path = path;
    this.todo = todo;
  }
}

/** A path as people write it: `stores[0].orders[2].status`. */
export const pathText = (path: Path): string =>
  path
    .map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at ? '.' : ''}${step}`))
    .join('');

/**
 * The path of a JSON Pointer into a value.
 * @param member a member below it, if one is meant
 */
export function pathAt(value: unknown, pointer: string, member?: string): Path {
  let here = value;
  const path: (string | number)[] = [];
  for (const token of tokens(pointer)) {
    path.push(Array.isArray(here) ? Number(token) : token);
    here = (here as Record<string, unknown> | undefined)?.[token];
  }
  return member === undefined ? path : [...path, member];
}

/** A path as a JSON Pointer: `/stores/0/orders/2/status`. */
export const pointerTo = (path: Path): string =>
  path.map((step) => `/${escapeToken(String(step))}`).join('');
