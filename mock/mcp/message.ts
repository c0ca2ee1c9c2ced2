import {
  CallToolRequestSchema,
  InitializeRequestSchema,
  isInitializeRequest,
  JSONRPCMessageSchema,
  ListToolsRequestSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import {isObject} from '../../spec/json.ts';

/** A refusal in the words of JSON-RPC, with the HTTP status that the transport gives it. */
export interface RpcRefusal {
  status: number;
  code: number;
  message: string;
  /**
   * For the person at the terminal, where there is more to say than that it has to be a message of
   * the protocol.
   */
  expected?: string;
  todo?: string;
}

/**
 * The last version of the protocol in which several messages may come as one array; a request that
 * names none speaks it.
 */
const LAST_WITH_BATCHES = '2025-03-26';

/** Levels in a message at most: what follows a value down would run out of stack somewhere. */
const DEEPEST = 100;

const invalid = (message: string): RpcRefusal => ({
  status: 400,
  code: -32600,
  message: `Invalid Request: ${message}`,
});

/**
 * What is wrong with a body before its session is looked for.
 * @param version the header `MCP-Protocol-Version`
 */
export function refusalOf(body: unknown, version: string | undefined): RpcRefusal | undefined {
  if (isDeep(body, DEEPEST)) return invalid(`more than ${DEEPEST} levels`);
  if (!Array.isArray(body))
    return JSONRPCMessageSchema.safeParse(body).success
      ? undefined
      : invalid('this is no JSON-RPC 2.0 message');
  if (
    version !== undefined &&
    version > LAST_WITH_BATCHES &&
    SUPPORTED_PROTOCOL_VERSIONS.includes(version)
  )
    return invalid(`protocol ${version} has no batches: send one message a request`);
  if (!body.length) return invalid('an empty batch');
  const odd = body.findIndex((message) => !JSONRPCMessageSchema.safeParse(message).success);
  return odd < 0
    ? undefined
    : invalid(`message ${odd + 1} of the batch is no JSON-RPC 2.0 message`);
}

const isDeep = (value: unknown, left: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (left === 0 || Object.values(value).some((each) => isDeep(each, left - 1)));

/**
 * Requests whose parameters are looked at before the library does, which would call its own fault
 * what is the client's.
 */
const SCHEMAS: Record<
  string,
  {
    safeParse(message: unknown): {
      success: boolean;
      error?: {issues: {path: PropertyKey[]; message: string}[]};
    };
  }
> = {
  initialize: InitializeRequestSchema,
  'tools/call': CallToolRequestSchema,
  'tools/list': ListToolsRequestSchema,
};

/**
 * What is wrong with the parameters of a request: an error of the protocol, in an answer like any
 * other. A batch is refused whole.
 */
export function wrongParameters(body: unknown): RpcRefusal | undefined {
  if (Array.isArray(body)) {
    const wrong = body.map(wrongParameters).find(Boolean);
    return wrong && {...wrong, status: 400};
  }
  const method =
    isObject(body) && typeof body.method === 'string' && Object.hasOwn(SCHEMAS, body.method)
      ? body.method
      : undefined;
  const issue =
    method === undefined ? undefined : SCHEMAS[method]!.safeParse(body).error?.issues[0];
  return (
    issue && {
      status: 200,
      code: -32602,
      message: `Invalid params: ${issue.path.map(String).join('.')}: ${issue.message}`,
    }
  );
}

/**
 * A tool call without the wish to have it done as a task, which is no capability here and is
 * ignored then (Tasks, capability negotiation).
 */
export function withoutTask(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withoutTask);
  if (!isObject(body) || !isObject(body.params)) return body;
  const {task: _task, ...params} = body.params;
  return {...body, params};
}

/** Ids of the requests in a body: an answer is owed to each. */
export const idsOf = (body: unknown): string[] =>
  [body]
    .flat()
    .flatMap((message) =>
      isObject(message) && 'method' in message && 'id' in message
        ? [JSON.stringify(message.id)]
        : [],
    );

/** The id to answer a refused body with: that of its one request, or null. */
export const idOf = (body: unknown): string | number | null =>
  isObject(body) && (typeof body.id === 'string' || typeof body.id === 'number') ? body.id : null;

/** Whether a body asks for a new session. */
export const begins = (body: unknown): boolean =>
  [body].flat().some((message) => isInitializeRequest(message));
