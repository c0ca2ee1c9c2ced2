import type {Request} from 'express';
import {Server, type AuthInfo, type CallToolResult} from '@modelcontextprotocol/server';
import {defined} from '../../spec/defined.ts';
import type {ApiApp} from '../http/api-app.ts';
import type {PreparedResponse} from '../http/prepared-response.ts';
import {recordedMessages} from '../http/recorded.ts';
import type {Why} from '../operation.ts';
import {ABILITIES} from '../workspace/access/ability.ts';
import type {OauthTokenRow} from '../workspace/mcp/rows.ts';
import type {World} from '../world/world.ts';
import type {Worlds} from '../world/worlds.ts';
import type {McpResponse} from './mcp-request.ts';
import type {McpSteps} from './mcp-steps.ts';
import {RPC} from './refusal.ts';
import {shortened, WrongArguments, type ToolRequest, type Tools} from './tools.ts';

const INSTRUCTIONS =
  'Each tool is an operation of the Workspace Publishing API, in the one workspace of the token. ' +
  'Reserve with createUpload, PUT the bytes to its upload_url with its upload_headers, register ' +
  'with createPublication, then startRun, and readRun until the state is succeeded, failed or ' +
  'rejected.';

/** The HTTP request that a message came with, and the token on whose behalf it acts. */
export interface Caller {
  request: Request;
  response: McpResponse;
  token: OauthTokenRow;
}

/** What a tool server is made of. */
export interface ToolServerParts {
  api: Pick<ApiApp, 'call'>;
  tools: Tools;
  worlds: Worlds;
  /** The replaceable steps of a world. */
  stepsFor(world: World): McpSteps;
}

/** The protocol server of one session (era `legacy`), or of one request (era `modern`): it answers `tools/list` and `tools/call`. */
export function toolServer(parts: ToolServerParts, worldId: string): Server {
  const calls = new ToolCalls(parts, worldId);
  const server = new Server(
    {name: 'presscheck', title: 'Workspace Publishing API (presscheck mock)', version: '1.0.0'},
    {capabilities: {tools: {}}, instructions: INSTRUCTIONS},
  );
  // A cancelled call is answered all the same: the SDK would leave its HTTP request open
  // (Cancellation, behavior requirements).
  server.setNotificationHandler('notifications/cancelled', () => {});
  server.setRequestHandler('tools/list', () => ({tools: calls.list()}));
  server.setRequestHandler('tools/call', ({params}, {http}) =>
    calls.call(params.name, params.arguments ?? {}, callerOf(http?.authInfo)),
  );
  return server;
}

/** A request with its caller, in the place from where the library hands it to the tools. */
export function withCaller(
  request: Request,
  response: McpResponse,
  token: OauthTokenRow,
): Request & {auth: AuthInfo} {
  const caller: Caller = {request, response, token};
  const {secret, client, scopes} = token;
  return Object.assign(request, {
    auth: {token: secret, clientId: client, scopes, extra: {caller}},
  });
}

/** The caller of `withCaller`. */
export function callerOf(authInfo: AuthInfo | undefined): Caller {
  return defined(authInfo?.extra?.['caller'], 'the caller of a tool') as Caller;
}

/** The tools of a world, and the calls of them by one protocol server. */
class ToolCalls {
  readonly #parts: ToolServerParts;
  readonly #worldId: string;

  constructor(parts: ToolServerParts, worldId: string) {
    this.#parts = parts;
    this.#worldId = worldId;
  }

  list(): ReturnType<Tools['list']> {
    const {tools, stepsFor} = this.#parts;
    const steps = stepsFor(this.#world());
    return tools.list().filter(({name}) => steps.isListed(name));
  }

  /** Calls a tool. A refusal by the operation is a result; a malformed call is a protocol error. */
  async call(name: string, args: Record<string, unknown>, caller: Caller): Promise<CallToolResult> {
    const {tools, stepsFor} = this.#parts;
    const operation = tools.operation(name);
    if (!operation || !stepsFor(this.#world()).isCallable(name))
      return this.#unknownTool(name, caller);
    let request: ToolRequest;
    try {
      request = tools.request(operation, args);
    } catch (error) {
      if (error instanceof WrongArguments) return this.#wrongArguments(error, caller);
      throw error;
    }
    const done = await this.#perform(operation.id, request, caller);
    return stepsFor(this.#world()).resultOf(operation.id, done);
  }

  /** Sends the call through the API as a request whose credential is known. */
  #perform(
    operation: string,
    {path, query, headers, body}: ToolRequest,
    {request, response, token}: Caller,
  ): Promise<PreparedResponse> {
    response.locals.noted = true;
    return new Promise((respond) =>
      this.#parts.api.call({
        request,
        response,
        worldId: this.#worldId,
        world: this.#world(),
        path: `/mcp (${operation})`,
        begun: response.locals.begun,
        operation,
        params: path,
        credential: {...token, abilities: [...ABILITIES]},
        tool: {query, headers, body, respond},
      }),
    );
  }

  #world(): World {
    const world = this.#parts.worlds.get(this.#worldId);
    if (!world) throw invalidParams('the world of this server was dropped');
    return world;
  }

  #unknownTool(name: string, caller: Caller): never {
    const got = shortened(name);
    const meant = this.#parts.tools.nearest(got);
    const todo = meant ? `did you mean ${meant}?` : 'take one from tools/list';
    this.#noteMalformedCall({expected: 'a tool of tools/list', got, todo}, caller);
    throw invalidParams(`there is no tool \`${got}\``);
  }

  #wrongArguments({message, why}: WrongArguments, caller: Caller): never {
    this.#noteMalformedCall({...why, todo: 'see the input schema in tools/list'}, caller);
    throw invalidParams(message);
  }

  #noteMalformedCall(why: Why, {request, response, token}: Caller): void {
    const {worlds} = this.#parts;
    response.locals.noted = true;
    worlds.journal({
      at: this.#world().now(),
      world: this.#worldId,
      method: 'POST',
      path: '/mcp',
      status: 200,
      situation: 'tool-call-malformed',
      why,
      duration_ms: worlds.since(response.locals.begun),
      credential: token.role ?? token.key,
      messages: recordedMessages(request, response),
    });
  }
}

/** A JSON-RPC error. An error class of the SDK would repeat its code in the message. */
const invalidParams = (message: string): Error =>
  Object.assign(new Error(message), {code: RPC.invalidParams});
