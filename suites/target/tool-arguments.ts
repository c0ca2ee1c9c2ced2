import {at, isObject} from '../../spec/json.ts';

/**
 * JSON Pointers to the arguments of a tool's input schema, and to the members of those that are
 * objects: for example `/publication` and `/upload/size_bytes`.
 */
export function argumentPointers(schema: object): string[] {
  const own = propertiesOf(schema, schema);
  const inner = own.flatMap(([name, property]) =>
    propertiesOf(schema, property).map(([member]) => `${name}/${member}`),
  );
  return [...own.map(([name]) => name), ...inner].map((path) => `/${path}`);
}

/** The properties of a schema, which may be a `$ref` to another part of the whole. */
function propertiesOf(whole: object, schema: unknown): [name: string, schema: unknown][] {
  const resolved = resolveReference(whole, schema);
  return isObject(resolved) && isObject(resolved.properties)
    ? Object.entries(resolved.properties)
    : [];
}

function resolveReference(whole: object, schema: unknown): unknown {
  const reference = isObject(schema) ? schema.$ref : undefined;
  return typeof reference === 'string' && reference.startsWith('#')
    ? at(whole, reference.slice(1))
    : schema;
}
