/** Runs functions in sequence, in the order of `run`. A function that fails does not stop the next one. */
export class SerialQueue {
  /** Fulfilled when the last function has ended. */
  #tail: Promise<void> = Promise.resolve();

  /** Resolves or rejects as the function does. */
  run(work: () => Promise<void>): Promise<void> {
    const result = this.#tail.then(work);
    this.#tail = result.catch(() => {});
    return result;
  }
}
