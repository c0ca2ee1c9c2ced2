import type {IncomingMessage} from 'node:http';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
} from 'express';
import {waitOrGone} from '../faults/waiting.ts';
import {pageHeaders} from '../http/page-frame.ts';
import {splitUrl, type Addressing, type Origins} from '../http/origins.ts';
import {publicHosts} from '../http/public-url.ts';
import {nearPath} from '../http/near-path.ts';
import {TODO_NOT_KEPT, NotKept} from '../persistence/not-kept.ts';
import type {SiteOperations} from '../site/site-operations.ts';
import type {Ports} from '../world/ports.ts';
import {ROOT, type Worlds} from '../world/worlds.ts';
import {streamEvents} from './event-stream.ts';
import {type Guard, guarded} from './guard.ts';
import {consoleFiles} from './console-files.ts';
import {requireToken} from './control-token.ts';
import type {ControlRequest} from './handler.ts';
import {outboxPageOf} from './outbox.ts';
import {controlDocument} from './openapi.ts';
import type {Operation} from './operation.ts';
import {operations} from './operations.ts';
import {performed} from './performed.ts';
import {Problem} from './problem.ts';
import {ownAddress} from './own-address.ts';
import {seedInYaml} from './seeds.ts';
import {type Schema, Validator} from './validate.ts';

/** The parts that a control plane controls, and how it is reached. */
export interface ControlParts extends Addressing {
  worlds: Worlds;
  origins: Origins;
  /** The actions of people on the stores' pages, which hooks perform. */
  site: SiteOperations;
  /** Time and randomness of the machine. */
  ports: Pick<Ports, 'later' | 'now'>;
  /** The token that every request must contain, if set. `requireToken` says when it must be set. */
  token?: string | undefined;
}

/**
 * The control plane, on an origin of its own. Its routes and the validation of requests come from its OpenAPI
 * document.
 *
 * A request passes these steps: `guarded` (authorization), `requireJson`, the body parser, validation, the operation's
 * handler.
 * @throws Error if other machines could reach it without a token
 */
export function controlApp(parts: ControlParts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.use(guarded(guardOf(parts)));
  app.get('/openapi.json', (_request, response) => void response.json(controlDocument()));
  app.use(consoleFiles());
  app.get('/worlds/:world/outbox.html', showOutbox(parts));
  const validator = new Validator();
  for (const [path, methods] of Object.entries(operations)) {
    const route = app.route(path.replace(/\{(\w+)\}/g, ':$1'));
    for (const [method, operation] of Object.entries(methods))
      route[method as 'get'](
        requireJson(operation),
        bodyParser(operation),
        operation.isStream ? streamEvents(parts) : perform(parts, validator, operation),
      );
    route.all(refuseMethod(path, Object.keys(methods)));
  }
  app.use((request) => {
    const meant = nearPath([...Object.keys(operations), ...PAGES], request.path);
    const question = meant ? `did you mean ${meant}? ` : '';
    throw new Problem(404, `nothing is at ${request.path}`, `${question}see GET /openapi.json`);
  });
  app.use(answerError);
  return app;
}

/** What is served beside the operations. */
const PAGES = ['/openapi.json', '/worlds/{world}/outbox.html'];

function guardOf({token, origins, ...addressing}: ControlParts): Guard {
  requireToken(token, addressing);
  const {host, publicUrl} = addressing;
  return {
    hosts: [...(host === undefined ? [] : [host]), ...publicHosts(publicUrl)],
    anyAddress: host === '0.0.0.0' || host === '::',
    ...(token !== undefined && {token}),
    reachedAs: (request) => ({
      ...splitUrl(origins.url('control', ROOT, request)),
      hostname: origins.caller(request)?.hostname,
    }),
  };
}

const YAML = ['application/yaml', 'application/x-yaml'];

/** A web page can send bodies of other types without a preflight request. */
const requireJson =
  ({takesYaml}: Operation): RequestHandler =>
  (request, _response, next) => {
    const hasBody =
      request.headers['transfer-encoding'] !== undefined ||
      Number(request.headers['content-length'] ?? 0) > 0;
    if (hasBody && !request.is(['application/json', ...(takesYaml ? YAML : [])]))
      throw new Problem(
        415,
        `a body is JSON here${takesYaml ? ', or YAML' : ''}`,
        `send \`Content-Type: application/json\`${takesYaml ? ' or `application/yaml`' : ''}`,
      );
    next();
  };

