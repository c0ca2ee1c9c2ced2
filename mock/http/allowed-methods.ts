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
const LONGEST = 200;

/**
 * Suggests a served path that was probably meant: the same path below the prefix, or one that differs in a few
 * letters. Parameters keep their values.
 */
export function nearestPath(api: ApiInterface, path: string): string | undefined {
  if (path.length > LONGEST) return undefined;
  const {specification, chapters} = api;
  const {operations, prefix} = specification.contract;
  if (allowedMethods(api, prefix + path).length) return prefix + path;
  const built = builtOperations(chapters);
  const given = path.split('/');
  const known = Object.values(operations)
    .filter(({id}) => built.has(id))
    .map((operation) => (operation.prefix + operation.path).split('/'))
    .filter((parts) => parts.length === given.length)
    .map((parts) => parts.map((part, i) => (part.startsWith('{') ? given[i] : part)).join('/'));
  return nearest(path, known)?.text;
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
