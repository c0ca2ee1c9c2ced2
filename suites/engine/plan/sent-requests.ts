import {isObject} from '../../../spec/json.ts';
import type {Call} from '../../../spec/step.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {isClientError} from '../../../spec/status.ts';
import type {RequestStep} from './cache-key.ts';

/** The properties of a call's operation in the contract. */
export interface OperationTraits {
  /** The HTTP method with which it is sent. */
  method(step: Call): string;
  /** Whether the operation is a list with pages. */
  turnsPages(step: Call): boolean;
}

/** The effect of a request, as its response shows it. */
export type Effect =
  /** The request may have changed something on the deployment. */
  | 'change'
  /** The request was refused for a reason that lies in itself (400, 401, 403, 415, 422). */
  | 'refusal'
  /** The request changed nothing, and its response depends on the state of the deployment. */
  | 'read';

/** A fresh value that was generated. */
export interface FreshValue {
  value: string;
  /** The class that it was drawn from; a plain one has none. */
  valueClass?: string;
}

/** A request that the run has sent, and its response. */
export interface SentRequest {
  /** Position among all requests of the run. */
  seq: number;
  effect: Effect;
  api: string;
  /** As in `CacheKey`. */
  signature: string;
  /** The fresh values that it was the first to use. */
  newValues: FreshValue[];
  /** Values of earlier requests and responses that the request contains. */
  refersTo: Set<string>;
  /**
   * `refersTo`, the new values, and after a change the ids in the response. A later request that
   * contains one of these is about the same resource.
   */
  concerns: Set<string>;
  /** Whether it belongs to a set-up that several scenes share, which depend on what it created. */
  isShared: boolean;
  exchange: Exchange;
}

/** Every request that the run has sent, in order. Requests are found by signature and by their values. */
export class SentRequests {
  readonly #bySignature = new Map<string, SentRequest[]>();
  readonly #byValue = new Map<string, SentRequest[]>();
  readonly #changes: SentRequest[] = [];
  /** The number of requests, which is the `seq` of the next one. */
  size = 0;

  add(request: SentRequest): void {
    this.size += 1;
    addTo(this.#bySignature, request.signature, request);
    for (const value of request.refersTo) addTo(this.#byValue, value, request);
    if (request.effect === 'change') this.#changes.push(request);
  }

  withSignature(signature: string): readonly SentRequest[] {
    return this.#bySignature.get(signature) ?? [];
  }

  /** Requests after `seq` that contain any of the values, in order. */
  referringTo(values: Iterable<string>, seq: number): SentRequest[] {
    const found = new Set(
      [...values]
        .flatMap((value) => this.#byValue.get(value) ?? [])
        .filter((request) => request.seq > seq),
    );
    return [...found].sort((a, b) => a.seq - b.seq);
  }

  changesAfter(seq: number): SentRequest[] {
    return this.#changes.filter((request) => request.seq > seq);
  }
}

function addTo(index: Map<string, SentRequest[]>, key: string, request: SentRequest): void {
  const existing = index.get(key);
  if (existing) existing.push(request);
  else index.set(key, [request]);
}

/** The effect of a request, as its status shows it. */
export function effectOf(step: RequestStep, traits: OperationTraits, {status}: Exchange): Effect {
  if ([400, 401, 403, 415, 422].includes(status)) return 'refusal';
  if (step.step === 'call' && traits.method(step) === 'GET') return 'read';
  // Any other refusal changes nothing either, but depends on the state. Without a response, or
  // after a server error, anything may have been changed.
  return isClientError(status) ? 'read' : 'change';
}

/** The ids, keys and links in a response, by which later requests name what this one created. */
export function identifiersIn(body: unknown): string[] {
  if (Array.isArray(body)) return body.flatMap(identifiersIn);
  if (!isObject(body)) return typeof body === 'string' && body.length >= 8 ? [body] : [];
  return Object.entries(body).flatMap(([name, value]) =>
    typeof value === 'number' && /(^|_)id$/.test(name) ? [String(value)] : identifiersIn(value),
  );
}

/** Whether two sets have a member in common. */
export function haveCommon(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const value of a) if (b.has(value)) return true;
  return false;
}
