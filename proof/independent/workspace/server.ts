import {randomUUID} from 'node:crypto';
import {createServer} from 'node:http';
import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import {turnCycles} from './account.ts';
import {serveApi} from './api.ts';
import {serveHooks} from './hooks.ts';
import {isObject, readRequest, Refusal, refused, send} from './http.ts';
import type {Answer, Incoming} from './http.ts';
import {serveMcp} from './mcp.ts';
import {resourceMetadata, serverMetadata, token} from './oauth.ts';
import {agentPath} from './part-e/doors.ts';
import {earlyAnswer, misread} from './part-f/doors.ts';
import {throughDoors} from './part-g/apply.ts';
import {throughDoors as throughDoorsOfH} from './part-h/apply.ts';
import {settleRuns} from './run-life.ts';
import {serveStorage} from './storage.ts';
import {furnish} from './variants/before.ts';
import {interfered, takenPath} from './variants/network.ts';
import {shapedError} from './variants/errors.ts';
import {serveOtherStorage, storageOf} from './variants/storage.ts';
import {deliver} from './variants/wire.ts';
import {World} from './world.ts';

/** A running server. */
export type Running = {
  url: string;
  /** What listens there. */
  server: Server;
  hookToken: string;
  credentials: Record<string, string>;
  close(): Promise<void>;
};

/** What `start` takes. */
export type Options = {
  port?: number;
  now?: () => number;
  faults?: readonly string[];
  /** Names of conforming variations: `variants.tsv` lists them. */
  variants?: readonly string[];
  /** How a slow server waits, in milliseconds of its time. */
  wait?: (ms: number) => Promise<void>;
};

const PREFIX = '/api/v1';

function settle(w: World): void {
  turnCycles(w);
  settleRuns(w);
}

async function route(w: World, given: Incoming): Promise<Answer> {
  const path = takenPath(w, given.url.pathname);
  const url = new URL(given.url);
  url.pathname = path;
  const req = w.variants.size === 0 ? given : {...given, url};
  if (path === '/__hooks') return serveHooks(w, req, () => settle(w));
  if (path.startsWith('/depot/')) return storageOf(w, () => serveStorage(w, req));
  if (path.startsWith(`${PREFIX}/`)) return serveApi(w, req, path.slice(PREFIX.length));
  if (path === agentPath(w)) return serveMcp(w, req);
  if (path === '/oauth/token') return token(w, req);
  const hidden = w.variants.has('mcp-without-metadata') && path.startsWith('/.well-known/');
  if (hidden) throw new Refusal(404, 'no_such_path', 'This path is none of the API.');
  if (
    path === '/.well-known/oauth-protected-resource' ||
    path === '/.well-known/oauth-protected-resource/mcp'
  )
    return resourceMetadata(w);
  if (path === '/.well-known/oauth-authorization-server') return serverMetadata(w);
  if (w.faults.has('paths-without-prefix')) return serveApi(w, req, path);
  if (w.faults.has('store-paths-served') && path.startsWith('/integration-api/v1/')) {
    return {status: 200, body: {data: []}};
  }
  throw new Refusal(404, 'no_such_path', 'This path is none of the API.');
}

const PLAIN: Readonly<Record<string, number>> = {
  'unauthorized-plain': 401,
  'forbidden-plain': 403,
  'rate-plain': 429,
  'conflict-plain': 409,
};

function spoil(w: World, refusal: Refusal, seen: Set<string>, language: string): Answer {
  const answer = refused(refusal);
  const f = w.faults;
  for (const [fault, status] of Object.entries(PLAIN)) {
    if (f.has(fault) && status === refusal.status) answer.body = {message: refusal.message};
  }
  if (f.has('errors-as-html') && refusal.status === 404) {
    answer.headers = {...answer.headers, 'Content-Type': 'text/html'};
  }
  if (f.has('error-as-object')) {
    answer.body = {error: {text: refusal.message}, reason: refusal.reason};
  }
  if (f.has('unprocessable-without-reason') && refusal.status === 422) {
    answer.body = {error: refusal.message, detail: refusal.detail};
  }
  if (f.has('not-found-without-reason') && refusal.status === 404) {
    answer.body = {error: refusal.message};
  }
  if (f.has('reason-changes-on-repeat')) {
    if (seen.has(refusal.reason)) {
      answer.body = {error: refusal.message, reason: `${refusal.reason}_again`};
    }
    seen.add(refusal.reason);
  }
  spoilMore(w, refusal, answer, language);
  return answer;
}

