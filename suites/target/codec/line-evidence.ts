import type {ProfileDoubt} from '../../../spec/step.ts';

/**
 * Which lines of a profile the responses of a run have borne out. A line that the document does not
 * settle may be wrong: until a request that was written by it has succeeded, or a response has
 * shown what it promises, nothing that it would explain accuses the deployment.
 */
export class LineEvidence {
  readonly #shown = new Set<string>();

  /** Notes that a response has shown a line to be right. */
  confirm(line: string): void {
    this.#shown.add(line);
  }

  /** Whether a line may still be what is wrong. */
  isDoubtful({line, onceShown}: ProfileDoubt): boolean {
    if (this.#shown.has(line)) return false;
    return onceShown === undefined || this.#shown.has(onceShown);
  }
}
