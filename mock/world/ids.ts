import {createHmac} from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';

/** `length` letters of base32 from a keyed hash: the same for the same key and text, not to be guessed without the key. */
export function letters(key: Buffer, text: string, length: number): string {
  let out = '';
  for (let block = 0; out.length < length; block++)
    for (const byte of createHmac('sha256', key).update(`${block}:${text}`).digest()) out += LETTERS[byte & 31];
  return out.slice(0, length);
}

/** Ids, secrets and seals of one world: all derive from its seed and its counters. */
export class Ids {
  readonly #key: Buffer;
  readonly #counters: Record<string, number>;

  constructor(seed: number, counters: Record<string, number>) {
    this.#key = createHmac('sha256', 'presscheck world').update(String(seed)).digest();
    this.#counters = counters;
  }

  /** The next integer of a kind, from 1. */
  number(kind: string): number {
    return (this.#counters[kind] = (this.#counters[kind] ?? 0) + 1);
  }

  /** `pub_` and 20 letters. */
  id(kind: string): string {
    return `${kind}_${letters(this.#key, `${kind}:${this.number(kind)}`, 20)}`;
  }

  /** A credential: the prefix and 40 letters. */
  secret(prefix: string): string {
    return `${prefix}_${letters(this.#key, `secret:${prefix}:${this.number(`secret:${prefix}`)}`, 40)}`;
  }

  /** A code for a text that only this world can make, URL-safe. */
  seal(purpose: string, text: string): string {
    return createHmac('sha256', this.#key).update(`${purpose}\0${text}`).digest('base64url');
  }
}
