import {createHmac, hash} from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * Derives `length` letters of base32 (at most 64) from a keyed hash: the same for the same key and text, and
 * impossible to guess without the key. It calls the hash once, because a world's template needs hundreds of ids.
 */
function letters(key: string, text: string, length: number): string {
  // The key is a string: a new Buffer for each call would cost more than the hash.
  const bytes = hash('sha512', `${key}:${text}`, 'binary');
  const codes: number[] = [];
  for (let at = 0; at < length; at++) codes.push(LETTERS.charCodeAt(bytes.charCodeAt(at) & 31));
  return String.fromCharCode(...codes);
}

/** The ids, secrets and authentication codes of one world. They are derived from its seed and its counters. */
export class Ids {
  /** The key of authentication codes. Both keys are strings, because a hash takes one string without more work. */
  readonly #seals: string;
  /** The key of `letters`. */
  readonly #letters: string;
  readonly #counters: Record<string, number>;

  constructor(seed: number, counters: Record<string, number>) {
    const key = createHmac('sha256', 'presscheck world').update(String(seed)).digest();
    this.#seals = hash('sha384', key, 'hex');
    this.#letters = hash('sha256', key, 'hex');
    this.#counters = counters;
  }

  /** Returns the next integer of a kind, from 1. */
  number(kind: string): number {
    const next = (this.#counters[kind] ?? 0) + 1;
    this.#counters[kind] = next;
    return next;
  }

  /** Makes an id, for example `pub_` and 20 letters. */
  id(kind: string): string {
    return `${kind}_${letters(this.#letters, `${kind}:${this.number(kind)}`, 20)}`;
  }

  /** Makes a credential: the prefix and 40 letters. */
  secret(prefix: string): string {
    const kind = `secret:${prefix}`;
    return `${prefix}_${letters(this.#letters, `${kind}:${this.number(kind)}`, 40)}`;
  }

  /**
   * Makes a message authentication code over texts, in their order, that only worlds with this seed can make. It is
   * URL-safe. A hash of key and message is such a code for SHA-384, whose result does not show its whole state
   * (RFC 2104 is for hashes that do), and takes a third of the time of `createHmac`.
   */
  seal(texts: readonly string[]): string {
    let message = this.#seals;
    // Each text is preceded by its length, so that no other texts give the same message.
    for (const text of texts) message += `:${text.length}:${text}`;
    return hash('sha384', message, 'base64url');
  }
}