/** The maximum size of a snapshot's body: a longer one does not fit into a string of V8. */
export const MAX_SNAPSHOT_BYTES = 500_000_000;

/** The maximum size of the body of each other operation. */
const MAX_BYTES: Readonly<Record<string, number | string>> = {
  putSnapshot: MAX_SNAPSHOT_BYTES,
  putSeed: '20mb',
};

/** Parses JSON, and YAML where the operation takes it. */
function bodyParser({operationId, takesYaml}: Operation): RequestHandler[] {
  const limit = MAX_BYTES[operationId] ?? '1mb';
  const isYaml = (request: IncomingMessage): boolean =>
    takesYaml === true && (request as Request).is(YAML) !== false;
  const json = express.json({limit, strict: true, type: (request) => !isYaml(request)});
  if (!takesYaml) return [json];
  const readSeed: RequestHandler = (request, _response, next) => {
    if (typeof request.body === 'string') request.body = seedInYaml(request.body);
    next();
  };
  return [json, express.text({limit, type: isYaml}), readSeed];
}

const refuseMethod =
  (path: string, methods: string[]): RequestHandler =>
  ({method}) => {
    throw new Problem(
      405,
      `${method} is not for ${path}`,
      `there are ${methods.join(', ').toUpperCase()}`,
    );
  };

/** Validates a request and passes it to the operation's handler. */
function perform(parts: ControlParts, validator: Validator, operation: Operation): RequestHandler {
  const {query = {}} = operation;
  return async (request, response) => {
    const controlRequest = controlRequestOf(parts, request);
    const given = {query: queryOf(request, query), body: request.body as unknown};
    const {status, body} = await performed(validator, operation, controlRequest, given);
    if (body === undefined) response.status(status).end();
    else response.status(status).json(body);
  };
}

const controlRequestOf = (parts: ControlParts, request: Request): ControlRequest => ({
  worlds: parts.worlds,
  site: parts.site,
  async wait(ms) {
    if (!(await waitOrGone(parts.ports, request, ms))) throw new Error('the client has gone');
  },
  url: (origin, world) => parts.origins.url(origin, world, request),
  ownAddress: (origin, world) =>
    ownAddress(parts.origins.listening(origin), world, parts.origins.url(origin, world, request)),
  path: request.params as Record<string, string>,
  query: request.query as Record<string, string>,
  body: request.body ?? {},
});

/** The outbox as an HTML page, which is not part of the OpenAPI document. */
const showOutbox =
  (parts: ControlParts): RequestHandler =>
  async (request, response) => {
    const html = await outboxPageOf(controlRequestOf(parts, request));
    response.set(pageHeaders()).send(html);
  };

/** Converts integers in the query to numbers, for validation. */
function queryOf(request: Request, schemas: Record<string, Schema>): Record<string, unknown> {
  const values = Object.entries(request.query).map(([name, value]) => {
    const isInteger = schemas[name]?.['type'] === 'integer' && isIntegerText(value);
    return [name, isInteger ? Number(value) : value];
  });
  return Object.fromEntries(values);
}

const isIntegerText = (value: unknown): boolean =>
  typeof value === 'string' && /^-?[0-9]{1,15}$/.test(value);

/** Responds to an error with `{error, what_to_do}`. */
const answerError: ErrorRequestHandler = (error: unknown, request, response, next) => {
  if (request.socket.destroyed) return;
  if (response.headersSent) return next(error);
  const {status, message, whatToDo} = problemOf(error);
  response.status(status).json({error: message, what_to_do: whatToDo});
};

/**
 * The status and text of an error: a refusal as it is, an error of the body parser with its 4xx, a change that could
 * not be persisted with 503, an error in the mock with 500.
 */
function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof NotKept) return new Problem(503, error.message, TODO_NOT_KEPT);
  const {status = 500, message} = error as {status?: number; message: string};
  if (status === 413) return new Problem(413, message, 'send less at once');
  if (status >= 400 && status < 500)
    return new Problem(
      status,
      message,
      'send valid JSON in UTF-8, and paths and queries with correct percent-encoding',
    );
  return new Problem(
    500,
    message,
    'this is a fault of presscheck: please report it with the request',
  );
}
