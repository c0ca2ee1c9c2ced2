import type {ErrorObject} from 'ajv/dist/2020.js';
import {isObject, tokens} from '../../../spec/json.ts';
import {APIS} from './bases.ts';
import type {ConfigDocument} from './schema.ts';

/** Stands in place of an address that violates the schema, so that no section complains of it again. */
const ADDRESS = 'http://localhost';

/**
 * A document without the values that violate its schema, so that the rest can be read: the mistakes of all sections
 * are told together.
 * @returns undefined for what has no sections
 */
export function withoutErrors(
  document: unknown,
  errors: readonly ErrorObject[],
): ConfigDocument | undefined {
  if (!isObject(document)) return undefined;
  const rest = structuredClone(document);
  for (const {instancePath, params} of errors) {
    const {additionalProperty, missingProperty} = params as Record<string, string | undefined>;
    if (missingProperty === 'base_url') continue;
    const path = tokens(instancePath).slice(
      0,
      instancePath.startsWith('/workspace') || instancePath.startsWith('/store') ? undefined : 2,
    );
    remove(rest, additionalProperty === undefined ? path : [...path, additionalProperty]);
  }
  for (const api of APIS.filter((one) => one in document)) {
    const section = isObject(rest[api]) ? rest[api] : {};
    rest[api] = {base_url: ADDRESS, ...section};
  }
  return {name: '', credentials: {}, ...rest} as ConfigDocument;
}

/** Removes the value at a path, or the whole list of which it is an entry; the root stays. */
function remove(value: unknown, path: readonly string[]): void {
  const parent = path
    .slice(0, -1)
    .reduce(
      (found: unknown, token) => (found as Record<string, unknown> | undefined)?.[token],
      value,
    );
  const last = path.at(-1);
  if (last === undefined || typeof parent !== 'object' || parent === null) return;
  if (Array.isArray(parent)) parent.length = 0;
  else Reflect.deleteProperty(parent, last);
}
