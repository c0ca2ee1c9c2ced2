import type {ApiInterface} from './api-interface.ts';

/** Methods that an API serves at a path. */
export function allowedMethods(
  {specification: {contract}, chapters}: ApiInterface,
  path: string,
): string[] {
  const [here = ''] = path.split('?');
  const built = new Set(chapters.flatMap((chapter) => Object.keys(chapter.operations ?? {})));
  const methods = Object.values(contract.operations)
    .filter(
      (operation) => built.has(operation.id) && matches(contract.prefix + operation.path, here),
    )
    .map((operation) => operation.method);
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
}

/** Whether a path fits the template of an operation, for example `/users/{id}`. */
const matches = (template: string, path: string): boolean => {
  const want = template.split('/');
  const have = path.replace(/\/$/, '').split('/');
  if (want.length !== have.length) return false;
  return want.every((part, i) => part.startsWith('{') || sameText(part, have[i] ?? ''));
};

/** The router takes paths without regard to case. */
const sameText = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
