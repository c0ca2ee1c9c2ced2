import {concerns, type DefectOf} from './select.ts';

/** Counts the responses that a defect with `every` could change. */
export class Turns {
  readonly #turns = new Map<object, number>();

  /**
   * Whether a defect changes this response: it concerns the operation, one of its conditions holds, and it is its
   * turn.
   */
  take(
    defect: DefectOf<'refusal' | 'member' | 'header' | 'status'>,
    operation: string | undefined,
    conditions: readonly string[],
  ): boolean {
    if (!concerns(defect, operation)) return false;
    if (defect.when !== undefined && !conditions.includes(defect.when)) return false;
    const turn = (this.#turns.get(defect) ?? 0) + 1;
    this.#turns.set(defect, turn);
    return turn % (defect.every ?? 1) === 0;
  }
}
