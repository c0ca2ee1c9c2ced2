import type {ErrorObject} from 'ajv/dist/2020.js';
import {isObject, tokens} from '../../../spec/json.ts';

/**
 * A document without the values that violate its schema, so that the rest can be read: the mistakes of all sections
 * are told together.
 */
export function withoutErrors(document: unknown, errors: readonly ErrorObject[]): unknown {
  const rest: unknown = structuredClone(document);
  for (const {instancePath, params} of errors) {
    const {additionalProperty} = params as {additionalProperty?: string};
    const path = tokens(instancePath);
    remove(rest, additionalProperty === undefined ? path : [...path, additionalProperty]);
  }
  return isObject(rest) ? {name: '', credentials: {}, ...rest} : rest;
}

/** Removes the value at a path; the root stays. */
function remove(value: unknown, path: readonly string[]): void {
  const [last] = path.slice(-1);
  const parent = path
    .slice(0, -1)
    .reduce(
      (found: unknown, token) => (found as Record<string, unknown> | undefined)?.[token],
      value,
    );
  if (last === undefined || typeof parent !== 'object' || parent === null) return;
  if (Array.isArray(parent)) parent.length = 0;
  else Reflect.deleteProperty(parent, last);
}
