import {isObject} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {
  mayBeNormalized,
  normalizationsBetween,
  type Normalization,
} from '../../values/normalized.ts';

/**
 * Records members whose texts a deployment normalizes, which the document does not forbid: to Unicode
 * NFC, without surrounding blanks, or with the domain of an address in lower case. Only texts of served
 * requests that normalization changes count, unless the normalized text was sent as well. An empty text shows
 * nothing: it is the value of a member that was never given.
 */
export class NormalizedValues {
  /** Texts of served requests that normalization would change, by the name of their member. */
  readonly #normalizable = new Map<string, Set<string>>();
  /** All sent texts, by the name of their member. */
  readonly #sent = new Map<string, Set<string>>();
  /** The observed normalizations, by the name of the member. */
  readonly #seen = new Map<string, Set<Normalization>>();

  /** Records the texts of a request and of its response. */
  note({requestBody, body, status}: Pick<Exchange, 'requestBody' | 'body' | 'status'>): void {
    for (const [name, text] of texts(requestBody)) this.#noteSent(name, text, status < 400);
    for (const [name, text] of texts(body)) this.#noteReceived(name, text);
  }

  #noteSent(name: string, text: string, isServed: boolean): void {
    add(this.#sent, name, text);
    if (isServed && mayBeNormalized(text)) add(this.#normalizable, name, text);
  }

  /** Records how a received text was made from one that was sent, unless it was sent as it is. */
  #noteReceived(name: string, text: string): void {
    if (text === '' || this.#sent.get(name)?.has(text)) return;
    for (const sent of this.#normalizable.get(name) ?? [])
      for (const form of normalizationsBetween(sent, text) ?? []) add(this.#seen, name, form);
  }

  /** The observed normalizations, by the name of the member. */
  get seen(): {of: string; by: Normalization[]}[] {
    return [...this.#seen].map(([of, by]) => ({of, by: [...by].sort()}));
  }
}

/** Every text in a body, with the name of its member. */
function* texts(value: unknown, name = ''): Generator<[name: string, text: string]> {
  if (typeof value === 'string') yield [name, value];
  if (Array.isArray(value)) for (const member of value) yield* texts(member, name);
  else if (isObject(value))
    for (const [key, member] of Object.entries(value)) yield* texts(member, key);
}

function add<Value>(entries: Map<string, Set<Value>>, key: string, value: Value): void {
  entries.set(key, (entries.get(key) ?? new Set()).add(value));
}
