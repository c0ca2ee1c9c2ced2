import type {Operation} from '../../../../spec/contract.ts';
import {defined} from '../../../../spec/defined.ts';
import {at, toText} from '../../../../spec/json.ts';
import type {Role} from '../../../../spec/step.ts';
import type {AwaitedEvent, CreationEvent, CreationLog} from '../../../target/creation-log.ts';
import {AwaitedIds, tenantOf, type Awaited} from '../awaited-ids.ts';

/** Something that the run created on a deployment. */
export interface Created {
  operation: Operation;
  id: string;
  /** The role that created it. */
  by: Role;
  /** Whether it was deactivated (see `x-creates.undo`). */
  undone: boolean;
  /** The value by which a list finds it (`x-creates.lookup`). */
  value?: string | undefined;
}

/** A request that may create something. */
export interface CreatingRequest {
  operation: Operation;
  /** The body of the request, in canonical names. */
  request: unknown;
  /** The role that sends it, or `given` for a credential that an earlier step minted. */
  by: string;
  /** The operation of an API by its id. */
  operationOf: (id: string) => Operation;
}

/**
 * What a run created on a deployment, and whether it is still in use. Each change is written to a log before the next
 * request, so that another process can clean up after a run that was killed.
 */
export class Creations {
  /** By API, tenant and id: a registered upload replaces its reservation. */
  readonly #left = new Map<string, Created>();
  readonly #awaited = new AwaitedIds();
  readonly #log: CreationLog | undefined;
  #worlds = 0;

  /** @param log without it, nobody else learns what a killed run created */
  constructor(log?: CreationLog) {
    this.#log = log;
  }

  /**
   * Notes a request that is about to be sent: without a response, only a list shows what it created.
   * @param isOwn whether a text contains a fresh value of the run. By any other name, a resource of
   * somebody else could be found.
   */
  begin(request: CreatingRequest, isOwn: (text: string) => boolean): void {
    for (const awaited of awaitedOf(request).filter(({value}) => isOwn(value))) {
      this.#awaited.begin(awaited);
      this.#noteAwaited(awaited, 'possible');
    }
  }

