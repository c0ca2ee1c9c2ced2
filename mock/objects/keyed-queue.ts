/** Runs works of the same name one after the other, in the order of `run`; others side by side. */
export class KeyedQueue {
  /** By name, a promise that is fulfilled when the last work of the name has ended. */
  readonly #tails = new Map<string, Promise<void>>();

  /** Resolves or rejects as the work does. */
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

  /** Forgets a name when nothing was queued after its last work. */
  #forget(name: string, tail: Promise<void>): void {
    if (this.#tails.get(name) === tail) this.#tails.delete(name);
  }
}
