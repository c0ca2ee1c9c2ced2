/** A reference names something that an earlier response lacks. */
export class Unresolved extends Error {
  override name = 'Unresolved';
  /** The response shows an empty list where the reference names a row. */
  readonly isOfEmptyList: boolean;

  constructor(message: string, isOfEmptyList = false) {
    super(message);
    this.isOfEmptyList = isOfEmptyList;
  }
}
