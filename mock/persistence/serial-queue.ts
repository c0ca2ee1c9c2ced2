/** Runs works one after the other, in the order of `run`. A work that fails stops nobody. */
export class SerialQueue {
  /** Fulfilled when the last work has ended. */
  #tail: Promise<void> = Promise.resolve();

  /** Resolves or rejects as the work does. */
  run(work: () => Promise<void>): Promise<void> {
    const result = this.#tail.then(work);
    this.#tail = result.catch(() => {});
    return result;
  }
}
