import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
} from 'express';
import type {Origins} from '../http/origins.ts';
import type {Worlds} from '../world/worlds.ts';
import {accessTokenOperations} from './access-tokens.ts';
import {clockOperations} from './clock.ts';
import {type Guard, guarded, isLoopback} from './guard.ts';
import type {Handler} from './handler.ts';
import {journalOperations} from './journal.ts';
import {keyOperations} from './keys.ts';
import {loginOperations} from './logins.ts';
import {numberOperations} from './numbers.ts';
import {controlDocument, type Operation, operations} from './openapi.ts';
import {Problem} from './problem.ts';
import {readsOperations} from './reads.ts';
import {seedOperations} from './seed.ts';
import {snapshotOperations} from './snapshot.ts';
import {tokenOperations} from './tokens.ts';
import {type Schema, Validator} from './validate.ts';
import {workspaceOperations} from './workspaces.ts';
import {worldOperations} from './worlds.ts';

/** What a control plane works on. */
export interface ControlParts {
  worlds: Worlds;
  origins: Origins;
  /** Asked for when it is set; must be when others than this machine can reach the host. */
  token?: string | undefined;
  /** What it listens on; undefined is localhost. */
  host?: string | undefined;
  publicUrl?: string | undefined;
}

const handlers: Record<string, Handler> = {
  ...worldOperations,
  ...snapshotOperations,
  ...clockOperations,
  ...keyOperations,
  ...tokenOperations,
  ...accessTokenOperations,
  ...workspaceOperations,
  ...numberOperations,
  ...seedOperations,
  ...readsOperations,
  ...loginOperations,
  ...journalOperations,
};

/**
 * The control plane as an Express app, on an origin of its own; routes and judges by its own
 * document.
 * @throws Error when it would be open to others without a token
 */
export function controlApp(parts: ControlParts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.use(guarded(guardOf(parts)));
  app.get('/openapi.json', (_request, response) => void response.json(controlDocument()));
  const validator = new Validator();
  for (const [path, methods] of Object.entries(operations)) {
    const route = app.route(path.replace(/\{(\w+)\}/g, ':$1'));
    for (const [method, operation] of Object.entries(methods)) {
      const body = express.json({
        limit: operation.operationId === 'putSnapshot' ? '512mb' : '1mb',
        strict: true,
        type: () => true,
      });
      route[method as 'get'](mustBeJson, body, answered(parts, validator, operation));
    }
    route.all((request) => {
      throw new Problem(
        405,
        `${request.method} is not for ${path}`,
        `there are ${Object.keys(methods).join(', ').toUpperCase()}`,
      );
    });
  }
  app.use((request) => {
    throw new Problem(404, `nothing is at ${request.path}`, 'see GET /openapi.json');
  });
  app.use(told);
  return app;
}

function guardOf({token, host, publicUrl}: ControlParts): Guard {
  if (token === undefined && !isLoopback(host))
    throw new Error(`a control plane on ${host} needs a token`);
  const hosts = [host, publicUrl === undefined ? undefined : new URL(publicUrl).hostname];
  return {
    hosts: hosts.filter((each) => each !== undefined),
    anyAddress: host === '0.0.0.0' || host === '::',
    ...(token !== undefined && {token}),
  };
}

function answered(
  parts: ControlParts,
  validator: Validator,
  {operationId, query, body, bodyRequired}: Operation,
): RequestHandler {
  const handler = handlers[operationId]!;
  const querySchema = {type: 'object', properties: query ?? {}, additionalProperties: false};
  return async (request, response) => {
    const said = query || Object.keys(request.query).length ? queryOf(request, query ?? {}) : {};
    validator.check(querySchema, said, 'query');
    if (
      body === undefined ? request.body !== undefined : bodyRequired || request.body !== undefined
    )
      validator.check(body ?? {type: 'object', maxProperties: 0}, request.body ?? null, 'body');
    const {status, body: answer} = await handler({
      worlds: parts.worlds,
      url: (origin, world) => parts.origins.url(origin, world, request),
      path: request.params as Record<string, string>,
      query: request.query as Record<string, string>,
      body: request.body ?? {},
    });
    if (answer === undefined) response.status(status).end();
    else response.status(status).json(answer);
  };
}

/** A web page can send other types without asking first. */
const mustBeJson: RequestHandler = (request, _response, next) => {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined ||
    Number(request.headers['content-length'] ?? 0) > 0;
  if (hasBody && !request.is(['application/json']))
    throw new Problem(415, 'a body is JSON here', 'send `Content-Type: application/json`');
  next();
};

/** Query parameters with integers as numbers, so that the document's schemas can judge them. */
const queryOf = (request: Request, query: Record<string, Schema>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(request.query).map(([name, value]) => [
      name,
      query[name]?.['type'] === 'integer' &&
      typeof value === 'string' &&
      /^-?[0-9]{1,15}$/.test(value)
        ? Number(value)
        : value,
    ]),
  );

/**
 * Everything that went wrong, as `{error, what_to_do}`. What is no fault of the caller says so with
 * 500.
 */
const told: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent) return next(error);
  const {status, error: what, todo} = toldAs(error);
  response.status(status).json({error: what, what_to_do: todo});
};

function toldAs(error: unknown): {status: number; error: string; todo: string} {
  if (error instanceof Problem)
    return {status: error.status, error: error.message, todo: error.whatToDo};
  const {status, message} = error as {status?: number; message: string};
  if (status !== undefined && status >= 400 && status < 500)
    return {
      status,
      error: message,
      todo:
        status === 413
          ? 'send less at once'
          : 'send valid JSON in UTF-8, and paths and queries that are percent-encoded right',
    };
  return {
    status: 500,
    error: message,
    todo: 'this is a fault of presscheck: please report it with the request',
  };
}
