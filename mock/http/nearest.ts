import leven from 'leven';
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
export function nearest(given: string, known: readonly string[]): Near | undefined {
  let best: Near | undefined;
  for (const text of known) {
    const most = best?.distance ?? CLOSE + 1;
    // A greater distance is not computed, and counts as `most`.
    const distance = leven(given, text, {maxDistance: most});
    if (distance < most) best = {text, distance};
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
