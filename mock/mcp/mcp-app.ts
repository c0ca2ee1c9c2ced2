import type {RequestListener} from 'node:http';
import cors from 'cors';
import express, {type Request, type RequestHandler} from 'express';
import type {ApiApp} from '../http/api-app.ts';
import type {Origins} from '../http/origins.ts';
import type {Ports} from '../world/ports.ts';
import type {World} from '../world/world.ts';
import type {Worlds} from '../world/worlds.ts';
import {answerModern, modernHandler, isModern} from './answer-modern.ts';
import {answerLegacy} from './answer-legacy.ts';
import {authenticate} from './authenticate.ts';
import {checkOrigin, isAllowedOrigin} from './check-origin.ts';
import {findSession} from './find-session.ts';
import {findWorld} from './find-world.ts';
import {McpJournal} from './journal.ts';
import type {McpResponse} from './mcp-request.ts';
import {documentedSteps, type McpSteps} from './mcp-steps.ts';
import {oauthRouter} from './oauth/oauth-router.ts';
import {checkMethod, readMessage, readText} from './read-message.ts';
import {McpRefusal, RPC} from './refusal.ts';
import {Sessions} from './sessions.ts';
import {toolServer} from './tool-server.ts';
import {Tools} from './tools.ts';

/** What the MCP server is made of. */
export interface McpParts {
  /** The workspace API: a tool is one of its operations. */
  api: Pick<ApiApp, 'operations' | 'call'>;
  /** The contract's OpenAPI document: it describes the arguments and results of tools. */
  document: object;
  worlds: Worlds;
  origins: Origins;
  ports: Ports;
  /** Host names under which the mock is meant to be reached. */
  hosts: readonly string[];
  /** The steps of a world, made of the documented ones. Default: the documented ones. */
  stepsOf?: (world: World, documented: McpSteps) => McpSteps;
}

/** A running MCP server. */
export interface McpApp {
  listener: RequestListener;
  /** Ends all sessions with their open streams. */
  close(): Promise<void>;
}

/**
 * The MCP server of every world (`/mcp`, Streamable HTTP) and its authorization server.
 *
 * A request passes these steps; each either refuses it or leaves what it found to the next:
 *
 * 1. `findWorld`: which world the path names;
 *    requests to the authorization server leave here, to `oauth/oauth-router.ts`
 * 2. `checkOrigin`: whether a web page may call (Streamable HTTP, security warning)
 * 3. `authenticate`: whose access token it carries (Authorization; 401, 403)
 * 4. `readText`: the body
 * 5. `checkMethod`: GET, POST or DELETE; a POST carries JSON (405, 415)
 * 6. `readMessage`: JSON-RPC 2.0 (400)
 * 7. `answerModern`: a request that carries its revision (2026-07-28) needs no session and ends here
 * 8. `findSession`: `initialize` begins one, the header Mcp-Session-Id names one (400, 404)
 * 9. `answerLegacy`: the library's transport answers
 *
 * `tools/call` is in `tool-server.ts`, for both eras.
 *
 * A tool call then goes the way of a REST request from the limits on, so that tenancy, quotas and
 * reasons are the same (Rule 4).
 */
export function mcpApp({
  api,
  document,
  worlds,
  origins,
  ports,
  hosts,
  stepsOf = (_world, documented) => documented,
}: McpParts): McpApp {
  const stepsFor = (world: World): McpSteps => stepsOf(world, documentedSteps);
  const journal = new McpJournal(worlds, ports);
  const tools = new Tools(document, api.operations.values());
  const parts = {api, tools, worlds, stepsFor};
  const sessions = new Sessions(worlds, ports, (worldId) => toolServer(parts, worldId));
  const modern = modernHandler(parts);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(findWorld(worlds, stepsFor));
  app.use(oauthRouter({worlds, origins}));
  app.use(
    '/mcp',
    answerPages(hosts),
    checkOrigin(hosts),
    journal.noteAnswered,
    authenticate({worlds, origins, journal}),
    readText(),
    checkMethod,
    readMessage,
    async (request: Request, response: McpResponse) => {
      const {id} = Object(request.body) as {id?: unknown};
      if (!response.locals.steps.isAnswered(id)) return void response.status(202).end();
      if (isModern(request, response)) return answerModern(modern, journal, request, response);
      const session = await findSession(sessions, request, response);
      await answerLegacy(journal, request, response, session);
    },
  );
  app.use(refuseUnknownPath);
  app.use(journal.answerError);
  return {
    listener: app,
    close: async () => void (await Promise.all([sessions.close(), modern.close()])),
  };
}

/** Lets the pages that may use the server, and no others, read its responses (CORS). */
const answerPages = (hosts: readonly string[]): RequestHandler =>
  cors(({headers}, done) =>
    done(null, {
      origin: isAllowedOrigin(headers.origin, headers.host, hosts),
      exposedHeaders: ['Mcp-Session-Id', 'WWW-Authenticate'],
    }),
  );

function refuseUnknownPath({path}: Request): never {
  throw new McpRefusal({
    status: 404,
    code: RPC.methodNotFound,
    message: `nothing is at ${path}`,
  });
}
