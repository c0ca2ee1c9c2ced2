import {isInitializeRequest, JSONRPCMessageSchema, SUPPORTED_PROTOCOL_VERSIONS} from '@modelcontextprotocol/sdk/types.js';
import {isObject} from '../../spec/json.ts';

/** A refusal in the words of JSON-RPC, with the HTTP status that the transport gives it. */
export interface RpcRefusal {
  status: number;
  code: number;
  message: string;
}

/** The last version of the protocol in which several messages may come as one array; a request that names none speaks it. */
const LAST_WITH_BATCHES = '2025-03-26';

const invalid = (message: string): RpcRefusal => ({status: 400, code: -32600, message: `Invalid Request: ${message}`});

/**
 * What is wrong with a body before its session is looked for.
 * @param version the header `MCP-Protocol-Version`
 */
export function refusalOf(body: unknown, version: string | undefined): RpcRefusal | undefined {
  if (!Array.isArray(body)) return JSONRPCMessageSchema.safeParse(body).success ? undefined : invalid('this is no JSON-RPC 2.0 message');
  if (version !== undefined && version > LAST_WITH_BATCHES && SUPPORTED_PROTOCOL_VERSIONS.includes(version))
    return invalid(`protocol ${version} has no batches: send one message a request`);
  if (!body.length) return invalid('an empty batch');
  const odd = body.findIndex((message) => !JSONRPCMessageSchema.safeParse(message).success);
  return odd < 0 ? undefined : invalid(`message ${odd + 1} of the batch is no JSON-RPC 2.0 message`);
}

/** Ids of the requests in a body: an answer is owed to each. */
export const idsOf = (body: unknown): string[] =>
  [body].flat().flatMap((message) => (isObject(message) && 'method' in message && 'id' in message ? [JSON.stringify(message.id)] : []));

/** The id to answer a refused body with: that of its one request, or null. */
export const idOf = (body: unknown): string | number | null =>
  isObject(body) && (typeof body.id === 'string' || typeof body.id === 'number') ? body.id : null;

/** Whether a body asks for a new session. */
export const begins = (body: unknown): boolean => [body].flat().some((message) => isInitializeRequest(message));