  /** Notes that a list of the deployment does not show it. */
  miss(awaited: Awaited): void {
    if (this.#awaited.miss(awaited)) this.#noteAwaited(awaited, 'settled');
  }

  /** Notes that a request of `begin` was refused. */
  refuse(request: CreatingRequest): void {
    for (const awaited of awaitedOf(request))
      if (this.#awaited.refuse(awaited)) this.#noteAwaited(awaited, 'settled');
  }

  /**
   * Notes that a request of `begin` has succeeded.
   * @param id the id of what it created, if the response shows it
   */
  succeed(request: CreatingRequest, id: string | undefined): void {
    const {operation, by} = request;
    for (const awaited of awaitedOf(request)) {
      const isItself = awaited.operation.id === operation.id;
      const isToBeFound = !isItself || id === undefined;
      if (isToBeFound && this.#awaited.confirm(awaited)) this.#noteAwaited(awaited, 'certain');
    }
    if (id === undefined) return;
    this.#create({operation, id, by, value: valueOf(request.request, operation)});
  }

  /** Notes the rows of a list that a role read: they show the ids of what is awaited. */
  showList(operation: Operation, body: unknown, by: string): Created[] {
    return this.#awaited
      .shownBy(operation, body, by)
      .map(({operation: creator, ...one}) => this.#create({operation: creator, ...one}));
  }

  /**
   * Notes that a changing request succeeded: the resource that it names is active, unless the request
   * deactivates it.
   * @param path the path parameters of the request
   * @param by the role that sent it
   * @param request the body of the request, in canonical names
   */
  change(operation: Operation, path: Record<string, unknown>, by: string, request?: unknown): void {
    for (const {name, names} of operation.parameters) {
      if (names === undefined) continue;
      const created = this.#left.get(keyOf(operation, toText(path[name]), by as Role));
      if (!created) continue;
      created.value = valueOf(request, created.operation) ?? created.value;
      created.undone = created.operation.creates?.undo?.by === operation.id;
      this.#noteCreated(created);
    }
  }

  /** Notes that it is not in use any more. */
  undo(created: Created): void {
    created.undone = true;
    this.#noteCreated(created);
  }

  /**
   * Takes over what another run has noted; it stands in the log already.
   * @param operationOf the operation of the store or the workspace by its id
   */
  restore(event: CreationEvent, operationOf: (id: string) => Operation): void {
    if ('created' in event) {
      const {created, ...one} = event;
      this.#keep({operation: operationOf(created), ...one, by: one.by as Role});
      return;
    }
    const operation = operationOf(event.awaited);
    const lookup = defined(operation.creates?.lookup, `how to find what ${operation.id} creates`);
    const awaited = {operation, lookup, value: event.value, by: event.by};
    this.#awaited[RESTORED_BY[event.state]](awaited);
  }

  /** Adds what was created in a world of its own, whose ids say nothing about those elsewhere. */
  addWorld(world: Creations): void {
    this.#worlds += 1;
    for (const [key, created] of world.#left) this.#left.set(`${this.#worlds} ${key}`, created);
  }

  /** The resources that a request may have created and whose ids no response has shown yet. */
  get awaited(): readonly Awaited[] {
    return this.#awaited.all;
  }

  /** The created resources that are active and could be deactivated. */
  get inUse(): Created[] {
    return [...this.#left.values()].filter(
      ({operation, undone}) => operation.creates?.undo && !undone,
    );
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

  #create({operation, id, by, value}: Omit<Created, 'by' | 'undone'> & {by: string}): Created {
    const created = {operation, id, by: roleOf(by, operation), undone: false, value};
    this.#keep(created);
    this.#noteCreated(created);
    return created;
  }

  #keep(created: Created): void {
    const {operation, id, by, value} = created;
    if (value !== undefined) this.#awaited.know({operation, value, by});
    this.#left.set(keyOf(operation, id, by), created);
  }

  #noteCreated({operation, id, by, undone, value}: Created): void {
    if (!operation.creates?.undo) return;
    this.#note({created: operation.id, id, by, undone, ...(value !== undefined && {value})});
  }

  #noteAwaited({operation, value, by}: Awaited, state: AwaitedEvent['state']): void {
    this.#note({awaited: operation.id, value, by, state});
  }

  #note(event: CreationEvent): void {
    this.#log?.append(event);
  }
}

/** What takes over a state from a log. */
const RESTORED_BY = {possible: 'begin', certain: 'confirm', settled: 'miss'} as const;

/** What a request may create that a list can find: its own resource, and another one that comes with it. */
function awaitedOf({operation, request, by, operationOf}: CreatingRequest): Awaited[] {
  const {creates} = operation;
  const own = {operation, member: creates?.lookup?.member};
  const also = creates?.also && {
    operation: operationOf(creates.also.like),
    member: creates.also.member,
  };
  return [own, ...(also ? [also] : [])].flatMap(({operation: creator, member}) => {
    const lookup = creator.creates?.lookup;
    const value = textAt(request, member);
    return lookup && value !== undefined
      ? [{operation: creator, lookup, value, by: roleOf(by, creator)}]
      : [];
  });
}

/** The value in a request by which a list finds what an operation creates. */
const valueOf = (request: unknown, {creates}: Operation): string | undefined =>
  textAt(request, creates?.lookup?.member);

function textAt(request: unknown, pointer: string | undefined): string | undefined {
  const value = pointer === undefined ? undefined : at(request, pointer);
  return typeof value === 'string' ? value : undefined;
}

/** Senders that have no role of the configuration: what they created is found and changed with the main one. */
const WITHOUT_ROLE = ['given', 'nobody', 'unknown-credential'];

function roleOf(by: string, {api}: Operation): Role {
  if (!WITHOUT_ROLE.includes(by)) return by as Role;
  return api === 'workspace' ? 'full' : 'admin';
}

/** Includes the tenant, because ids of two tenants may be equal. */
const keyOf = ({api}: Operation, id: string, by: Role): string => `${api} ${tenantOf(by)} ${id}`;
