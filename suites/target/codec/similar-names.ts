import {lastToken} from '../../../spec/json.ts';
import {pairOverlap} from '../../../spec/likeliest.ts';

/** When one name is a slip of the other, their letter pairs overlap at least so much (`pairOverlap`). */
const ALIKE = 0.25;

/**
 * Whether the names at two locations are similar. A missing member may have any name, so that only
 * similarly named members are candidates for it.
 * @param least the least overlap of the letter pairs of the names (`pairOverlap`)
 */
export function isCalledAlike(pointer: string, other: string, least = ALIKE): boolean {
  const [one = '', two = ''] = [pointer, other].map((each) =>
    lastToken(each)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, ''),
  );
  return pairOverlap(one, two) >= least || isLonger(one, two) || isLonger(two, one);
}

/** Whether one name is another with more before or behind it: `identifier` and `uuid` of `id`. */
const isLonger = (long: string, short: string): boolean =>
  short.length > 1 && (long.startsWith(short) || long.endsWith(short));
