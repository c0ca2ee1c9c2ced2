import type {Operation} from '../../spec/contract.ts';
import {isObject} from '../../spec/json.ts';
import type {Codec} from './codec.ts';
import type {ListedTool} from './tool-client.ts';

/** What a call carries, in canonical names. */
export interface ToolRequest {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  body: unknown;
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/**
 * The tool of an operation: the one that the profile names, or the one that is called like the operation in some spelling
 * (`startRun`, `start_run`, `start-run`); the document names none (NS-WS-46).
 */
export function toolFor(codec: Codec, op: string, listed: readonly ListedTool[]): ListedTool | undefined {
  const said = codec.tool(op)?.name;
  return listed.find(({name}) => (said === undefined ? plain(name) === plain(op) : name === said));
}

/** The arguments of a tool: path, query, headers and the members of the body in one object, each under the name that the tool has for it. */
export function argumentsOf(codec: Codec, operation: Operation, tool: ListedTool, {path, query, headers, body}: ToolRequest): Record<string, unknown> {
  const wire = codec.encode(operation.id, body);
  const said = codec.tool(operation.id)?.arguments ?? {};
  const own: [name: string, value: unknown][] = [...Object.entries(path), ...Object.entries(query), ...Object.entries(headers), ...(isObject(wire) ? Object.entries(wire) : [])];
  return Object.fromEntries(own.map(([name, value]) => [said[name] ?? spelt(name, tool), value]));
}

/** How a tool spells an argument; ids are often called so: `publication_id` for `publication`. */
function spelt(name: string, {arguments: known}: ListedTool): string {
  const wanted = [plain(name), `${plain(name)}id`, plain(name).replace(/id$/, '')];
  return wanted.map((one) => known.find((other) => plain(other) === one)).find((found) => found !== undefined) ?? name;
}
