import {masked} from '../world/secrets.ts';

/** The maximum number of letters that may differ. */
const CLOSE = 5;

/** A known text, and the number of characters in which another differs from it. */
interface Near {
  text: string;
  distance: number;
}

/** The credentials of the demo world. They are public, so they are shown completely. */
const PUBLISHED = /^demo-(key|token)-/;

/**
 * Suggests another credential, for example `did you mean demo-key-harbour-full? (1 character differs)`. Credentials of
 * other worlds are shortened.
 */
export const suggestionOf = ({text, distance}: Near): string =>
  `did you mean ${PUBLISHED.test(text) ? text : masked(text)}? ` +
  (distance === 1 ? '(1 character differs)' : `(${distance} characters differ)`);

/** The text with the smallest edit distance, if it is at most 5. */
export function nearest(given: string, known: string[]): Near | undefined {
  let best: Near | undefined;
  for (const text of known) {
    const distance = edits(given, text, (best?.distance ?? CLOSE + 1) - 1);
    if (distance !== undefined) best = {text, distance};
  }
  return best;
}

/** A name differs from the one that was meant in at most so many characters, and in less than half of them. */
const MISTYPED = 2;

/** Longer names are not compared. */
const MAX_NAME_CHARS = 80;

/**
 * The known name that differs only in case, `-` and `_`, or in a few letters, or of which the name is a part, such as
 * `filename` of `original_filename`.
 */
export function meantName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_NAME_CHARS) return undefined;
  const plain = plainOf(name);
  const near = nearest(plain, known.map(plainOf));
  if (near && near.distance <= MISTYPED && 2 * near.distance < plain.length)
    return known.find((each) => plainOf(each) === near.text);
  return plain.length > 3 ? known.find((each) => plainOf(each).includes(plain)) : undefined;
}

/** A name without case, `-` and `_`. */
export const plainOf = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '');

const letters = (text: string): string[] =>
  Array.from({length: text.length}, (_, position) => text.charAt(position));

/** The Levenshtein distance; undefined when it is greater than `most`. */
function edits(a: string, b: string, most: number): number | undefined {
  if (Math.abs(a.length - b.length) > most) return undefined;
  // The distances between the part of `a` read so far and each prefix of `b`.
  let row = Array.from({length: b.length + 1}, (_, length) => length);
  for (const [read, letter] of letters(a).entries()) {
    row = nextRow(row, read + 1, letter, b);
    if (Math.min(...row) > most) return undefined;
  }
  const distance = row.at(-1) ?? 0;
  return distance <= most ? distance : undefined;
}

/** The row after one more letter of the other text. */
function nextRow(row: readonly number[], read: number, letter: string, b: string): number[] {
  let left = read;
  let above = row[0] ?? 0;
  const next = [left];
  for (const [j, other] of letters(b).entries()) {
    const aboveRight = row[j + 1] ?? 0;
    left = Math.min(aboveRight + 1, left + 1, above + (letter === other ? 0 : 1));
    above = aboveRight;
    next.push(left);
  }
  return next;
}
