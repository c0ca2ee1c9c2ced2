import type {RequestListener} from 'node:http';
import cors from 'cors';
import express, {type NextFunction, type Request, type Response} from 'express';
import type {ApiApp} from '../http/api-app.ts';
import type {Origins} from '../http/origins.ts';
import type {Why} from '../operation.ts';
import type {OauthTokenRow} from '../workspace/mcp/rows.ts';
import type {Ports} from '../world/ports.ts';
import type {World} from '../world/world.ts';
import type {Worlds} from '../world/worlds.ts';
import {serverOf, type Caller} from './calls.ts';
import {
  begins,
  idOf,
  idsOf,
  refusalOf,
  withoutTask,
  wrongParameters,
  type RpcRefusal,
} from './message.ts';
import {addressesOf} from './oauth/addresses.ts';
import {challengeOf} from './oauth/challenge.ts';
import {oauthRouter} from './oauth/oauth-router.ts';
import {judgeToken} from './oauth/verify.ts';
import {isOwn} from './own-origin.ts';
import {routeOf} from './route.ts';
import {letGo, Sessions, type Session} from './sessions.ts';
import {Tools} from './tools.ts';

export interface McpParts {
  api: ApiApp;
  /** The contract's document: what arguments and results are. */
  document: unknown;
  worlds: Worlds;
  origins: Origins;
  ports: Ports;
  /** Names under which it was told to be reached. */
  hosts: readonly string[];
}

const METHODS = ['GET', 'POST', 'DELETE'];

/** What to do about a refusal of the transport. */
const TODO: Record<number, string> = {
  406: 'send Accept: application/json, text/event-stream',
  409: 'use the stream that is open',
};

/** A request on its way: its world, and whose token it carries. */
type Here = Response<unknown, {world: World; worldId: string; caller: Caller; refused?: true}>;

/**
 * The MCP server of every world (`/mcp`, Streamable HTTP) and its authorization server. A tool is
 * an operation: it goes the way of a REST request from the limits on, so that tenancy, quotas and
 * reasons are the same (Conventions 4).
 */
