import type {Why} from '../operation.ts';
import {masked} from '../world/secrets.ts';
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
  const unknown = firstUnknown(path, declared);
  if (!unknown) return undefined;
  return `${unknown.shown} is no query parameter here${unknown.question && `: ${unknown.question}`}`;
}

/** The same for the line of a request that was served. */
export function whyUnknownQuery(path: string, declared: readonly string[]): Why | undefined {
  const unknown = firstUnknown(path, declared);
  return (
    unknown && {
      expected: `no query parameters${declared.length ? ` but ${declared.join(', ')}` : ''}`,
      got: `${unknown.shown}, which has no effect`,
      todo: unknown.question || 'leave it out',
    }
  );
}

/** A parameter that is not declared: its name, and the question whether another was meant, empty for none. */
function firstUnknown(
  path: string,
  declared: readonly string[],
): {shown: string; question: string} | undefined {
  const from = path.indexOf('?');
  if (from < 0) return undefined;
  const names = [...new URLSearchParams(path.slice(from + 1)).keys()];
  const unknown = names.find((name) => !declared.includes(name));
  if (unknown === undefined) return undefined;
  const meant = meantName(unknown, declared);
  return {
    shown: unknown.length > MAX_NAME_CHARS ? masked(unknown) : unknown || 'an empty name',
    question: meant === undefined ? '' : `did you mean ${meant}?`,
  };
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
