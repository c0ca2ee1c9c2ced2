import {isObject} from '../../spec/json.ts';
import type {Call, Exchange} from '../../spec/step.ts';
import type {RequestStep} from './cache-key.ts';

/** What the contract says of a call. */
export interface OperationTraits {
  /** The HTTP method that it is sent with. */
  method(step: Call): string;
  /** Whether it turns the pages of a list. */
  turnsPages(step: Call): boolean;
}

/** A request of the run, and its answer. */
export interface SentRequest {
  seq: number;
  /**
   * `change`: something may be otherwise since. `refusal`: refused whatever there is. `read`: shows
   * what there is.
   */
  kind: 'change' | 'refusal' | 'read';
  api: string;
  /** What was asked, with fresh values in the order of their first use. */
  form: string;
  introduced: string[];
  /** Values of the run that the request names. */
  mentions: Set<string>;
  /** The same, with those that the answer gave: by them later requests name what this one made. */
  tokens: Set<string>;
  exchange: Exchange;
}

/** Every request of the run in its order, found by what it asked and by what it names. */
export class SentRequests {
  readonly #byForm = new Map<string, SentRequest[]>();
  readonly #naming = new Map<string, SentRequest[]>();
  readonly #changes: SentRequest[] = [];
  size = 0;

  add(event: SentRequest): void {
    this.size += 1;
    put(this.#byForm, event.form, event);
    for (const value of event.mentions) put(this.#naming, value, event);
    if (event.kind === 'change') this.#changes.push(event);
  }

  asking(form: string): readonly SentRequest[] {
    return this.#byForm.get(form) ?? [];
  }

  /** Later events that name any of the values, in their order. */
  naming(values: Iterable<string>, after: number): SentRequest[] {
    const found = new Set(
      [...values]
        .flatMap((value) => this.#naming.get(value) ?? [])
        .filter((event) => event.seq > after),
    );
    return [...found].sort((a, b) => a.seq - b.seq);
  }

  changesAfter(seq: number): SentRequest[] {
    return this.#changes.filter((event) => event.seq > seq);
  }
}

const put = (index: Map<string, SentRequest[]>, key: string, event: SentRequest): void => {
  const there = index.get(key);
  if (there) there.push(event);
  else index.set(key, [event]);
};

/** What a request was, by how it was answered. */
export function kindOf(
  step: RequestStep,
  traits: OperationTraits,
  {status}: Exchange,
): SentRequest['kind'] {
  const reads = step.step === 'call' && traits.method(step) === 'GET';
  if ([400, 401, 403, 415, 422].includes(status)) return 'refusal';
  if (reads) return 'read';
  // A refusal changes nothing, but what is there decides it; no answer, or a fault, may have
  // changed anything.
  return status >= 400 && status < 500 ? 'read' : 'change';
}

/** Ids, keys and links of an answer. */
export function leavesOf(body: unknown): string[] {
  if (Array.isArray(body)) return body.flatMap(leavesOf);
  if (isObject(body))
    return Object.entries(body).flatMap(([name, value]) =>
      typeof value === 'number' && /(^|_)id$/.test(name) ? [String(value)] : leavesOf(value),
    );
  return typeof body === 'string' && body.length >= 8 ? [body] : [];
}
