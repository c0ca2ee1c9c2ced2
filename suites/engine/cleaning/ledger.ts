import {at, idText, toText} from '../../../spec/json.ts';
import type {Operation} from '../../../spec/contract.ts';
import type {Role} from '../../../spec/step.ts';
import {belongsToSecondTenant} from '../../../spec/tenant.ts';
import {valuesAt} from '../../../spec/values-at.ts';
import {AwaitedIds, type Awaited} from '../sending/awaited-ids.ts';

/** The kind of a value that the run generated, or of an id that the target says nobody has. */
const ANY = '*';

/** The least length of a generated value that identifies the run. */
const MIN_IDENTIFYING_CHARS = 12;

/** Something that the run created on a deployment. */
export interface Created {
  operation: Operation;
  id: string;
  /** The role that created it. */
  by: Role;
  /** Whether it was deactivated (see `x-creates.undo`). */
  undone: boolean;
}

/** Shorter texts are no secrets: they may stand anywhere. */
export const MIN_SECRET_CHARS = 4;

/**
 * The record of what a run has sent and created, and of its secrets. The fence asks it whether the run
 * has created a resource, and the residue is counted from it.
 */
export class Ledger {
  /** The kinds of resources that an id names. */
  readonly #changeable = new Map<string, Set<string>>();
  /** The created resources by API, tenant and id: a registered upload replaces its reservation. */
  readonly #left = new Map<string, Created>();
  readonly #awaited = new AwaitedIds();
  readonly #spent = new Map<string, number>();
  #worlds = 0;
  /** Secrets, and the environment variables in which the configuration names them. */
  readonly #secrets = new Map<string, string | undefined>();

  /**
   * Records what a successful request created, or creations without an id in their response that a list
   * shows.
   * @param body of the response, in canonical names
   * @param by the role that sent it, or `given` for a credential that an earlier step minted
   * @param request the body of the request, in canonical names
   */
  recordCreation(operation: Operation, body: unknown, by: string, request?: unknown): void {
    for (const {id, ...creation} of this.#awaited.shownBy(operation, body))
      this.#recordCreated(creation.operation, id, creation.by);
    const {id: pointer} = operation.creates ?? {};
    const id = pointer === undefined ? undefined : idText(at(body, pointer));
    if (id !== undefined) this.#recordCreated(operation, id, by);
    else this.#awaited.note(operation, request, by, (text) => this.#isMinted(text));
  }

  /** Records the rows of a list that belong to what the run may change: a session of its own user. */
  recordBelonging({belongs}: Operation, body: unknown): void {
    if (!belongs) return;
    for (const row of valuesAt(body, `${belongs.rows}/*`)) {
      const [id, owner] = [idText(at(row, belongs.id)), idText(at(row, belongs.owner))];
      const isOwn = owner !== undefined && this.mayChange(owner, belongs.ownerKind);
      if (isOwn && id !== undefined) this.allowChanging(id, belongs.kind);
    }
  }

  /** Records that the run created a resource with this id. */
  #recordCreated(operation: Operation, id: string, by: string): void {
    if (!operation.creates) return;
    const {kind, reserves} = operation.creates;
    for (const one of [kind, reserves]) if (one !== undefined) this.allowChanging(id, one);
    const role = by === 'given' ? mainRoleOf(operation) : (by as Role);
    this.#left.set(keyOf(operation, id, role), {operation, id, by: role, undone: false});
  }

  /** Whether a text, or a long part of it, is a value that the run generated. */
  #isMinted(text: string): boolean {
    const isPart = (one: string): boolean =>
      one.length >= MIN_IDENTIFYING_CHARS && text.includes(one);
    return [...this.#changeable].some(([one, kinds]) => kinds.has(ANY) && isPart(one));
  }

  /** The created resources whose ids no response has shown yet. */
  get awaited(): readonly Awaited[] {
    return this.#awaited.all;
  }

  /**
   * Records that a changing request succeeded: the resource that it names is active, unless the request
   * deactivates it.
   * @param path the path parameters of the request
   * @param by the role that sent it
   */
  recordChange(operation: Operation, path: Record<string, unknown>, by: string): void {
    for (const {name, names} of operation.parameters) {
      if (names === undefined) continue;
      const created = this.#left.get(keyOf(operation, toText(path[name]), by as Role));
      if (created) created.undone = created.operation.creates?.undo?.by === operation.id;
    }
  }

  /** The created resources that are active and could be deactivated. */
  get inUse(): Created[] {
    return [...this.#left.values()].filter(
      ({operation, undone}) => operation.creates?.undo && !undone,
    );
  }

  /**
   * Records an id that the run may change.
   * @param kind of the resource; without it the id belongs to the run whatever kind it is
   */
  allowChanging(id: string, kind = ANY): void {
    this.#changeable.set(id, (this.#changeable.get(id) ?? new Set()).add(kind));
  }

  /**
   * Whether the run may change the resource with an id.
   * @param kind of the resource, since user 7 is not publication 7; without it, any kind
   */
  mayChange(id: string, kind?: string): boolean {
    const kinds = this.#changeable.get(id);
    return kinds !== undefined && (kind === undefined || kinds.has(kind) || kinds.has(ANY));
  }

  /**
   * Whether a text is an id of the run followed by something that is no digit, such as `23x`: a lenient
   * parser would read the id of the run.
   */
  mayChangeBeginning(text: string, kind: string): boolean {
    const [, id] = /^(\d+)[a-z]+$/.exec(text) ?? [];
    return id !== undefined && this.mayChange(id, kind);
  }

  /**
   * Records a secret, which appears in no report.
   * @param variable the environment variable that reports name instead
   */
  noteSecret(secret: string, variable?: string): void {
    if (secret.length >= MIN_SECRET_CHARS)
      this.#secrets.set(secret, variable ?? this.#secrets.get(secret));
  }

  get secrets(): string[] {
    return [...this.#secrets.keys()];
  }

  /** The environment variable in which the configuration names a secret, if it does. */
  variableOf(secret: string): string | undefined {
    return this.#secrets.get(secret);
  }

  /** Counts a request that is sent with a credential. */
  countRequest(credential: string): void {
    this.#spent.set(credential, (this.#spent.get(credential) ?? 0) + 1);
  }

  /** Adds what was spent and created in a world of its own, whose ids say nothing about those elsewhere. */
  addWorld(world: Ledger): void {
    for (const [credential, count] of world.#spent)
      this.#spent.set(credential, (this.#spent.get(credential) ?? 0) + count);
    this.#worlds += 1;
    for (const [key, created] of world.#left) this.#left.set(`${this.#worlds} ${key}`, created);
  }

  /** The number of resources that the run leaves behind, by their description in the contract. */
  get residue(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const {operation, undone} of this.#left.values()) {
      const {creates} = operation;
      const left = undone ? creates?.undo : creates;
      if (left) counts[left.residue] = (counts[left.residue] ?? 0) + 1;
    }
    return counts;
  }

  /** The number of requests that were sent. */
  get requests(): number {
    return [...this.#spent.values()].reduce((total, count) => total + count, 0);
  }
}

const mainRoleOf = ({api}: Operation): Role => (api === 'workspace' ? 'full' : 'admin');

/** Includes the tenant, because ids of two tenants may be equal. */
const keyOf = ({api}: Operation, id: string, by: Role): string =>
  `${api} ${belongsToSecondTenant(by) ? 'second' : 'main'} ${id}`;
