import {envelope, isObject, Refusal} from './http.ts';
import type {Answer, Incoming, Json} from './http.ts';
import {agentToolRow, agentTools} from './mcp-tools.ts';
import type {AgentTool} from './mcp-tools.ts';
import type {Context} from './context.ts';
import type {TokenRecord} from './model.ts';
import {authorize} from './oauth.ts';
import {OPERATIONS} from './operations.ts';
import type {World} from './world.ts';

const VERSION = '2025-06-18';

function rpcError(id: unknown, code: number, message: string, status = 200): Answer {
  return {status, body: {jsonrpc: '2.0', id: id ?? null, error: {code, message}}};
}

function result(id: unknown, value: Json): Answer {
  return {status: 200, body: {jsonrpc: '2.0', id, result: value}};
}

function toolResult(value: unknown, isError: boolean): Json {
  const structured = isObject(value) ? value : {};
  return {
    content: [{type: 'text', text: JSON.stringify(structured)}],
    structuredContent: structured,
    isError,
  };
}

function contextOf(w: World, token: TokenRecord, tool: AgentTool, args: Json): Context {
  const space = w.spaces.get(token.space);
  if (space === undefined) throw new Refusal(401, 'token_missing_or_void', 'No workspace.');
  const params: Record<string, string> = {};
  for (const place of tool.places) {
    const value = args[place];
    if (typeof value !== 'string') {
      throw new Refusal(422, 'invalid_fields', `The argument ${place} has to be a text.`, {
        members: [place],
      });
    }
    params[place] = value;
  }
  const query: Record<string, string> = {};
  const cursor = args['cursor'];
  if (typeof cursor === 'string') query['cursor'] = cursor;
  const retry = args['idempotency_key'];
  for (const [name, value] of [
    ['cursor', cursor],
    ['idempotency_key', retry],
  ]) {
    if (value !== undefined && value !== null && typeof value !== 'string') {
      throw new Refusal(422, 'invalid_fields', `The argument ${String(name)} has to be a text.`);
    }
  }
  return {
    w,
    space,
    by: token.token,
    mcp: true,
    params,
    query,
    body: args,
    retryKey: typeof retry === 'string' ? retry : undefined,
  };
}

function failure(w: World, refusal: Refusal): Json {
  const body = envelope(refusal);
  if (w.faults.has('mcp-reason-generic')) body['reason'] = 'tool_failed';
  if (w.faults.has('mcp-not-found-reason') && refusal.status === 404) {
    body['reason'] = 'not_found';
  }
  if (w.faults.has('mcp-failure-without-reason')) delete body['reason'];
  return body;
}

async function callTool(w: World, token: TokenRecord, id: unknown, params: Json): Promise<Answer> {
  const tool = agentTools(w).find((one) => one.name === params['name']);
  const operation = OPERATIONS.find((one) => one.name === tool?.operation);
  if (tool === undefined || operation === undefined) {
    return rpcError(id, -32602, 'There is no such tool.');
  }
  const given = params['arguments'] ?? {};
  if (!isObject(given)) return rpcError(id, -32602, 'The arguments have to be an object.');
  try {
    const c = contextOf(w, token, tool, given);
    const answer = await operation.run(c);
    const url = w.faults.has('mcp-download-without-url') ? undefined : answer.headers?.['Location'];
    const body =
      tool.operation === 'download' && isObject(answer.body)
        ? {...answer.body, link: {...linkOf(answer.body), url}}
        : answer.body;
    return result(id, toolResult(body, false));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return result(id, toolResult(failure(w, error), true));
  }
}

function linkOf(body: Json): Json {
  return isObject(body['link']) ? body['link'] : {};
}

function initialize(id: unknown): Answer {
  return result(id, {
    protocolVersion: VERSION,
    capabilities: {tools: {listChanged: false}},
    serverInfo: {name: 'workspace-publishing-agent', title: 'Workspace', version: '1.0.0'},
    instructions: 'One tool for every operation of the workspace API.',
  });
}

async function answerMessage(w: World, token: TokenRecord, message: Json): Promise<Answer> {
  const {id, method} = message;
  const params = message['params'] ?? {};
  if (
    message['jsonrpc'] !== '2.0' ||
    (typeof method !== 'string' && !('result' in message) && !('error' in message))
  ) {
    return rpcError(null, -32600, 'This is no JSON-RPC request.', 400);
  }
  if (id === undefined || typeof method !== 'string') return {status: 202, body: undefined};
  if (typeof id !== 'string' && typeof id !== 'number') {
    return rpcError(null, -32600, 'The id has to be a text or a number.', 400);
  }
  if (!isObject(params)) return rpcError(id, -32602, 'The params have to be an object.');
  switch (method) {
    case 'initialize':
      return initialize(id);
    case 'ping':
      return result(id, {});
    case 'tools/list':
      return result(id, {tools: agentTools(w).map(agentToolRow)});
    case 'tools/call':
      return callTool(w, token, id, params);
    default:
      return rpcError(id, -32601, 'There is no such method.');
  }
}

function localOrigin(origin: string | undefined): boolean {
  return (
    origin === undefined || /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(origin)
  );
}

/** Serves the agent-protocol server. */
export async function serveMcp(w: World, req: Incoming): Promise<Answer> {
  if (!localOrigin(req.headers.origin)) {
    throw new Refusal(403, 'origin_refused', 'Requests of this origin are not taken.');
  }
  const token = authorize(w, req);
  if (req.method !== 'POST') {
    throw new Refusal(405, 'method_not_allowed', 'The agent server knows POST.', undefined, {
      Allow: 'POST',
    });
  }
  const version = req.headers['mcp-protocol-version'];
  if (version !== undefined && version !== VERSION && version !== '2025-03-26') {
    throw new Refusal(400, 'protocol_version', `The protocol version is ${VERSION}.`);
  }
  let message: unknown;
  try {
    message = JSON.parse(req.body.toString('utf8'));
  } catch {
    return rpcError(null, -32700, 'The message cannot be read as JSON.', 400);
  }
  if (!isObject(message)) return rpcError(null, -32600, 'One message at a time.', 400);
  return answerMessage(w, token, message);
}