export function mcpApp({api, document, worlds, origins, ports, hosts}: McpParts): {
  listener: RequestListener;
  close(): Promise<void>;
} {
  const tools = new Tools(document, api.operations.values());
  const sessions = new Sessions(worlds, ports, (worldId) =>
    serverOf({api, tools, worlds}, worldId),
  );
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(placed);
  app.use(oauthRouter({worlds, origins}));
  // The bytes are taken as they are, so that what is no JSON is told in the protocol's words.
  const text = express.text({type: () => true, limit: '1mb', defaultCharset: 'utf-8'});
  app.use(
    '/mcp',
    cors({origin: true, exposedHeaders: ['Mcp-Session-Id', 'WWW-Authenticate']}),
    fromHere,
    known,
    text,
    serve,
  );
  app.use((request: Request, response: Here) =>
    refuse(request, response, {
      status: 404,
      code: -32601,
      message: `nothing is at ${request.path}`,
    }),
  );
  app.use(failed);
  return {listener: app, close: () => sessions.close()};

  /** Finds the world and settles what fell due there. */
  function placed(request: Request, response: Here, next: NextFunction): void {
    const place = routeOf(request.url)!;
    const world = worlds.get(place.worldId);
    response.locals.worldId = place.worldId;
    if (!world)
      return refuse(request, response, {
        status: 404,
        code: -32600,
        message: `there is no world \`${place.worldId}\``,
        expected: 'a world that was made',
        todo: 'make a world through the control plane',
      });
    response.locals.world = world;
    request.url = api.toolPlan(world).path(place.path);
    const settled = world.settle();
    if (settled) settled.then(() => next(), next);
    else next();
  }

  /** Streamable HTTP, security: a page of another site must not speak for its reader. */
  function fromHere(request: Request, response: Here, next: NextFunction): void {
    if (isOwn(request.headers.origin, request.headers.host, hosts)) return next();
    refuse(request, response, {
      status: 403,
      code: -32600,
      message: `pages of ${request.headers.origin} are not let in`,
      todo: 'call it from a program or a page of this machine; start the mock with --host or --public-url for pages of that host',
    });
  }

  /** The token, judged by the world's clock. */
  function known(request: Request, response: Here, next: NextFunction): void {
    const {world, worldId} = response.locals;
    const addresses = addressesOf(origins, worldId, request);
    const plan = api.toolPlan(world);
    const shown = /^bearer +(\S+)$/i.exec(request.headers.authorization?.trim() ?? '')?.[1];
    const taken = plan.credential(
      shown,
      undefined,
      request.method,
      () => world.table('access_tokens').all() as Iterable<OauthTokenRow>,
      'access_tokens',
    );
    const skips = plan.skipsAtDoor(request.headers['mcp-session-id'] !== undefined);
    const judged = judgeToken(
      world,
      taken?.secret ?? shown,
      skips,
      addresses.resource,
      worlds.list(),
    );
    if ('token' in judged) {
      response.locals.caller = {request, response, token: judged.token};
      return next();
    }
    const {status, headers, body} = challengeOf(judged.condition, addresses);
    const told = plan.statusAtDoor(judged.condition, status);
    journal(request, response, told, judged.condition, judged.why);
    response.status(told).set(headers);
    if (body) response.json(body);
    else response.end();
  }

  async function serve(request: Request, response: Here): Promise<void> {
    const {world, caller} = response.locals;
    if (!METHODS.includes(request.method)) {
      response.set('Allow', METHODS.join(', '));
      return refuse(request, response, {
        status: 405,
        code: -32600,
        message: `the method ${request.method} is not allowed`,
        todo: `use ${METHODS.join(', ')}`,
      });
    }
    const posted = request.method === 'POST';
    if (posted && !/^application\/json *(;|$)/i.test(request.headers['content-type'] ?? ''))
      return refuse(request, response, {
        status: 415,
        code: -32600,
        message: 'a message is JSON: send Content-Type: application/json',
      });
    const body = posted ? parsed(request) : undefined;
    if (body instanceof SyntaxError)
      return refuse(request, response, {
        status: 400,
        code: -32700,
        message: `Parse error: ${body.message}`,
      });
    const wrong = posted ? (refusalOf(body, version(request)) ?? wrongParameters(body)) : undefined;
    if (wrong) return refuse(request, response, wrong, idOf(body));
    const owner = `${caller.token.tenant} ${caller.token.client}`;
    const skips = api.toolPlan(world).skipsAtDoor(true);
    const anyones = skips.has('foreign-session');
    const id = request.headers['mcp-session-id'];
    const session =
      id === undefined
        ? begins(body)
          ? await sessions.begin(world, owner, caller.token)
          : undefined
        : sessions.find(world, String(id), anyones ? undefined : owner);
    if (!session)
      return refuse(
        request,
        response,
        id === undefined
          ? {
              status: 400,
              code: -32600,
              message: 'the header Mcp-Session-Id is missing: begin with `initialize`',
              todo: 'send the Mcp-Session-Id that `initialize` was answered with',
            }
          : {
              status: 404,
              code: -32001,
              message: 'there is no such session: begin again with `initialize`',
              expected:
                'a session that this client began in this workspace, since the mock started',
              todo: 'begin again',
            },
        idOf(body),
      );
    if (anyones) caller.token = session.token;
    await handed(request, response, session, body);
  }

  /** Lets the session answer; two requests of one id that are under way would have one answer. */
  async function handed(
    request: Request,
    response: Here,
    session: Session,
    body: unknown,
  ): Promise<void> {
    const ids = idsOf(body);
    if (new Set(ids).size < ids.length || ids.some((one) => session.open.has(one)))
      return refuse(
        request,
        response,
        {
          status: 400,
          code: -32600,
          message: 'Invalid Request: its id belongs to a request that is not answered yet',
        },
        idOf(body),
      );
    const ended = (): void => {
      if (!response.headersSent)
        refuse(
          request,
          response,
          {
            status: 404,
            code: -32001,
            message: 'the session ended before this was answered: begin again with `initialize`',
          },
          idOf(body),
        );
    };
    for (const one of ids) session.open.set(one, ended);
    response.on('close', () => {
      ids.forEach((one) => session.open.delete(one));
      letGo(session);
    });
    response.on('finish', () => {
      const {
        statusCode: status,
        locals: {refused},
      } = response;
      if (status >= 400 && !refused)
        journal(request, response, status, 'refused-by-the-transport', {
          expected: 'a request of Streamable HTTP',
          got: session.fault ?? 'another',
          todo: TODO[status] ?? 'mend the request',
        });
    });
    const {token} = response.locals.caller;
    const auth = {
      token: token.secret,
      clientId: token.client,
      scopes: token.scopes,
      extra: {...response.locals.caller},
    };
    await session.transport.handleRequest(
      Object.assign(request, {auth}),
      response,
      withoutTask(body),
    );
  }

  function refuse(
    request: Request,
    response: Here,
    {
      status,
      code,
      message,
      expected = 'a message of the Model Context Protocol',
      todo = 'mend the request',
    }: RpcRefusal,
    id: string | number | null = null,
  ): void {
    response.locals.refused = true;
    journal(request, response, status, 'message-refused', {expected, got: message, todo});
    response.status(status).json({jsonrpc: '2.0', error: {code, message}, id});
  }

  function journal(
    {method, baseUrl, path}: Request,
    {locals: {world, worldId}}: Here,
    status: number,
    situation: string,
    why?: Why,
  ): void {
    worlds.journal({
      at: world?.now() ?? ports.now(),
      world: worldId,
      method,
      path: baseUrl || path,
      status,
      situation,
      ...(why && {why}),
    });
  }

  /** What the body parser threw, or a fault of ours. */
  function failed(error: unknown, request: Request, response: Here, next: NextFunction): void {
    if (response.headersSent) return next(error);
    const {status = 500, message} = error as {status?: number; message: string};
    refuse(request, response, {status, code: status < 500 ? -32600 : -32603, message});
  }
}

/** The JSON of a body, or the error. */
function parsed({body}: Request): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : '') as unknown;
  } catch (error) {
    return error;
  }
}

const version = ({headers}: Request): string | undefined =>
  headers['mcp-protocol-version'] as string | undefined;
