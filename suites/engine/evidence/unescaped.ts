/** A text without its escapes, with the positions of its characters in the original text. */
export interface Unescaped {
  text: string;
  /** Where the original of the character at an index begins. */
  beginOf(index: number): number;
  /** Where the original of the character before an index ends. */
  endOf(index: number): number;
}

/** The escapes of URLs (percent-encoded UTF-8), of HTML, of JSON and of source code. */
const ESCAPES = new RegExp(
  [
    '%[0-7][0-9a-f]',
    '%[cd][0-9a-f]%[89ab][0-9a-f]',
    '%e[0-9a-f](?:%[89ab][0-9a-f]){2}',
    '%f[0-7](?:%[89ab][0-9a-f]){3}',
    '&#[0-9]{1,7};',
    '&#x[0-9a-f]{1,6};',
    '&(?:amp|lt|gt|quot|apos);',
    String.raw`\\u[0-9a-f]{4}`,
    String.raw`\\u\{[0-9a-f]{1,6}\}`,
    String.raw`\\x[0-9a-f]{2}`,
    String.raw`\\[^0-9a-z\s]`,
  ].join('|'),
  'gi',
);

/** The characters that can begin an escape. */
const MAY_ESCAPE = /[%&\\]/;

const NAMED: Record<string, string> = {amp: '&', lt: '<', gt: '>', quot: '"', apos: "'"};

/** A text with every escape replaced by its character; undefined if it has none. */
export function unescaped(text: string): Unescaped | undefined {
  if (!MAY_ESCAPE.test(text)) return undefined;
  const moves = new Moves();
  const plain = text.replaceAll(ESCAPES, (escape: string, index: number) => {
    const character = characterOf(escape);
    moves.add(index, escape, character);
    return character;
  });
  if (moves.isEmpty) return undefined;
  return {
    text: plain,
    beginOf: (index) => moves.beginOf(index),
    endOf: (index) => moves.endOf(index),
  };
}

/** The positions of the escapes in a text, and of their characters in the result. */
class Moves {
  /** Where each character begins and ends, and where its escape began and ended. */
  readonly #at: number[] = [];
  readonly #after: number[] = [];
  readonly #begin: number[] = [];
  readonly #end: number[] = [];
  #shorter = 0;

  get isEmpty(): boolean {
    return this.#at.length === 0;
  }

  add(index: number, escape: string, character: string): void {
    this.#at.push(index - this.#shorter);
    this.#after.push(index - this.#shorter + character.length);
    this.#begin.push(index);
    this.#end.push(index + escape.length);
    this.#shorter += escape.length - character.length;
  }

  beginOf(index: number): number {
    const last = this.#lastBefore(index);
    const after = this.#after[last] ?? 0;
    if (index < after) return this.#begin[last] ?? 0;
    return (this.#end[last] ?? 0) + index - after;
  }

  endOf(index: number): number {
    const last = this.#lastBefore(index - 1);
    const after = this.#after[last] ?? 0;
    return (this.#end[last] ?? 0) + Math.max(0, index - after);
  }

  /** The last character that begins at an index or before it; -1 if there is none. */
  #lastBefore(index: number): number {
    let [low, high] = [0, this.#at.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((this.#at[middle] ?? 0) <= index) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

function characterOf(escape: string): string {
  if (escape.startsWith('%')) return fromPercents(escape);
  if (escape.startsWith('&#')) return fromCode(escape.slice(2, -1).replace(/^x/i, '0x'), escape);
  if (escape.startsWith('&')) return NAMED[escape.slice(1, -1).toLowerCase()] ?? escape;
  const hex = /^\\[ux]\{?([0-9a-f]+)/i.exec(escape)?.[1];
  return hex === undefined ? escape.slice(1) : fromCode(`0x${hex}`, escape);
}

function fromPercents(escape: string): string {
  try {
    return decodeURIComponent(escape);
  } catch {
    return escape;
  }
}

const fromCode = (code: string, escape: string): string =>
  Number(code) <= 0x10_ffff ? String.fromCodePoint(Number(code)) : escape;
