import {at, idText} from '../../../../spec/json.ts';
import type {Operation} from '../../../../spec/contract.ts';
import {valuesAt} from '../../../../spec/values-at.ts';
import type {CreationEvent, CreationLog} from '../../../target/creation-log.ts';
import {Creations, type Created, type CreatingRequest} from './creations.ts';

/** The kind of a value that the run generated, or of an id that the target says nobody has. */
const ANY = '*';

/** The least length of a generated value that identifies the run. */
const MIN_IDENTIFYING_CHARS = 12;

/** Shorter texts are no secrets: they may stand anywhere. */
export const MIN_SECRET_CHARS = 4;

/**
 * The record of what a run has sent and created, and of its secrets. The fence asks it whether the run
 * has created a resource, and the residue is counted from it.
 */
export class Ledger {
  /** The kinds of resources that an id names. */
  readonly #changeable = new Map<string, Set<string>>();
  /** Values of any kind that are long enough to identify the run, in the order in which they were generated. */
  readonly #identifying: string[] = [];
  readonly #creations: Creations;
  readonly #spent = new Map<string, number>();
  /** Secrets, and the environment variables in which the configuration names them. */
  readonly #secrets = new Map<string, string | undefined>();

  /** @param log keeps what the run creates where another process finds it */
  constructor(log?: CreationLog) {
    this.#creations = new Creations(log);
  }

  /** Records a request that is about to be sent. */
  recordSending(request: CreatingRequest): void {
    this.#creations.begin(request, (text) => this.#isMinted(text));
  }

  /** Records that a request was refused, and has created nothing. */
  recordRefusal(request: CreatingRequest): void {
    this.#creations.refuse(request);
  }

  /**
   * Records what a successful request created, or creations without an id in their response that a list
   * shows.
   * @param body of the response, in canonical names
   */
  recordCreation(request: CreatingRequest, body: unknown): void {
    const {operation, by} = request;
    for (const created of this.#creations.showList(operation, body, by)) this.#allow(created);
    const {id: pointer} = operation.creates ?? {};
    const id = pointer === undefined ? undefined : idText(at(body, pointer));
    this.#creations.succeed(request, id);
    if (id !== undefined) this.#allow({operation, id});
  }

  /** Takes over what another run has noted. */
  restore(event: CreationEvent, operationOf: (id: string) => Operation): void {
    this.#creations.restore(event, operationOf);
    if ('created' in event) this.#allow({operation: operationOf(event.created), id: event.id});
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

  /** Lets the run change what it created. */
  #allow({operation, id}: Pick<Created, 'operation' | 'id'>): void {
    const {kind, reserves} = operation.creates ?? {};
    for (const one of [kind, reserves]) if (one !== undefined) this.allowChanging(id, one);
  }

  /** Whether a text, or a long part of it, is a value that the run generated: mostly the newest one. */
  #isMinted(text: string): boolean {
    return this.#identifying.findLastIndex((one) => text.includes(one)) >= 0;
  }

  /** What the run created, and whether it is in use. */
  get creations(): Creations {
    return this.#creations;
  }

  /**
   * Records an id that the run may change.
   * @param kind of the resource; without it the id belongs to the run whatever kind it is
   */
  allowChanging(id: string, kind = ANY): void {
    if (kind === ANY && id.length >= MIN_IDENTIFYING_CHARS) this.#identifying.push(id);
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
    this.#creations.addWorld(world.#creations);
  }

  /** The number of requests that were sent. */
  get requests(): number {
    return [...this.#spent.values()].reduce((total, count) => total + count, 0);
  }
}
