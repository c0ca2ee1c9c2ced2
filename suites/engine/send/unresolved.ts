/** Thrown for a reference to a value that an earlier response lacks. */
export class Unresolved extends Error {
  override name = 'Unresolved';
  /** Whether the reference names a row of a list that is empty. */
  readonly listWasEmpty: boolean;

  constructor(message: string, listWasEmpty = false) {
    super(message);
    this.listWasEmpty = listWasEmpty;
  }
}
