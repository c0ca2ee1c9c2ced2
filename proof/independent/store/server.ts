import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import {randomBytes} from 'node:crypto';
import {authenticate, givenSecret, refuseToken} from './auth.ts';
import {callHook} from './hooks.ts';
import {
  forgive,
  minuteRefusal,
  type Rate,
  readLog,
  storeKey,
  takeMinute,
  takeRead,
  tokenKey,
} from './limits.ts';
import {cancelOrder} from './orders/change.ts';
import {createOrder} from './orders/create.ts';
import {invalid, refuse} from './replies.ts';
import {apiOf, route, V1} from './router.ts';
import {serveSite, siteOf} from './site/serve.ts';
import {makeSecrets, makeWorld, type Secrets} from './seeds.ts';
import type {Ask, Context, Reply, Scene, Store, Token} from './types.ts';
import {makeUser} from './users-create.ts';
import {deactivateUser} from './users-state.ts';
import {checkBody} from './validate.ts';
import {parseBody, readBody, send} from './wire.ts';

/** How to start the server. */
export interface StartOptions {
  port?: number;
  now?: () => number;
  faults?: readonly string[];
}

/** A running server. */
export interface Running {
  url: string;
  hookToken: string;
  credentials: Record<string, string>;
  close(): Promise<void>;
}

interface Answer {
  reply: Reply;
  rate: Rate;
}

const UNTOUCHED: Rate = {used: 0, limited: false, resetAt: null};

class Deployment implements Scene {
  readonly faults: ReadonlySet<string>;
  readonly secrets: Secrets = makeSecrets();
  readonly hookToken = `hook-${randomBytes(15).toString('hex')}`;
  readonly #clock: () => number;
  #offset = 0;
  world;

  constructor(options: StartOptions) {
    this.faults = new Set(options.faults ?? []);
    this.#clock = options.now ?? Date.now;
    this.world = makeWorld(this.secrets, this.now());
  }

  now(): number {
    return this.#clock() + this.#offset;
  }

  advance(ms: number): void {
    this.#offset += ms;
  }

  reset(): void {
    const {origin} = this.world;
    this.#offset = 0;
    this.world = makeWorld(this.secrets, this.now());
    this.world.origin = origin;
  }

  view(store: Store): Context {
    const {faults, world} = this;
    return {faults, world, store, now: () => this.now()};
  }
}

function hookReply(deployment: Deployment, req: IncomingMessage, bytes: Buffer | null): Reply {
  if (req.method !== 'POST') return {status: 404, body: {error: 'POST only'}};
  if (req.headers.authorization !== `Bearer ${deployment.hookToken}`) {
    return {status: 401, body: {error: 'wrong hook token'}};
  }
  const args = parseBody(bytes, new Set());
  if (args === null) return {status: 400, body: {error: 'a JSON object is needed'}};
  return callHook(deployment, deployment, args);
}

/** Carries out what needs a token without one, as a faulty server does before it answers 401. */
function actAnyway(context: Context, ask: Ask, bytes: Buffer | null): void {
  const {faults} = context;
  const body = parseBody(bytes, new Set()) ?? {};
  const id = /\/orders\/([^/]+)$/.exec(ask.path)?.[1];
  if (faults.has('unauthorized-order-stored') && ask.path === `${V1}/orders`) {
    if (ask.method === 'POST') void createOrder(context, {...ask, body});
  }
  if (faults.has('unauthorized-cancel-done') && id !== undefined && ask.method === 'DELETE') {
    cancelOrder(context, {...ask, body}, id);
  }
}

function withoutToken(
  deployment: Deployment,
  req: IncomingMessage,
  ask: Ask,
  bytes: Buffer | null,
): Reply {
  const {faults, world} = deployment;
  const missing = givenSecret(deployment, req, ask.query) === null;
  const reply = refuseToken(deployment, missing, ask);
  const first = world.stores[0];
  const leaving = /\/dashboard\/users\/([^/]+)$/.exec(ask.path)?.[1];
  if (first !== undefined && leaving !== undefined && ask.method === 'DELETE') {
    const done = faults.has('unauthorized-delete-done');
    if (done) deactivateUser(deployment.view(first), ask, leaving);
  }
  if (first !== undefined) actAnyway(deployment.view(first), ask, bytes);
  const creating = ask.method === 'POST' && ask.path === `${V1}/dashboard/users`;
  const body = creating ? parseBody(bytes, new Set()) : null;
  if (first === undefined || body === null) return reply;
  const context = deployment.view(first);
  const errors = checkBody(context, body, 'create');
  if (faults.has('validation-before-token') && errors.size > 0) return invalid(errors, faults);
  if (faults.has('unauthorized-create-stored') && errors.size === 0) makeUser(context, body);
  return reply;
}

