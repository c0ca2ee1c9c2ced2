import type {View} from '../../operation.ts';

/** The number of characters of a part. */
const LENGTH = 4;

/** The maximum number of characters of a name whose parts are indexed: a name can be as long as a body. */
const MAX_NAME_CHARS = 300;

/** The index key of longer names. */
const LONG_NAME_KEY = '';

/**
 * The parts by which the index `name_part` finds a name: all sequences of four characters, in lower case. A name that
 * contains a text contains all parts of the text.
 */
export function partsOf(name: string): string[] {
  const text = name.toLowerCase();
  if (text.length > MAX_NAME_CHARS) return [LONG_NAME_KEY];
  const count = Math.max(0, text.length - LENGTH + 1);
  return [...new Set(Array.from({length: count}, (_, at) => text.slice(at, at + LENGTH)))];
}

/**
 * Index keys under which all names that contain a text are found: the part of the text that occurs in the fewest
 * names, and the key of the long names.
 * @returns undefined for a text that is shorter than a part
 */
export function partsToSearch(view: View, text: string): string[] | undefined {
  const counts = partsOf(text).map((part) => ({
    part,
    count: view.countUnder('issues', {index: 'name_part', values: [part]}),
  }));
  const [rarest] = counts.toSorted((a, b) => a.count - b.count);
  return rarest && [...new Set([rarest.part, LONG_NAME_KEY])];
}
