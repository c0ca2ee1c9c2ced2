/** Assigns to scenes whether another tenant does the same beside them, so that a run meets each operation with a twin. */
export class TwinAssigner {
  readonly #ofPairs: boolean;
  /** The operations, or pairs of them, that a scene with a twin has. */
  readonly #met = new Set<string>();

  /** @param ofPairs whether pairs of operations count, or operations alone, which takes fewer requests */
  constructor(ofPairs: boolean) {
    this.#ofPairs = ofPairs;
  }

  /**
   * Whether a scene gets a twin: one of its operations, or of their pairs, has had none.
   * @param operations those that the twin would repeat, in their order
   */
  assign(operations: readonly string[]): boolean {
    const met = operations.map((op, index) =>
      this.#ofPairs ? `${op} ${operations[index + 1] ?? ''}` : op,
    );
    if (met.every((one) => this.#met.has(one))) return false;
    for (const one of met) this.#met.add(one);
    return true;
  }
}
