/** A reference names something that an earlier response lacks. */
export class Unresolved extends Error {
  override name = 'Unresolved';
  /** The response shows an empty list where the reference names a row. */
  readonly listWasEmpty: boolean;

  constructor(message: string, listWasEmpty = false) {
    super(message);
    this.listWasEmpty = listWasEmpty;
  }
}
