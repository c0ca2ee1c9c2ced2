import type {IncomingMessage} from 'node:http';
import {PassThrough, type Readable} from 'node:stream';
import express, {type Express, type Request, type Response} from 'express';
import {enter, type RequestContext} from '../http/request-context.ts';
import type {Why} from '../operation.ts';
import type {Ports} from '../world/ports.ts';
import {judge} from '../world/signed-link.ts';
import type {World} from '../world/world.ts';
import type {Worlds} from '../world/worlds.ts';
import type {StoredObject} from './object-store.ts';
import {storagePlan} from './storage-plan.ts';

const REFUSALS = {
  AccessDenied: {status: 403, message: 'The link is not valid, or no longer.'},
  NoSuchKey: {status: 404, message: 'There is no such object.'},
  EntityTooLarge: {status: 413, message: 'The object exceeds the size that the link admits.'},
  InvalidRange: {status: 416, message: 'The range lies outside the object.'},
  MethodNotAllowed: {status: 405, message: 'Objects are stored by PUT and read by GET.'},
  BadRequest: {status: 400, message: 'The request cannot be read.'},
  InternalError: {status: 500, message: 'The mock is at fault here, not the request.'},
} as const;

/**
 * Object storage behind presigned links: PUT and GET (HEAD), byte-exact and streamed. A link is all
 * it needs; an API key neither helps nor hinders.
 */