async function serve(
  deployment: Deployment,
  token: Token,
  ask: Ask,
  bytes: Buffer | null,
): Promise<Reply> {
  const {faults} = deployment;
  const api = apiOf(ask.path);
  if (api !== null) {
    const refused = await takeRead(deployment, token, api, ask.method);
    if (refused !== null) return refused;
  }
  const reads = ask.method === 'GET' || ask.method === 'HEAD';
  const body = reads ? {} : parseBody(bytes, faults);
  if (body === null) return refuse(400, 'The body is not a JSON object.');
  const context: Context = {
    ...deployment.view(token.store),
    tokenId: token.id,
    adminId: token.adminId,
    role: token.role,
  };
  const reply = await route(context, {...ask, body});
  const free =
    (faults.has('failed-reads-free') && reply.status === 404) ||
    (faults.has('order-reads-free') && ask.path.startsWith(`${V1}/orders`));
  if (free && reads && api !== null) {
    readLog(deployment, tokenKey(deployment, token, api)).made.pop();
    readLog(deployment, storeKey(deployment, token, api)).made.pop();
  }
  return reply;
}

async function answer(
  deployment: Deployment,
  req: IncomingMessage,
  bytes: Buffer | null,
): Promise<Answer> {
  const target = req.url ?? '/';
  const cut = target.indexOf('?');
  const path = cut < 0 ? target : target.slice(0, cut);
  const query = new URLSearchParams(cut < 0 ? '' : target.slice(cut + 1));
  if (path === '/__hooks') return {reply: hookReply(deployment, req, bytes), rate: UNTOUCHED};
  const site = deployment.world.stores.find((store) => store.key === siteOf(path));
  if (site !== undefined) {
    const reply = await serveSite(deployment.view(site), req, path, query, bytes);
    return {reply, rate: UNTOUCHED};
  }
  const ask: Ask = {method: req.method ?? 'GET', path, query, body: {}};
  const token = authenticate(deployment, req, path, query);
  if (token === undefined) {
    return {reply: withoutToken(deployment, req, ask, bytes), rate: UNTOUCHED};
  }
  const rate = await takeMinute(deployment, token, ask);
  if (!rate.limited) {
    const reply = await guarded(deployment, token, ask, bytes);
    forgive(deployment, token, ask, reply.status);
    return {reply, rate};
  }
  if (deployment.faults.has('minute-429-has-effect')) {
    await guarded(deployment, token, ask, bytes);
  }
  return {reply: minuteRefusal(deployment, rate), rate};
}

async function guarded(
  deployment: Deployment,
  token: Token,
  ask: Ask,
  bytes: Buffer | null,
): Promise<Reply> {
  try {
    return await serve(deployment, token, ask, bytes);
  } catch {
    return refuse(500, 'Something went wrong.');
  }
}

async function handle(
  deployment: Deployment,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const head = req.method === 'HEAD';
  try {
    const bytes = await readBody(req);
    const {reply, rate} = await answer(deployment, req, bytes);
    send(deployment, res, reply, rate, head);
  } catch {
    if (res.headersSent || res.destroyed) res.destroy();
    else send(deployment, res, refuse(400, 'Unreadable request.'), UNTOUCHED, head);
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      done(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function rawRefusal(now: number): string {
  const body = JSON.stringify({CODE: 'error', message: 'Unreadable request.', errors: {}});
  return [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json;charset=UTF-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Date: ${new Date(now).toUTCString()}`,
    'Strict-Transport-Security: max-age=31536000; includeSubdomains',
    'X-Content-Type-Options: nosniff',
    'X-XSS-Protection: 1',
    'X-RateLimit-Limit: 60',
    'X-RateLimit-Remaining: 60',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

/** Starts the server. */
export async function start(options: StartOptions = {}): Promise<Running> {
  const deployment = new Deployment(options);
  const onRequest = (req: IncomingMessage, res: ServerResponse): void => {
    void handle(deployment, req, res);
  };
  const server = createServer(onRequest);
  server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
    res.writeContinue();
    onRequest(req, res);
  });
  server.on('checkExpectation', onRequest);
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end(rawRefusal(deployment.now()));
    else socket.destroy();
  });
  const port = await listen(server, options.port ?? 0);
  deployment.world.origin = `http://127.0.0.1:${port}`;
  return {
    url: `http://127.0.0.1:${port}`,
    hookToken: deployment.hookToken,
    credentials: {...deployment.secrets},
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