function spoilMore(w: World, refusal: Refusal, answer: Answer, language: string): void {
  const f = w.faults;
  const {reason, detail, message} = refusal;
  if (f.has('unprocessable-reasons-as-list') && refusal.status === 422) {
    answer.body = {error: message, reason: [reason], detail};
  }
  if (f.has('unauthorized-without-summary') && refusal.status === 401) answer.body = {reason};
  if (f.has('error-renamed')) answer.body = {message, reason, detail};
  if (f.has('not-found-reason-number') && refusal.status === 404) {
    answer.body = {error: message, reason: 40_400};
  }
  if (f.has('unreadable-body-plain') && reason === 'unreadable_json') answer.body = {message};
  if (f.has('reason-by-language') && /^(?!en)[a-z]{2}/i.test(language)) {
    answer.body = {error: message, reason: `${language.slice(0, 2)}_${reason}`};
  }
}

/** An error as the variants write it. */
function varied(w: World, answer: Answer): Answer {
  if (w.variants.size === 0 || !isObject(answer.body)) return answer;
  const invalid = answer.body['reason'] === 'invalid_fields' && answer.status === 422;
  if (invalid && w.variants.has('invalid-members-400')) answer.status = 400;
  return {...answer, body: shapedError(w, answer.body)};
}

/** Routes a request, unless a faulty server answers before it looks where it leads. */
async function routed(w: World, req: Incoming): Promise<Answer> {
  return earlyAnswer(w, req) ?? (await route(w, misread(w, req)));
}

async function answerOf(w: World, raw: IncomingMessage, seen: Set<string>): Promise<Answer> {
  try {
    const req = await readRequest(raw, new URL(w.base).origin);
    if (req === undefined) throw new Refusal(413, 'body_too_large', 'The body is too large.');
    settle(w);
    const served = (one: Incoming): Promise<Answer> => routed(w, one);
    return await throughDoorsOfH(w, req, (one) => throughDoors(w, one, served));
  } catch (error) {
    if (error instanceof Refusal) {
      return varied(w, spoil(w, error, seen, raw.headers['accept-language'] ?? ''));
    }
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return {status: 500, body: {error: 'Something went wrong.', reason: 'internal'}};
  }
}

async function serve(
  w: World,
  raw: IncomingMessage,
  res: ServerResponse,
  seen: Set<string>,
): Promise<void> {
  if (await interfered(w, raw, res)) return;
  const answer = await answerOf(w, raw, seen);
  res.setHeader('X-Request-Ref', randomUUID());
  if (w.faults.has('success-as-text') && answer.status === 200 && answer.raw === undefined) {
    res.setHeader('content-type', 'text/plain');
  }
  if (w.variants.size === 0) send(res, answer);
  else await deliver(w, raw, res, answer);
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** Starts the server. */
export async function start(options: Options = {}): Promise<Running> {
  const variants = new Set(options.variants ?? []);
  const w = new World(options.now ?? Date.now, new Set(options.faults ?? []), variants);
  furnish(w);
  if (options.wait !== undefined) w.wait = options.wait;
  const seen = new Set<string>();
  const server = createServer((req, res) => {
    serve(w, req, res, seen).catch(() => res.destroy());
  });
  if (variants.has('idle-connections-closed')) server.keepAliveTimeout = 1;
  if (variants.has('connections-of-five-requests')) server.maxRequestsPerSocket = 5;
  const port = await listen(server, options.port ?? 0);
  w.base = `http://127.0.0.1:${port}${variants.has('base-with-a-path') ? '/press' : ''}`;
  w.depot = w.base;
  const storage = serveOtherStorage(w, serveStorage);
  if (storage !== undefined) w.depot = `http://localhost:${await listen(storage, 0)}`;
  return {
    url: w.base,
    server,
    hookToken: w.hookToken,
    credentials: w.credentials,
    close: () =>
      new Promise((resolve) => {
        storage?.close();
        storage?.closeAllConnections();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
