import {createHmac, createSecretKey, hash, type KeyObject} from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * `length` letters of base32 (at most 64) from a keyed hash: the same for the same key and text,
 * not to be guessed without the key. One hash call: a world's template needs hundreds.
 */
function letters(key: string, text: string, length: number): string {
  // As text: a Buffer of its own for each would cost more than the hash.
  const bytes = hash('sha512', `${key}:${text}`, 'binary');
  let out = '';
  for (let at = 0; at < length; at++) out += LETTERS[bytes.charCodeAt(at) & 31];
  return out;
}

/** Ids, secrets and seals of one world: all derive from its seed and its counters. */
export class Ids {
  readonly #key: KeyObject;
  /** The key as text, for letters. */
  readonly #letters: string;
  readonly #counters: Record<string, number>;

  constructor(seed: number, counters: Record<string, number>) {
    const key = createHmac('sha256', 'presscheck world').update(String(seed)).digest();
    this.#key = createSecretKey(key);
    this.#letters = hash('sha256', key, 'hex');
    this.#counters = counters;
  }

  /** The next integer of a kind, from 1. */
  number(kind: string): number {
    const next = (this.#counters[kind] ?? 0) + 1;
    this.#counters[kind] = next;
    return next;
  }

  /** `pub_` and 20 letters. */
  id(kind: string): string {
    return `${kind}_${letters(this.#letters, `${kind}:${this.number(kind)}`, 20)}`;
  }

  /** A credential: the prefix and 40 letters. */
  secret(prefix: string): string {
    const kind = `secret:${prefix}`;
    return `${prefix}_${letters(this.#letters, `${kind}:${this.number(kind)}`, 40)}`;
  }

  /** A code for a text that only worlds of this seed can make, URL-safe. */
  seal(purpose: string, text: string): string {
    return createHmac('sha256', this.#key).update(`${purpose}\0${text}`).digest('base64url');
  }
}
