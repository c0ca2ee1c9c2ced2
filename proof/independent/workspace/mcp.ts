import {envelope, isObject, Refusal} from './http.ts';
import type {Answer, Incoming, Json} from './http.ts';
import {agentToolRow, agentTools} from './mcp-tools.ts';
import type {AgentTool} from './mcp-tools.ts';
import type {Context} from './context.ts';
import type {TokenRecord} from './model.ts';
import {authorize} from './oauth.ts';
import {noteUse, servedSpace} from './part-d/agents.ts';
import {lacksId, toldText} from './part-f/doors.ts';
import {OPERATIONS, performed} from './operations.ts';
import {shapedError} from './variants/errors.ts';
import {
  asEvents,
  countCall,
  endSession,
  judgeTransport,
  protocolOf,
  sessionOf,
  takesVersion,
} from './variants/mcp.ts';
import {discovered, isOf2026, refusedIn2026, resultOf2026} from './variants/mcp-2026.ts';
import {
  failsByError,
  moreTools,
  oddArguments,
  resultForm,
  toolRow,
  toolsPage,
} from './variants/mcp-results.ts';
import {othersWork} from './variants/others.ts';
import type {World} from './world.ts';

function rpcError(id: unknown, code: number, message: string, status = 200): Answer {
  return {status, body: {jsonrpc: '2.0', id: id ?? null, error: {code, message}}};
}

function result(id: unknown, value: Json): Answer {
  return {status: 200, body: {jsonrpc: '2.0', id, result: value}};
}

function toolResult(w: World, value: unknown, isError: boolean): Json {
  const structured = isObject(value) ? value : {};
  const form = resultForm(w, structured, isError);
  if (form !== undefined) return form;
  return {
    content: [{type: 'text', text: toldText(w, JSON.stringify(structured))}],
    structuredContent: structured,
    isError,
  };
}

function contextOf(w: World, token: TokenRecord, tool: AgentTool, args: Json): Context {
  const space = w.spaces.get(token.space);
  if (space === undefined) throw new Refusal(401, 'token_missing_or_void', 'No workspace.');
  const params: Record<string, string> = {};
  for (const place of tool.places) {
    const value = placeIn(w, args[place]);
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
    space: servedSpace(w, space),
    by: token.token,
    mcp: true,
    params,
    query,
    body: args,
    retryKey: typeof retry === 'string' ? retry : undefined,
  };
}

/** The value of a place; a run id that is shown as a number is taken as one. */
function placeIn(w: World, value: unknown): unknown {
  const number = typeof value === 'number' && w.variants.has('run-ids-as-numbers');
  return number ? String(value) : value;
}

function failure(w: World, refusal: Refusal): Json {
  const body = shapedError(w, envelope(refusal));
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
    if (w.variants.has('mcp-unknown-tool-in-result')) {
      return result(id, {content: [{type: 'text', text: 'There is no such tool.'}], isError: true});
    }
    return rpcError(id, -32602, 'There is no such tool.');
  }
  const given = params['arguments'] ?? {};
  if (!isObject(given)) return rpcError(id, -32602, 'The arguments have to be an object.');
  try {
    const odd = oddArguments(w, tool, given);
    if (odd !== undefined) {
      throw new Refusal(422, 'invalid_fields', `There is no argument ${odd}.`, {members: [odd]});
    }
    if (w.variants.has('mcp-rate-in-result')) countCall(w, token);
    const c = contextOf(w, token, tool, given);
    othersWork(w, c.space);
    const answer = await performed(operation, c);
    const url = w.faults.has('mcp-download-without-url') ? undefined : answer.headers?.['Location'];
    const body =
      tool.operation === 'download' && isObject(answer.body)
        ? {...answer.body, link: {...linkOf(answer.body), url}}
        : answer.body;
    return result(id, toolResult(w, body, false));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (failsByError(w)) return rpcFailure(id, failure(w, error));
    return result(id, toolResult(w, failure(w, error), true));
  }
}

function rpcFailure(id: unknown, data: Json): Answer {
  const error = {code: -32_000, message: String(data['error']), data};
  return {status: 200, body: {jsonrpc: '2.0', id, error}};
}

function linkOf(body: Json): Json {
  return isObject(body['link']) ? body['link'] : {};
}

function initialize(w: World, id: unknown, offered: unknown): Answer {
  if (w.variants.has('mcp-version-strict') && offered !== protocolOf(w)) {
    const data = {supported: [protocolOf(w)], requested: offered};
    const error = {code: -32602, message: 'Unsupported protocol version', data};
    return {status: 200, body: {jsonrpc: '2.0', id: id ?? null, error}};
  }
  const more = w.variants.has('mcp-more-tools');
  return result(id, {
    protocolVersion: protocolOf(w),
    capabilities: {
      tools: {listChanged: more},
      ...(more && {logging: {}, prompts: {}, resources: {subscribe: true}}),
    },
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
  if (lacksId(w, id) || typeof method !== 'string') return {status: 202, body: undefined};
  if (typeof id !== 'string' && typeof id !== 'number') {
    return rpcError(null, -32600, 'The id has to be a text or a number.', 400);
  }
  if (!isObject(params)) return rpcError(id, -32602, 'The params have to be an object.');
  switch (method) {
    case 'initialize':
      return initialize(w, id, params['protocolVersion']);
    case 'ping':
      return result(id, {});
    case 'tools/list':
      return result(id, listed(w, params['cursor']));
    case 'tools/call':
      return callTool(w, token, id, params);
    default:
      return rpcError(id, -32601, 'There is no such method.');
  }
}

/** A page of tools/list. */
function listed(w: World, cursor: unknown): Json {
  const own = agentTools(w).map((tool) => toolRow(w, agentToolRow(tool), tool));
  return toolsPage(w, [...moreTools(w), ...own], cursor);
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
  const token = noteUse(w, authorize(w, req));
  const ended = endSession(w, req);
  if (ended !== undefined) return ended;
  if (req.method !== 'POST') {
    throw new Refusal(405, 'method_not_allowed', 'The agent server knows POST.', undefined, {
      Allow: 'POST',
    });
  }
  judgeTransport(w, req);
  let message: unknown;
  try {
    message = JSON.parse(req.body.toString('utf8'));
  } catch {
    return rpcError(null, -32700, 'The message cannot be read as JSON.', 400);
  }
  if (!isObject(message)) return rpcError(null, -32600, 'One message at a time.', 400);
  if (isOf2026(w, req, message)) {
    const refused = refusedIn2026(w, req, message);
    if (refused !== undefined) return refused;
    if (w.variants.has('mcp-rate-by-status')) countCall(w, token);
    const found =
      message['method'] === 'server/discover'
        ? result(message['id'], discovered(w))
        : await answerMessage(w, token, message);
    return asEvents(w, resultOf2026(w, found));
  }
  if (!takesVersion(w, req.headers['mcp-protocol-version'])) {
    throw new Refusal(400, 'protocol_version', `The protocol version is ${protocolOf(w)}.`);
  }
  const headers = sessionOf(w, req, token, message);
  if (w.variants.has('mcp-rate-by-status')) countCall(w, token);
  const answer = await answerMessage(w, token, message);
  return asEvents(w, {...answer, headers: {...answer.headers, ...headers}});
}
