import {at} from '../../spec/json.ts';
import type {Operation} from '../../spec/contract.ts';
import type {Role} from '../../spec/step.ts';

/** Of any kind: a value that the run minted itself, or an id that the target says nobody has. */
const ANY = '*';

/** Something that the run made on a deployment. */
export interface Made {
  operation: Operation;
  id: string;
  /** In whose name. */
  by: Role;
  /** It was put out of use (see `x-creates.undo`). */
  undone: boolean;
}

/**
 * What a run spent and created, and what it must not tell. The fence asks it; residue is counted
 * from it.
 */
export class Ledger {
  readonly #made = new Map<string, Set<string>>();
  /**
   * What stays, by tenant and id: a registered upload is a publication and no reservation any more.
   */
  readonly #left = new Map<string, Made>();
  readonly #spent = new Map<string, number>();
  readonly #secrets = new Set<string>();

  /**
   * Notes what a successful answer made. `by`: in whose name; two tenants may count their ids
   * alike.
   */
  made(operation: Operation, body: unknown, by: string): void {
    if (!operation.creates) return;
    const id = at(body, operation.creates.id);
    if (typeof id !== 'string' && typeof id !== 'number') return;
    this.own(String(id), operation.creates.kind);
    const role = (by === 'given' ? (operation.api === 'workspace' ? 'full' : 'admin') : by) as Role;
    this.#left.set(placeOf(operation, String(id), role), {
      operation,
      id: String(id),
      by: role,
      undone: false,
    });
  }

  /**
   * Notes that a call which changes something succeeded: what it names is in use, unless this is
   * what puts it out of use.
   */
  changed(operation: Operation, path: Record<string, unknown>, by: string): void {
    for (const {name, names} of operation.parameters) {
      const made =
        names === undefined
          ? undefined
          : this.#left.get(placeOf(operation, String(path[name]), by as Role));
      if (made) made.undone = made.operation.creates?.undo?.by === operation.id;
    }
  }

  /** What the run made that is in use and could be put out of it. */
  get inUse(): Made[] {
    return [...this.#left.values()].filter(
      ({operation, undone}) => operation.creates!.undo && !undone,
    );
  }

  /**
   * Notes an id that the run may touch; without a kind, a value that is the run's own wherever it
   * stands.
   */
  own(id: string, kind = ANY): void {
    this.#made.set(id, (this.#made.get(id) ?? new Set()).add(kind));
  }

  /**
   * @param kind a user 7 is not the publication 7; without it, whether anything of the run is
   * called so
   */
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
    const kinds = [...this.#left.values()].map(
      ({operation: {creates}, undone}) => (undone ? creates!.undo! : creates!).residue,
    );
    return Object.fromEntries(
      [...new Set(kinds)].map((kind) => [kind, kinds.filter((one) => one === kind).length]),
    );
  }

  get requests(): number {
    return [...this.#spent.values()].reduce((total, count) => total + count, 0);
  }
}

/** A tenant's ids are its own: two tenants may count alike. */
const placeOf = ({api}: Operation, id: string, by: Role): string =>
  `${api} ${by.startsWith('second-') && by !== 'second-admin' ? by : ''} ${id}`;
