/**
 * The ids of resources that a deployment may serve below another one, such as runs below their publication. The
 * document does not say that they are unique beyond it (NS-WS-14), so each publication may have a run 1. The canonical
 * id therefore names both: `pub_2f8a / 1`. Requests have the id alone.
 */

import type {Operation} from '../../../spec/contract.ts';
import type {ParentResource} from '../../../spec/openapi.ts';
import type {EffectiveContract} from './effective-contract.ts';

const SEPARATOR = ' / ';

/** The canonical id of a nested resource. */
export const nestedId = (parent: string, id: string): string => `${parent}${SEPARATOR}${id}`;

/** The ids of a nested resource and of its parent; undefined for an id that names no parent. */
export function partsOf(nested: string): {parent: string; id: string} | undefined {
  const end = nested.lastIndexOf(SEPARATOR);
  if (end < 0) return undefined;
  return {parent: nested.slice(0, end), id: nested.slice(end + SEPARATOR.length)};
}

/** JSON Pointer of the id in a success that creates or shows one resource. */
export function idPointerOf({creates, represents: [shown]}: Operation): string | undefined {
  if (creates?.id !== undefined || shown === undefined) return creates?.id;
  return shown.pointer.includes('*') ? undefined : shown.pointer + shown.resource.id;
}

/**
 * The path parameter that names the parent of the resource which an operation creates or reads, such as `publication`.
 * @returns undefined where the path of the resource shows that its own id suffices
 */
export function parentParameter(
  {contract, profile}: EffectiveContract,
  {id: op, parent: own}: Operation,
): string | undefined {
  const of = own?.of ?? op;
  const nested = Object.values(contract.operations).filter(({parent}) => parent?.of === of);
  const isNested = ({id, parent}: Operation): boolean => {
    const path = profile.paths[id];
    return path !== undefined && ('followed' in path || namesParent(path.template, parent));
  };
  return nested.find(isNested)?.parent?.parameters[0];
}

const namesParent = (template: string, parent: ParentResource | undefined): boolean =>
  parent?.parameters.some((name) => template.includes(`{${name}}`)) === true;
