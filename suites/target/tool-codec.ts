import type {Operation} from '../../spec/contract.ts';
import {isObject, tokens, withAt} from '../../spec/json.ts';
import type {Codec} from './codec.ts';
import type {ListedTool} from './tool-client.ts';

/** What a call carries, in canonical names. */
export interface ToolRequest {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  body: unknown;
}

/** A name without what spellings differ in. */
export const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/**
 * The tool of an operation: the one that the profile names, or the one that is called like the
 * operation in some spelling (`startRun`, `start_run`, `start-run`); the document names none
 * (NS-WS-46).
 */
export function toolFor(
  codec: Codec,
  op: string,
  listed: readonly ListedTool[],
): ListedTool | undefined {
  const said = codec.tool(op)?.name;
  return listed.find(({name}) => (said === undefined ? plain(name) === plain(op) : name === said));
}

/**
 * The arguments of a tool: path, query, headers and the members of the body in one object, each
 * where the tool has it.
 * @returns a sentence when it shows none that could be meant: nobody is to blame for a name that is
 * open
 */
export function argumentsOf(
  codec: Codec,
  {id, ...operation}: Operation,
  tool: ListedTool,
  {path, query, headers, body}: ToolRequest,
): Record<string, unknown> | string {
  const said = codec.tool(id)?.arguments ?? {};
  const members = isObject(body) ? Object.entries(body) : [];
  const wire = codec.encode(
    id,
    Object.fromEntries(members.filter(([name]) => said[name] === undefined)),
  );
  const told = Object.fromEntries(members.filter(([name]) => said[name] !== undefined));
  let given: unknown = {};
  for (const [name, value] of Object.entries({
    ...path,
    ...query,
    ...headers,
    ...told,
    ...(isObject(wire) && wire),
  })) {
    const inPath = operation.parameters.some(
      (parameter) => parameter.in === 'path' && parameter.name === name,
    );
    const place = said[name] ?? spelt(name, tool, inPath);
    if (place === undefined)
      return `${id}: say what its argument ${name} is called (tools.${id}: {name: ${tool.name}, arguments: {${name}: ...}}) among ${tool.arguments.map((one) => one.slice(1)).join(', ') || 'none that are listed'}`;
    given = withAt(given, place.startsWith('/') ? place : `/${place}`, value);
  }
  return given as Record<string, unknown>;
}

/**
 * Where a tool has an argument; ids are often called so: `publication_id` for `publication`, or
 * `id` for what stood in a path.
 */
function spelt(name: string, {arguments: known}: ListedTool, inPath: boolean): string | undefined {
  const wanted = [
    plain(name),
    `${plain(name)}id`,
    plain(name).replace(/id$/, ''),
    ...(inPath ? ['id'] : []),
  ];
  return wanted
    .map((one) => known.find((other) => plain(tokens(other).at(-1)!) === one))
    .find((found) => found !== undefined);
}

/**
 * A value whose members have the names that are known, where they are those in another spelling.
 */
export function respelt(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => respelt(one, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const known = names.get(plain(name));
      return [known === undefined || known in value ? name : known, respelt(member, names)];
    }),
  );
}

/** A value, and what it wraps: the objects and lists among its members and theirs. */
export const layersOf = (value: unknown, deep = 2): unknown[] => [
  value,
  ...(isObject(value) && deep > 0
    ? Object.values(value)
        .filter((member) => typeof member === 'object')
        .flatMap((member) => layersOf(member, deep - 1))
    : []),
];

const LINK = /https?:\/\/[^\s"'<>]+[^\s"'<>.,;:!?)\]]/;

/** The link that a result hands out, under whatever name or in a text. */
export function linkIn(said: unknown): string | undefined {
  const leaves = leavesOf(said, '');
  const whole = leaves.filter(([, text]) => new RegExp(`^${LINK.source}$`).test(text));
  const named = [/^location$/i, /download/i, /url|uri|href|link/i, /^/]
    .map((name) => whole.find(([place]) => name.test(place)))
    .find(Boolean);
  return named?.[1] ?? leaves.map(([, text]) => LINK.exec(text)?.[0]).find(Boolean);
}

const leavesOf = (value: unknown, name: string): [name: string, text: string][] =>
  typeof value === 'string'
    ? [[name, value]]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([inner, member]) => leavesOf(member, inner))
      : [];
