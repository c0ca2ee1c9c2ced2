import type {IncomingMessage, ServerResponse} from 'node:http';
import {Server} from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  CancelledNotificationSchema,
  ErrorCode,
  ListToolsRequestSchema,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js';
import type {PreparedResponse} from '../http/prepared-response.ts';
import type {ApiApp} from '../http/api-app.ts';
import type {Why} from '../operation.ts';
import {ABILITIES} from '../workspace/access/ability.ts';
import type {OauthTokenRow} from '../workspace/mcp/rows.ts';
import type {Worlds} from '../world/worlds.ts';
import {resultOf} from './result.ts';
import {brief, WrongArguments, type Tools} from './tools.ts';

const INSTRUCTIONS =
  'Each tool is an operation of the Workspace Publishing API, in the one workspace of the token. Reserve with createUpload, PUT the bytes to its ' +
  'upload_url with its upload_headers, register with createPublication, then startRun, and readRun until the state is succeeded, failed or rejected.';

/** Who asks, as the transport hands it on. */
export interface Caller {
  request: IncomingMessage;
  response: ServerResponse;
  token: OauthTokenRow;
}

export interface CallParts {
  api: ApiApp;
  tools: Tools;
  worlds: Worlds;
}

/** What answers one session of a world: the list of tools, and calls of them. */
export function serverOf({api, tools, worlds}: CallParts, worldId: string): Server {
  const server = new Server(
    {name: 'presscheck', title: 'Workspace Publishing API (presscheck mock)', version: '1.0.0'},
    {capabilities: {tools: {}}, instructions: INSTRUCTIONS},
  );
  const world = () => worlds.get(worldId) ?? wrong('the world of this session was dropped');
  // A call is done or not done at all, and answered: the library would leave the HTTP request of a
  // cancelled one open (Cancellation, behavior requirements).
  server.setNotificationHandler(CancelledNotificationSchema, () => {});
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.list(api.toolPlan(world()).unlisted()),
  }));
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({params: {name, arguments: given = {}}}, {authInfo}): Promise<CallToolResult> => {
      const caller = authInfo!.extra as unknown as Caller;
      const operation = api.toolPlan(world()).unlisted(true).has(name)
        ? undefined
        : tools.operation(name);
      if (!operation)
        return wrong(`there is no tool \`${brief(name)}\``, {
          expected: 'a tool of tools/list',
          got: brief(name),
          todo: `perhaps ${tools.nearest(name) ?? 'listTools'} was meant`,
        });
      try {
        return resultOf(await answerTo(operation.id, tools.request(operation, given), caller));
      } catch (error) {
        if (error instanceof WrongArguments)
          return wrong(error.message, {
            expected: 'the arguments of its input schema',
            got: error.message,
            todo: 'see tools/list',
          });
        throw error;
      }
    },
  );
  return server;

  /** A fault of the call itself, in the protocol's words, and in the journal. */
  function wrong(message: string, why?: Why): never {
    const at = worlds.get(worldId);
    if (at && why)
      worlds.journal({
        at: at.now(),
        world: worldId,
        method: 'POST',
        path: '/mcp',
        status: 200,
        situation: 'tool-call-malformed',
        why,
      });
    // An error of the library would carry its code in its message as well.
    throw Object.assign(new Error(message), {code: ErrorCode.InvalidParams});
  }

  function answerTo(
    operation: string,
    {path, query, headers, body}: ReturnType<Tools['request']>,
    {request, response, token}: Caller,
  ): Promise<PreparedResponse> {
    return new Promise((answered) =>
      api.call({
        request,
        response,
        method: 'POST',
        worldId,
        world: world(),
        path: `/mcp (${operation})`,
        settled: undefined,
        operation,
        params: path,
        credential: {...token, abilities: [...ABILITIES]},
        read: Promise.resolve({body}),
        tool: {query, headers, answered},
      }),
    );
  }
}
