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
  /** Sent texts that normalization would change, by the name of their member. */
  readonly #given = new Map<string, Set<string>>();
  /** All sent texts, by the name of their member. */
  readonly #sent = new Map<string, Set<string>>();
  readonly #seen = new Map<string, Set<Normalization>>();

  /** Records the texts of a request and of its response. */
  note({requestBody, body, status}: Pick<Exchange, 'requestBody' | 'body' | 'status'>): void {
    for (const [name, text] of texts(requestBody)) {
      add(this.#sent, name, text);
      if (status < 400 && mayBeNormalized(text)) add(this.#given, name, text);
    }
    for (const [name, text] of texts(body)) {
      if (text === '' || this.#sent.get(name)?.has(text)) continue;
      for (const given of this.#given.get(name) ?? [])
        for (const form of normalizationsBetween(given, text) ?? []) add(this.#seen, name, form);
    }
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
