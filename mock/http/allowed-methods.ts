import type {Operation} from '../../spec/contract.ts';
import type {ApiInterface} from './api-interface.ts';
import {nearPath} from './near-path.ts';

/** The methods that an API serves at each path. */
export function allowedMethods(api: ApiInterface, path: string): string[] {
  const [here = ''] = path.split('?');
  const methods = servedBy(api)
    .filter((operation) => matches(pathOf(operation), here))
    .map(({method}) => method);
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
}

/** Suggests a served path that was probably meant: the same path below the prefix, or a similar one. */
export function nearestPath(api: ApiInterface, path: string): string | undefined {
  const {prefix} = api.specification.contract;
  if (allowedMethods(api, prefix + path).length) return prefix + path;
  return nearPath([...servedBy(api).map(pathOf), ...api.besides], path);
}

const servedBy = ({specification, chapters}: ApiInterface): Operation[] => {
  const built = new Set(chapters.flatMap(({operations}) => Object.keys(operations ?? {})));
  return Object.values(specification.contract.operations).filter(({id}) => built.has(id));
};

const pathOf = ({prefix, path}: Operation): string => prefix + path;

/** Whether a path matches the template of an operation, for example `/users/{id}`, letter by letter. */
const matches = (template: string, path: string): boolean => {
  const want = template.split('/');
  const have = path.split('/');
  if (want.length !== have.length) return false;
  return want.every((part, i) => (part.startsWith('{') ? have[i] !== '' : part === have[i]));
};
