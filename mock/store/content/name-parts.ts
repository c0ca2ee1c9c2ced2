import type {View} from '../../operation.ts';

/** Characters of a part. */
const LENGTH = 4;

/** Characters of a name of which parts are kept, at most: a name can be as long as a body. */
const LONGEST = 300;

/** Under what the index has the names that are longer. */
const LONG = '';

/**
 * The parts of a name by which the index `name_part` finds it: any four characters that stand side by
 * side, in lower case. Whatever contains a text has all parts of that text.
 */
export function partsOf(name: string): string[] {
  const text = name.toLowerCase();
  if (text.length > LONGEST) return [LONG];
  const count = Math.max(0, text.length - LENGTH + 1);
  return [...new Set(Array.from({length: count}, (_, at) => text.slice(at, at + LENGTH)))];
}

/**
 * Values of the index under which all names with a text in them stand: the part of the text that fewest
 * names have, and the long names.
 * @returns undefined for a text that is shorter than a part
 */
export function partsToSearch(view: View, text: string): string[] | undefined {
  const counts = partsOf(text).map((part) => ({
    part,
    count: view.countUnder('issues', {index: 'name_part', values: [part]}),
  }));
  const [rarest] = counts.toSorted((a, b) => a.count - b.count);
  return rarest && [...new Set([rarest.part, LONG])];
}
