import {nearest} from './nearest.ts';

/** Longer paths are not compared with the known ones. */
const MAX_PATH_CHARS = 200;

/** A path with more differences may also be one whose middle is wrong: its end is compared first. */
const MISTYPED = 2;

/**
 * Suggests a served path that was probably meant: one that differs only in case and slashes, in a few letters, or
 * before its end. Parameters keep their values.
 * @param templates the served paths, for example `/users/{id}`
 */
export function nearPath(templates: readonly string[], path: string): string | undefined {
  if (path.length > MAX_PATH_CHARS) return undefined;
  const given = path
    .replaceAll(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '')
    .split('/');
  const known = templates.map((template) => template.split('/'));
  const sameLength = known.filter((parts) => parts.length === given.length);
  const same = sameLength.find((parts) => parts.every((part, i) => isLike(part, given[i] ?? '')));
  if (same) return filled(same, given);
  const near = nearest(
    given.join('/'),
    sameLength.map((parts) => filled(parts, given)),
  );
  if (near && near.distance <= MISTYPED) return near.text;
  return withSameEnd(known, given) ?? near?.text;
}

const isParameter = (part: string): boolean => part.startsWith('{');

/** Whether a part of a path has the place of a parameter, or differs from a word in case alone. */
const isLike = (part: string, have: string): boolean =>
  have !== '' || part === '' ? isParameter(part) || sameText(part, have) : false;

const sameText = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const filled = (parts: readonly string[], given: readonly string[]): string =>
  parts.map((part, i) => (isParameter(part) ? given[i] : part)).join('/');

/** The path whose last parts are those of the given one, and the most of them; its parameters keep their values. */
function withSameEnd(known: readonly string[][], given: readonly string[]): string | undefined {
  let best: {words: number; path: string} | undefined;
  for (const parts of known) {
    const {words, path} = sameEnd(parts, given);
    if (words > (best?.words ?? 0)) best = {words, path};
  }
  return best?.path;
}

/** The number of words that two paths have in common at their ends, and the first with the parameters of the second. */
function sameEnd(
  parts: readonly string[],
  given: readonly string[],
): {words: number; path: string} {
  const path = [...parts];
  let words = 0;
  for (let back = 1; back < Math.min(parts.length, given.length); back++) {
    const [part = '', have = ''] = [parts.at(-back), given.at(-back)];
    if (have === '' || !isLike(part, have)) break;
    if (isParameter(part)) path[parts.length - back] = have;
    else words++;
  }
  return {words, path: path.join('/')};
}
