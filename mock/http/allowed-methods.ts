import type {ApiInterface} from './api-interface.ts';

/** Methods that an API serves at a path. */
export function allowedMethods(
  {specification: {contract}, chapters}: ApiInterface,
  path: string,
): string[] {
  const here = path.split('?')[0]!;
  const built = new Set(chapters.flatMap((chapter) => Object.keys(chapter.operations ?? {})));
  const methods = Object.values(contract.operations)
    .filter(
      (operation) => built.has(operation.id) && matches(contract.prefix + operation.path, here),
    )
    .map((operation) => operation.method);
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
}

const matches = (template: string, path: string): boolean => {
  const want = template.split('/');
  const have = path.replace(/\/$/, '').split('/');
  return (
    want.length === have.length &&
    want.every((part, i) => part.startsWith('{') || part.toLowerCase() === have[i]!.toLowerCase())
  );
};
