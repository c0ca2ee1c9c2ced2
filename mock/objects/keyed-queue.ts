/** Runs functions with the same key in sequence, in the order of `run`, and others in parallel. */
export class KeyedQueue {
  /** By key, a promise that is fulfilled when the last function of the key has ended. */
  readonly #tails = new Map<string, Promise<void>>();

  /** Resolves or rejects as the function does. */
  run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const previous = this.#tails.get(name) ?? Promise.resolve();
    const result = previous.then(work);
    const tail: Promise<void> = result.then(
      () => this.#forget(name, tail),
      () => this.#forget(name, tail),
    );
    this.#tails.set(name, tail);
    return result;
  }

  /** Removes a key when nothing was queued after its last function. */
  #forget(name: string, tail: Promise<void>): void {
    if (this.#tails.get(name) === tail) this.#tails.delete(name);
  }
}
