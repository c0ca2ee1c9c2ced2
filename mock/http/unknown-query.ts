import {masked} from '../world/journal.ts';
import {nearest} from './nearest.ts';

/** A name differs from the one that was meant in at most so many characters, and in less than half of them. */
const CLOSE = 2;

/**
 * Names the first query parameter of a request that its operation does not declare: such a parameter has no effect, and
 * may be a mistyped one.
 * @param declared the names of the operation's query parameters
 * @returns undefined when all of them are declared
 */
export function unknownQuery(path: string, declared: readonly string[]): string | undefined {
  const from = path.indexOf('?');
  if (from < 0) return undefined;
  const names = [...new URLSearchParams(path.slice(from + 1)).keys()];
  const unknown = names.find((name) => !declared.includes(name));
  if (unknown === undefined) return undefined;
  const meant = meantName(unknown, declared);
  const question = meant === undefined ? '' : `: did you mean ${meant}?`;
  const shown = unknown.length > MAX_NAME_CHARS ? masked(unknown) : unknown;
  return `${shown} is no query parameter here${question}`;
}

const MAX_NAME_CHARS = 40;

/** The declared name that differs only in case, `-` and `_`, or in a few letters. */
function meantName(name: string, declared: readonly string[]): string | undefined {
  const plain = plainOf(name);
  const near = nearest(plain, declared.map(plainOf));
  if (!near || near.distance > CLOSE || 2 * near.distance >= plain.length) return undefined;
  return declared.find((each) => plainOf(each) === near.text);
}

const plainOf = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '');
