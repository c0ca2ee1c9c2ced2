const PUT_BACK = 'Put back a good copy of it, or use another --data folder';

/** Thrown for a damaged file in the data folder, or one that presscheck did not write. */
export class DamagedFile extends Error {
  override name = 'DamagedFile';
  readonly path: string;

  /**
   * @param what the problem, as a clause: `the file is missing`
   * @param todo what to do, as a clause
   */
  constructor(path: string, what: string, todo = PUT_BACK) {
    super(`${path}: ${what}. Nothing was changed. ${todo}.`);
    this.path = path;
  }
}
