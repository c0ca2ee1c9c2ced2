import {at} from '../../spec/json.ts';
import type {Operation} from '../../spec/contract.ts';

/** What a run spent and created. The fence asks it; residue is counted from it. */
export class Ledger {
  readonly #made = new Set<string>();
  readonly #residue = new Map<string, number>();
  readonly #spent = new Map<string, number>();

  /** Notes what a successful answer made. */
  made(operation: Operation, body: unknown): void {
    if (!operation.creates) return;
    const id = at(body, operation.creates.id);
    if (id === undefined || id === null) return;
    this.own(String(id));
    const {residue} = operation.creates;
    this.#residue.set(residue, (this.#residue.get(residue) ?? 0) + 1);
  }

  /** Notes an id that the run may touch. */
  own(id: string): void {
    this.#made.add(id);
  }

  owns(id: string): boolean {
    return this.#made.has(id);
  }

  /** Notes a request in the name of a credential. */
  spend(credential: string): void {
    this.#spent.set(credential, (this.#spent.get(credential) ?? 0) + 1);
  }

  get residue(): Record<string, number> {
    return Object.fromEntries(this.#residue);
  }

  get requests(): number {
    return [...this.#spent.values()].reduce((total, count) => total + count, 0);
  }
}
