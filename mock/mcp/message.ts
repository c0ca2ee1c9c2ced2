import {
  isInitializeRequest,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  specTypeSchemas,
  SUPPORTED_PROTOCOL_VERSIONS,
  type StandardSchemaV1Sync,
} from '@modelcontextprotocol/server';
import {isObject} from '../../spec/json.ts';
import {RPC, type RpcRefusal} from './refusal.ts';

/**
 * The last version of the protocol that allows several messages in one array. A request that names
 * no version speaks this one.
 */
const LAST_VERSION_WITH_BATCHES = '2025-03-26';

/** Levels that a message may have: recursive functions would overflow the stack on deeper ones. */
const MAX_DEPTH = 100;

const invalid = (message: string): RpcRefusal => ({
  status: 400,
  code: RPC.invalidRequest,
  message: `Invalid Request: ${message}`,
});

/**
 * Checks that a body is a JSON-RPC message, or a batch of them where the protocol has batches.
 * @param version the header `MCP-Protocol-Version`
 * @returns the refusal, or undefined for a valid body
 */
export function checkMessage(body: unknown, version: string | undefined): RpcRefusal | undefined {
  if (isDeeperThan(body, MAX_DEPTH)) return invalid(`more than ${MAX_DEPTH} levels`);
  if (Array.isArray(body)) return checkBatch(body, version);
  return isMessage(body) ? undefined : invalid('this is no JSON-RPC 2.0 message');
}

function checkBatch(batch: unknown[], version: string | undefined): RpcRefusal | undefined {
  const hasNoBatches =
    version !== undefined &&
    version > LAST_VERSION_WITH_BATCHES &&
    SUPPORTED_PROTOCOL_VERSIONS.includes(version);
  if (hasNoBatches)
    return invalid(`protocol ${version} has no batches: send one message per request`);
  if (!batch.length) return invalid('an empty batch');
  const odd = batch.findIndex((message) => !isMessage(message));
  if (odd === -1) return undefined;
  return invalid(`message ${odd + 1} of the batch is no JSON-RPC 2.0 message`);
}

const isMessage = (value: unknown): boolean =>
  isJSONRPCRequest(value) || isJSONRPCNotification(value) || isJSONRPCResponse(value);

const isDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((each) => isDeeperThan(each, levels - 1)));

/**
 * Requests of the era `legacy` whose parameters are checked here: the transport of sessions would answer the client's
 * mistakes in them as internal errors.
 */
const PARAMETER_SCHEMAS = new Map<string, StandardSchemaV1Sync>([
  ['initialize', specTypeSchemas.InitializeRequest],
  ['tools/call', specTypeSchemas.CallToolRequest],
  ['tools/list', specTypeSchemas.ListToolsRequest],
]);

/**
 * Checks the parameters of a request. A single request is refused with a JSON-RPC error in a
 * response of status 200, a batch as a whole with 400.
 * @returns the refusal, or undefined for valid parameters
 */
export function checkParameters(body: unknown): RpcRefusal | undefined {
  if (Array.isArray(body)) {
    const refusal = body.map(checkParameters).find(Boolean);
    return refusal && {...refusal, status: 400};
  }
  const method = isObject(body) && typeof body.method === 'string' ? body.method : '';
  const issue = PARAMETER_SCHEMAS.get(method)?.['~standard'].validate(body).issues?.[0];
  if (!issue) return undefined;
  return {
    status: 200,
    code: RPC.invalidParams,
    message: `Invalid params: ${issue.path?.map(nameIn).join('.')}: ${issue.message}`,
  };
}

/** A name in the path of an issue. */
const nameIn = (part: PropertyKey | {key: PropertyKey}): string =>
  String(typeof part === 'object' ? part.key : part);

/**
 * A body without the parameter `task`, which requests a call as a task: this server does not have
 * that capability, and then a request is processed as if it were not there (Tasks).
 */
export function withoutTask(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withoutTask);
  if (!isObject(body) || !isObject(body.params)) return body;
  const {task: _task, ...params} = body.params;
  return {...body, params};
}

/** The messages of a body, which may be one message or a batch. */
const messagesOf = (body: unknown): unknown[] => (Array.isArray(body) ? body : [body]);

/** The ids, as JSON, of the requests in a body: each of them has to be answered. */
export const requestIdsOf = (body: unknown): string[] =>
  messagesOf(body).flatMap((message) =>
    isObject(message) && 'method' in message && 'id' in message ? [JSON.stringify(message.id)] : [],
  );

/** The id with which a refused body is answered: that of its single request, or null. */
export const requestIdOf = (body: unknown): string | number | null =>
  isObject(body) && (typeof body.id === 'string' || typeof body.id === 'number') ? body.id : null;

/** Whether a body contains an `initialize` request, which begins a session. */
export const isInitialize = (body: unknown): boolean =>
  messagesOf(body).some((message) => isInitializeRequest(message));
