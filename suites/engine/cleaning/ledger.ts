import {at, idText} from '../../../spec/json.ts';
import type {Operation} from '../../../spec/contract.ts';
import type {Role} from '../../../spec/step.ts';
import {isOfSecondTenant} from '../../../spec/tenant.ts';
import {AwaitedIds, type Awaited} from '../sending/awaited-ids.ts';

/** The kind of a value that the run minted itself, or of an id that the target says nobody has. */
const ANY = '*';

/** Characters of a value that nobody else has. */
const LONG = 12;

/** Something that the run created on a deployment. */
export interface Created {
  operation: Operation;
  id: string;
  /** The role that created it. */
  by: Role;
  /** It was put out of use (see `x-creates.undo`). */
  undone: boolean;
}

/**
 * The run journal: what a run spent and created, and what it must not report. The fence looks here
 * whether the run made a resource; the residue is counted from here.
 */
export class Ledger {
  /** The kinds of resources that an id names. */
  readonly #owned = new Map<string, Set<string>>();
  /** What stays, by API, tenant and id: a registered upload is no reservation any more. */
  readonly #left = new Map<string, Created>();
  readonly #awaited = new AwaitedIds();
  readonly #spent = new Map<string, number>();
  /** Secrets, and the environment variables in which the configuration names them. */
  readonly #secrets = new Map<string, string | undefined>();

  /**
   * Notes what a successful request created, or what a list shows of creations whose own response
   * did not show an id.
   * @param body of the response, in canonical names
   * @param by the role that sent it, or `given` for a credential that an earlier step minted
   * @param request the body of the request, in canonical names
   */
  made(operation: Operation, body: unknown, by: string, request?: unknown): void {
    for (const {id, ...creation} of this.#awaited.shownBy(operation, body))
      this.#recordCreated(creation.operation, id, creation.by);
    const {id: pointer} = operation.creates ?? {};
    const id = pointer === undefined ? undefined : idText(at(body, pointer));
    if (id !== undefined) this.#recordCreated(operation, id, by);
    else this.#awaited.note(operation, request, by, (text) => this.#isMinted(text));
  }

  /** Notes that the run created a resource with this id. */
  #recordCreated(operation: Operation, id: string, by: string): void {
    if (!operation.creates) return;
    this.own(id, operation.creates.kind);
    const role = by === 'given' ? mainRoleOf(operation) : (by as Role);
    this.#left.set(keyOf(operation, id, role), {operation, id, by: role, undone: false});
  }

  /** Whether a text, or a long part of it, is a value that the run minted. */
  #isMinted(text: string): boolean {
    const isPart = (one: string): boolean => one.length >= LONG && text.includes(one);
    return [...this.#owned].some(([one, kinds]) => kinds.has(ANY) && isPart(one));
  }

  /** What the run created and whose id no response has shown yet. */
  get awaited(): readonly Awaited[] {
    return this.#awaited.all;
  }

  /**
   * Notes that a request which changes something succeeded: what it names is in use, unless this is
   * what puts it out of use.
   * @param path the path parameters of the request
   * @param by the role that sent it
   */
  changed(operation: Operation, path: Record<string, unknown>, by: string): void {
    for (const {name, names} of operation.parameters) {
      if (names === undefined) continue;
      const created = this.#left.get(keyOf(operation, String(path[name]), by as Role));
      if (created) created.undone = created.operation.creates?.undo?.by === operation.id;
    }
  }

  /** What the run created that is in use and could be put out of use. */
  get inUse(): Created[] {
    return [...this.#left.values()].filter(
      ({operation, undone}) => operation.creates?.undo && !undone,
    );
  }

  /**
   * Notes an id that the run may touch.
   * @param kind of the resource; without it the value is the run's own wherever it stands
   */
  own(id: string, kind = ANY): void {
    this.#owned.set(id, (this.#owned.get(id) ?? new Set()).add(kind));
  }

  /**
   * Whether the run may touch what an id names.
   * @param kind a user 7 is not the publication 7; without it, whether anything of the run has the
   * id
   */
  owns(id: string, kind?: string): boolean {
    const kinds = this.#owned.get(id);
    return kinds !== undefined && (kind === undefined || kinds.has(kind) || kinds.has(ANY));
  }

  /**
   * Whether a text is an id of the run with something behind it that is no digit, for example `23x`:
   * whoever reads an id there reads that of the run.
   */
  ownsBeginning(text: string, kind: string): boolean {
    const [, id] = /^(\d+)[a-z]+$/.exec(text) ?? [];
    return id !== undefined && this.owns(id, kind);
  }

  /**
   * Notes a secret: it appears in no report.
   * @param variable the environment variable that reports name in its place
   */
  noteSecret(secret: string, variable?: string): void {
    if (secret.length > 3) this.#secrets.set(secret, variable ?? this.#secrets.get(secret));
  }

  get secrets(): string[] {
    return [...this.#secrets.keys()];
  }

  /** The environment variable in which the configuration names a secret, if it does. */
  variableOf(secret: string): string | undefined {
    return this.#secrets.get(secret);
  }

  /** Counts a request that is sent with a credential. */
  spend(credential: string): void {
    this.#spent.set(credential, (this.#spent.get(credential) ?? 0) + 1);
  }

  /** How many of what the run leaves behind, by its description in the contract. */
  get residue(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const {operation, undone} of this.#left.values()) {
      const {creates} = operation;
      const left = undone ? creates?.undo : creates;
      if (left) counts[left.residue] = (counts[left.residue] ?? 0) + 1;
    }
    return counts;
  }

  /** Requests that were sent. */
  get requests(): number {
    return [...this.#spent.values()].reduce((total, count) => total + count, 0);
  }
}

const mainRoleOf = ({api}: Operation): Role => (api === 'workspace' ? 'full' : 'admin');

/** Two tenants may count their ids alike. */
const keyOf = ({api}: Operation, id: string, by: Role): string =>
  `${api} ${isOfSecondTenant(by) ? 'second' : 'main'} ${id}`;
