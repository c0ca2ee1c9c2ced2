import {at} from '../../spec/json.ts';
import type {Operation} from '../../spec/contract.ts';

/** Of any kind: a value that the run minted itself, or an id that the target says nobody has. */
const ANY = '*';

/** What a run spent and created, and what it must not tell. The fence asks it; residue is counted from it. */
export class Ledger {
  readonly #made = new Map<string, Set<string>>();
  /** What stays, by tenant and id: a registered upload is a publication and no reservation any more. */
  readonly #residue = new Map<string, string>();
  readonly #spent = new Map<string, number>();
  readonly #secrets = new Set<string>();

  /** Notes what a successful answer made. `by`: in whose name; two tenants may count their ids alike. */
  made(operation: Operation, body: unknown, by: string): void {
    if (!operation.creates) return;
    const id = at(body, operation.creates.id);
    if (typeof id !== 'string' && typeof id !== 'number') return;
    const {kind, residue} = operation.creates;
    this.own(String(id), kind);
    this.#residue.set(`${operation.api} ${by.startsWith('second-') && by !== 'second-admin' ? by : ''} ${id}`, residue);
  }

  /** Notes an id that the run may touch; without a kind, a value that is the run's own wherever it stands. */
  own(id: string, kind = ANY): void {
    this.#made.set(id, (this.#made.get(id) ?? new Set()).add(kind));
  }

  /** @param kind a user 7 is not the publication 7; without it, whether anything of the run is called so */
  owns(id: string, kind?: string): boolean {
    const kinds = this.#made.get(id);
    return kinds !== undefined && (kind === undefined || kinds.has(kind) || kinds.has(ANY));
  }

  /** Notes a credential: it appears in no report. */
  keep(secret: string): void {
    if (secret.length > 3) this.#secrets.add(secret);
  }

  get secrets(): string[] {
    return [...this.#secrets];
  }

  /** Notes a request in the name of a credential. */
  spend(credential: string): void {
    this.#spent.set(credential, (this.#spent.get(credential) ?? 0) + 1);
  }

  get residue(): Record<string, number> {
    const kinds = [...this.#residue.values()];
    return Object.fromEntries([...new Set(kinds)].map((kind) => [kind, kinds.filter((one) => one === kind).length]));
  }

  get requests(): number {
    return [...this.#spent.values()].reduce((total, count) => total + count, 0);
  }
}
