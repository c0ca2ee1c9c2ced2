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
import {departing, misread} from './part-f/wire.ts';
import {cancelOrder} from './orders/change.ts';
import {createOrder} from './orders/create.ts';
import {arriving} from './part-g/arrivals.ts';
import {createPlan} from './plans/write.ts';
import {invalid, refuse} from './replies.ts';
import {apiOf, route, V1} from './router.ts';
import {serveSite, siteOf} from './site/serve.ts';
import {makeSecrets, makeWorld, type Secrets} from './seeds.ts';
import {pause} from './time.ts';
import type {Ask, Context, Reply, Scene, Store, Token, World} from './types.ts';
import {makeUser} from './users-create.ts';
import {deactivateUser} from './users-state.ts';
import {checkBody} from './validate.ts';
import {arrivedAt, askVariants, replyOfVariants, seedVariants} from './variants/all.ts';
import {parseBody, readBody, send} from './wire.ts';

/** How to start the server. */
export interface StartOptions {
  port?: number;
  now?: () => number;
  faults?: readonly string[];
  /** Other choices where the document leaves one. */
  variants?: readonly string[];
  /** How a slow server waits, in milliseconds of its time. */
  wait?: (ms: number) => Promise<void>;
}

/** A running server. */
export interface Running {
  url: string;
  /** What listens there. */
  server: Server;
  hookToken: string;
  credentials: Record<string, string>;
  close(): Promise<void>;
}

interface Answer {
  reply: Reply;
  rate: Rate;
  /** Whether the API answers, and not a hook or the site. */
  api?: boolean;
}

const UNTOUCHED: Rate = {used: 0, limited: false, resetAt: null};

/** How far the clock of the server is ahead, in milliseconds. */
function skewOf(variants: ReadonlySet<string>): number {
  if (variants.has('clock-2-seconds-ahead')) return 2000;
  return variants.has('clock-2-seconds-behind') ? -2000 : 0;
}

class Deployment implements Scene {
  readonly faults: ReadonlySet<string>;
  readonly variants: ReadonlySet<string>;
  readonly wait: (ms: number) => Promise<void>;
  readonly secrets: Secrets = makeSecrets();
  readonly hookToken = `hook-${randomBytes(15).toString('hex')}`;
  readonly #clock: () => number;
  readonly #skew: number;
  #offset = 0;
  /** Requests that came, refused ones too. */
  arrived = 0;
  world;

  constructor(options: StartOptions) {
    this.faults = new Set(options.faults ?? []);
    this.variants = new Set(options.variants ?? []);
    this.wait = options.wait ?? pause;
    this.#clock = options.now ?? Date.now;
    this.#skew = skewOf(this.variants);
    this.world = this.#newWorld();
  }

  now(): number {
    return this.#clock() + this.#offset + this.#skew;
  }

  advance(ms: number): void {
    this.#offset += ms;
  }

  reset(): void {
    const {origin} = this.world;
    this.#offset = 0;
    this.world = this.#newWorld();
    this.world.origin = origin;
  }

  #newWorld(): World {
    const world = makeWorld(this.secrets, this.now());
    seedVariants(this.variants, world, this.now());
    return world;
  }

  view(store: Store): Context {
    const {faults, variants, world} = this;
    return {faults, variants, world, store, now: () => this.now()};
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
  if (faults.has('unauthorized-plan-stored') && ask.path === `${V1}/dashboard/plans`) {
    if (ask.method === 'POST') createPlan(context, {...ask, body});
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
  const asked: Ask = {...ask, query: new URLSearchParams(ask.query), body};
  deployment.world.served += 1;
  const reply = askVariants(asked, context) ?? (await route(context, asked));
  const free =
    (faults.has('failed-reads-free') && reply.status === 404) ||
    (faults.has('daily-filtered-reads-free') && ask.query.size > 0) ||
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
    const reply = withoutToken(deployment, req, ask, bytes);
    return {reply: varied(deployment, ask, reply), rate: UNTOUCHED, api: true};
  }
  const rate = await takeMinute(deployment, token, ask);
  if (!rate.limited) {
    const reply = await guarded(deployment, token, ask, bytes);
    forgive(deployment, token, ask, reply.status);
    return {reply: varied(deployment, ask, reply, token), rate, api: true};
  }
  if (deployment.faults.has('minute-429-has-effect')) {
    await guarded(deployment, token, ask, bytes);
  }
  const reply = minuteRefusal(deployment, rate);
  return {reply: varied(deployment, ask, reply, token), rate, api: true};
}

/** An answer as the variants show it. */
function varied(deployment: Deployment, ask: Ask, reply: Reply, token?: Token): Reply {
  const store = token?.store ?? deployment.world.stores[0];
  if (store !== undefined) replyOfVariants(reply, ask, deployment.view(store));
  return reply;
}

/** What a gateway in front answers by itself at times; null when it hands the request on. */
function gatewayReply({variants, arrived}: Deployment): Reply | null {
  const [bad, busy] = [variants.has('gateway-502-at-times'), variants.has('gateway-503-at-times')];
  if (!(bad || busy) || arrived % 150 !== 149) return null;
  const headers: Record<string, string> = {'Content-Type': 'text/html'};
  if (busy) headers['Retry-After'] = '2';
  return {status: bad ? 502 : 503, body: '<html><h1>Bad Gateway</h1></html>', headers};
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

/** The body of a request as the variants read it. */
function bytesAt({variants}: Deployment, bytes: Buffer | null): Buffer | null {
  return bytes && Buffer.from(arrivedAt(variants, bytes.toString('latin1')), 'latin1');
}

async function handle(
  deployment: Deployment,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const head = req.method === 'HEAD';
  try {
    req.url = arrivedAt(deployment.variants, req.url ?? '/');
    const came = bytesAt(deployment, await readBody(req));
    const bytes = misread(deployment.faults, req, came);
    if (req.url !== '/__hooks') deployment.arrived += 1;
    if (deployment.variants.has('slow-answers')) await deployment.wait(1200);
    const early = req.url === '/__hooks' ? null : gatewayReply(deployment);
    if (early !== null) deployment.arrived += 1;
    const go = (read: Buffer | null): Promise<Answer> => answer(deployment, req, read);
    const answered =
      early === null
        ? await arriving({scene: deployment, req, bytes, go})
        : {reply: early, rate: UNTOUCHED};
    if (deployment.variants.has('slow-answers')) await deployment.wait(300);
    departing(deployment.faults, req, answered.reply);
    send(deployment, res, answered, head);
  } catch {
    if (res.headersSent || res.destroyed) res.destroy();
    else {
      const answered = {reply: refuse(400, 'Unreadable request.'), rate: UNTOUCHED};
      send(deployment, res, answered, head);
    }
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
  if (deployment.variants.has('connections-short')) server.keepAliveTimeout = 1;
  if (deployment.variants.has('connections-of-five-requests')) server.maxRequestsPerSocket = 5;
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
    server,
    hookToken: deployment.hookToken,
    credentials: {...deployment.secrets},
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
