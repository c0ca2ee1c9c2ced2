import type {ApiInterface} from './api-interface.ts';
import {nearest} from './nearest.ts';

/** The methods that an API serves at each path. */
export function allowedMethods(
  {specification: {contract}, chapters}: ApiInterface,
  path: string,
): string[] {
  const [here = ''] = path.split('?');
  const built = builtOperations(chapters);
  const methods = Object.values(contract.operations)
    .filter(
      (operation) => built.has(operation.id) && matches(operation.prefix + operation.path, here),
    )
    .map((operation) => operation.method);
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
}

const builtOperations = (chapters: ApiInterface['chapters']): Set<string> =>
  new Set(chapters.flatMap((chapter) => Object.keys(chapter.operations ?? {})));

/** Longer paths are not compared with the known ones. */
const MAX_PATH_CHARS = 200;

/**
 * Suggests a served path that was probably meant: the same path below the prefix, or one that differs in a few
 * letters. Parameters keep their values.
 */
export function nearestPath(api: ApiInterface, path: string): string | undefined {
  if (path.length > MAX_PATH_CHARS) return undefined;
  const {specification, chapters} = api;
  const {operations, prefix} = specification.contract;
  if (allowedMethods(api, prefix + path).length) return prefix + path;
  const built = builtOperations(chapters);
  const given = path.split('/');
  const templates = Object.values(operations)
    .filter(({id}) => built.has(id))
    .map((operation) => (operation.prefix + operation.path).split('/'));
  const known = templates
    .filter((parts) => parts.length === given.length)
    .map((parts) => parts.map((part, i) => (part.startsWith('{') ? given[i] : part)).join('/'));
  const near = nearest(path, known);
  if (near && near.distance <= MISTYPED) return near.text;
  return withSameEnd(templates, given) ?? near?.text;
}

/** A path with more differences may also be one whose middle is wrong: its end is compared first. */
const MISTYPED = 2;

/** The path whose last parts are those of the given one, and the most of them; its parameters keep their values. */
function withSameEnd(templates: readonly string[][], given: readonly string[]): string | undefined {
  let best: {words: number; path: string} | undefined;
  for (const parts of templates) {
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
  const filled = [...parts];
  let words = 0;
  for (let back = 1; back < Math.min(parts.length, given.length); back++) {
    const [part = '', have = ''] = [parts.at(-back), given.at(-back)];
    const isParameter = part.startsWith('{');
    if (have === '' || !(isParameter || sameText(part, have))) break;
    if (isParameter) filled[parts.length - back] = have;
    else words++;
  }
  return {words, path: filled.join('/')};
}

/** Whether a path matches the template of an operation, for example `/users/{id}`. */
const matches = (template: string, path: string): boolean => {
  const want = template.split('/');
  const have = path.replace(/\/$/, '').split('/');
  if (want.length !== have.length) return false;
  return want.every((part, i) => part.startsWith('{') || sameText(part, have[i] ?? ''));
};

/** The router ignores the case of paths. */
const sameText = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