export function objectApp({worlds, ports}: {worlds: Worlds; ports: Ports}): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((request, response) => {
    const exchange = enter(worlds, request, response);
    serve(exchange).catch((error: unknown) => {
      // Who broke off an upload hears no answer.
      if (!request.complete && request.destroyed) return response.destroy();
      return refuse(exchange, 'InternalError', {
        expected: 'no fault',
        got: String(error),
        todo: 'report it',
      });
    });
  });
  app.use((_error: unknown, request: Request, response: Response, _next: () => void) =>
    refuse(enter(worlds, request, response), 'BadRequest', {
      expected: 'a well-formed path',
      got: request.url,
      todo: 'use the link as given',
    }),
  );
  return app;

  async function serve(exchange: RequestContext): Promise<void> {
    const {world, worldId, method, request} = exchange;
    if (!world)
      return refuse(exchange, 'NoSuchKey', {
        expected: 'a world that was made',
        got: `/w/${worldId}`,
        todo: 'use the link as given',
      });
    if (method !== 'PUT' && method !== 'GET' && method !== 'HEAD')
      return refuse(
        exchange,
        'MethodNotAllowed',
        {expected: 'PUT or GET', got: method, todo: "use the link's method"},
        {allow: 'GET, HEAD, PUT'},
      );
    const [path = '', query = ''] = exchange.path.split('?', 2);
    const object = decoded(path.slice(1));
    if (object === undefined)
      return refuse(exchange, 'BadRequest', {
        expected: 'a well-formed path',
        got: path,
        todo: 'use the link as given',
      });
    const plan = storagePlan(world);
    const link = judge(
      world,
      method === 'HEAD' ? 'GET' : method,
      object,
      new URLSearchParams(query),
      request.headers,
      plan.skips,
    );
    if (!('limit' in link)) {
      const stores =
        plan.effects.has(link.situation) ||
        (plan.overwrites.has(link.situation) && world.objects.head(object));
      if (method === 'PUT' && stores) await taken(world, request, object, Infinity);
      return refuse(exchange, 'AccessDenied', link);
    }
    if (plan.asksKey && request.headers.authorization === undefined)
      return refuse(exchange, 'AccessDenied', {
        expected: 'an API key',
        got: 'none',
        todo: 'take a world without the defect',
      });
    await exchange.settled;
    return method === 'PUT' ? store(exchange, object, link.limit) : read(exchange, object);
  }

  async function store(exchange: RequestContext, object: string, limit: number): Promise<void> {
    const {request} = exchange;
    const world = exchange.world!;
    if (world.freedom('storage.put_once') === true && world.objects.head(object))
      return refuse(exchange, 'AccessDenied', {
        expected: 'a key without an object',
        got: 'one that is stored',
        todo: 'reserve anew',
      });
    // A file version never changes (Resources, File version): its link ends with its registration.
    if (
      world.table('files').by('object', object, '').length &&
      !storagePlan(world).skips.has('already-registered')
    )
      return refuse(exchange, 'AccessDenied', {
        expected: 'an object that is no file version yet',
        got: 'a registered one',
        todo: 'reserve anew',
      });
    if (storagePlan(world).loses)
      return void request.resume().on('end', () => answer(exchange, 200, {etag: '"lost"'}));
    const stored =
      Number(request.headers['content-length'] ?? 0) > limit
        ? undefined
        : await taken(world, request, object, limit);
    if (!stored)
      return refuse(exchange, 'EntityTooLarge', {
        expected: `at most ${limit} bytes`,
        got: 'more',
        todo: 'send a smaller file',
      });
    answer(exchange, 200, {etag: stored.etag});
  }

  function read(exchange: RequestContext, object: string): void {
    const {request, response, world, method} = exchange;
    const stored = world!.objects.head(object);
    if (!stored)
      return refuse(exchange, 'NoSuchKey', {
        expected: 'an uploaded object',
        got: object,
        todo: 'upload it first',
      });
    const common = {etag: stored.etag, 'accept-ranges': 'bytes'};
    const match = request.headers['if-none-match'];
    if (
      match !== undefined &&
      (match === '*' ||
        match.split(',').some((tag) => tag.trim().replace(/^W\//, '') === stored.etag))
    )
      return answer(exchange, 304, common);
    const range = rangeOf(request.headers.range, request.headers['if-range'], stored);
    if (range === 'outside')
      return refuse(
        exchange,
        'InvalidRange',
        {
          expected: `bytes 0 to ${stored.size - 1}`,
          got: String(request.headers.range),
          todo: 'ask for bytes of the object',
        },
        {
          'content-range': `bytes */${stored.size}`,
        },
      );
    const {from, to} = range ?? {from: 0, to: stored.size - 1};
    response.writeHead(range ? 206 : 200, {
      ...common,
      'content-type': stored.contentType,
      'content-length': to - from + 1,
      ...(range && {'content-range': `bytes ${from}-${to}/${stored.size}`}),
    });
    note(exchange, range ? 206 : 200);
    if (method === 'HEAD' || stored.size === 0) return void response.end();
    const bytes = world!.objects.read(object, from, to);
    bytes.on('error', () => response.destroy());
    response.on('close', () => bytes.destroy());
    bytes.pipe(response);
  }

  function answer(exchange: RequestContext, status: number, headers: Record<string, string>): void {
    exchange.response.writeHead(
      status,
      status === 304 ? headers : {...headers, 'content-length': 0},
    );
    exchange.response.end();
    note(exchange, status);
  }

  function refuse(
    exchange: RequestContext,
    code: keyof typeof REFUSALS,
    why: Why,
    headers: Record<string, string> = {},
  ): void {
    const {response, method} = exchange;
    if (response.headersSent || response.destroyed) return void response.destroy();
    const {status, message} = REFUSALS[code];
    const body = Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>\n`,
    );
    response.writeHead(status, {
      ...headers,
      'content-type': 'application/xml',
      'content-length': body.length,
    });
    response.end(method === 'HEAD' ? undefined : body);
    note({...exchange, why}, status);
  }

  function note({world, worldId, method, path, why}: RequestContext, status: number): void {
    worlds.journal({
      at: world?.now() ?? ports.now(),
      world: worldId,
      method,
      path,
      status,
      operation: 'storage',
      ...(why && {why}),
    });
  }
}

const taken = (
  {objects}: World,
  request: IncomingMessage,
  object: string,
  limit: number,
): Promise<StoredObject | undefined> =>
  objects.put(
    object,
    bytesOf(request),
    request.headers['content-type'] ?? 'application/octet-stream',
    limit,
  );

/**
 * The body of a request as a stream that storage may leave half read: the connection still carries
 * the answer.
 */
function bytesOf(request: IncomingMessage): Readable {
  const bytes = new PassThrough();
  request.on(
    'close',
    () => request.complete || bytes.destroy(new Error('the upload was broken off')),
  );
  request.pipe(bytes);
  return bytes;
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/**
 * One range of bytes (RFC 9110, 14); several ranges, other units or a stale If-Range read the
 * whole.
 */
function rangeOf(
  header: string | undefined,
  ifRange: string | string[] | undefined,
  {size, etag}: {size: number; etag: string},
): {from: number; to: number} | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if ((first === '' && last === '') || (ifRange !== undefined && ifRange !== etag))
    return undefined;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  return from >= size || from > to ? 'outside' : {from, to};
}
