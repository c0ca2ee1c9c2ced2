import {isObject} from '../../../spec/json.ts';
import {partsOf, type Schema} from '../../../spec/schema.ts';

/**
 * The documented members of a body in canonical names, each at its documented location. An object of which
 * the document shows no member is kept whole.
 * @param document the contract's OpenAPI document, for its references
 */
export function documentedMembers(document: object, schema: Schema, body: unknown): unknown {
  const parts = partsOf(document, schema);
  const items = parts.find((part) => part.items)?.items;
  if (Array.isArray(body))
    return items ? body.map((row) => documentedMembers(document, items, row)) : body;
  const properties = parts.flatMap((part) => Object.entries(part.properties ?? {}));
  if (!isObject(body) || properties.length === 0) return body;
  const members = properties
    .filter(([name]) => Object.hasOwn(body, name))
    .map(([name, member]) => [name, documentedMembers(document, member, body[name])]);
  return Object.fromEntries(members);
}
