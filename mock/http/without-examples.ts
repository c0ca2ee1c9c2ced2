import {isObject} from '../../spec/json.ts';

/**
 * Copies a document without the examples of schemas (arrays; those of responses are objects). Strings with a pattern
 * keep their examples, because the sampler cannot generate values for patterns.
 * @param inherited the part of an outer example that belongs to this node
 */
export function withoutExamples(node: unknown, inherited?: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => withoutExamples(item, inherited));
  if (!isObject(node)) return node;
  const {examples, ...rest} = node;
  const own = Array.isArray(examples);
  const example: unknown = own ? examples[0] : inherited;
  const copy: Record<string, unknown> = own || examples === undefined ? {} : {examples};
  for (const [name, member] of Object.entries(rest))
    copy[name] =
      name === 'properties' ? bareMembers(member, example) : withoutExamples(member, example);
  const hasPattern = typeof rest['pattern'] === 'string';
  return hasPattern && typeof example === 'string' ? {...copy, example} : copy;
}

/** The schemas of an object's members, each with its part of the object's example. */
function bareMembers(properties: unknown, example: unknown): unknown {
  const values = isObject(example) ? example : {};
  const members = Object.entries(isObject(properties) ? properties : {});
  return Object.fromEntries(
    members.map(([name, schema]) => [name, withoutExamples(schema, values[name])]),
  );
}
