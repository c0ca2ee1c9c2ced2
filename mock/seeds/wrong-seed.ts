/** Where a value is in a seed: the members and positions that lead to it. */
export type Path = readonly (string | number)[];

/** A seed that cannot be planted. The message says what is wrong with the value at `path`. */
export class WrongSeed extends Error {
  override name = 'WrongSeed';
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
