import {isObject} from '../../spec/json.ts';

/** An argument of a tool whose value a header repeats, by its path in the arguments. */
export interface MirroredArgument {
  header: string;
  path: string[];
}

/**
 * The arguments that the input schema of a tool wants repeated in headers: those with `x-mcp-header` that are reached
 * through `properties` alone (2026-07-28, Streamable HTTP: custom headers from tool parameters).
 */
export function mirroredArguments(schema: unknown, path: string[] = []): MirroredArgument[] {
  if (!isObject(schema) || !isObject(schema.properties)) return [];
  return Object.entries(schema.properties).flatMap(([name, property]) => {
    const own = [...path, name];
    const header = isObject(property) ? property['x-mcp-header'] : undefined;
    const mirrored = typeof header === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(header);
    return [
      ...(mirrored ? [{header: `mcp-param-${header.toLowerCase()}`, path: own}] : []),
      ...mirroredArguments(property, own),
    ];
  });
}

/** The headers of a call of a tool: its name, and the arguments that it wants repeated. */
export function callHeaders(
  name: string,
  mirrored: readonly MirroredArgument[],
  given: Record<string, unknown>,
): Record<string, string> {
  const values = mirrored.flatMap(({header, path}) => {
    const value = valueAt(given, path);
    const isWritten = ['string', 'number', 'boolean'].includes(typeof value);
    return isWritten ? [[header, encoded(String(value))]] : [];
  });
  return {'mcp-name': encoded(name), ...Object.fromEntries(values)};
}

const valueAt = (given: unknown, path: string[]): unknown =>
  path.reduce((value: unknown, name) => (isObject(value) ? value[name] : undefined), given);

/** A value as a header has it: as it is if HTTP can carry it, else in base64 (value encoding). */
function encoded(value: string): string {
  const isPlain = /^[\t\u0020-\u007e]*$/.test(value) && value.trim() === value;
  const looksEncoded = /^=\?base64\?.*\?=$/.test(value);
  return isPlain && !looksEncoded ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`;
}
