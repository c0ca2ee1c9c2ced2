import type {IncomingHttpHeaders, IncomingMessage, ServerResponse} from 'node:http';

/** A JSON object. */
export type Json = Record<string, unknown>;

/** What an operation answers. `raw` goes out as it is, in place of a JSON body. */
export type Answer = {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  raw?: Buffer;
};

/** A request, read to its end. */
export type Incoming = {
  method: string;
  url: URL;
  /** The target of the request, byte for byte. */
  target: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
};

/** A documented refusal; it becomes the error envelope. */
export class Refusal extends Error {
  readonly status: number;
  readonly reason: string;
  readonly detail: unknown;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    reason: string,
    message: string,
    detail?: unknown,
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.detail = detail;
    this.headers = headers;
  }
}

/** The error envelope of a refusal. */
export function envelope(refusal: Refusal): Json {
  const body: Json = {error: refusal.message, reason: refusal.reason};
  if (refusal.detail !== undefined) body['detail'] = refusal.detail;
  return body;
}

/** The answer that carries the envelope. */
export function refused(refusal: Refusal): Answer {
  return {status: refusal.status, body: envelope(refusal), headers: refusal.headers};
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses a JSON object out of a request body, or refuses. */
export function parseObject(body: Buffer): Json {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    throw new Refusal(400, 'unreadable_json', 'The request body cannot be read as JSON.');
  }
  if (!isObject(value)) {
    throw new Refusal(400, 'unreadable_json', 'The request body has to be a JSON object.');
  }
  return value;
}

/** A required, non-empty text member of a body. */
export function text(body: Json, name: string, longest = 4096): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '' || value.length > longest) {
    throw new Refusal(422, 'invalid_fields', `The member ${name} has to be a text.`, {
      members: [name],
    });
  }
  return value;
}

/** A required count, of at least one unless less is enough. */
export function count(body: Json, name: string, least = 1): number {
  const value = body[name];
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least) {
    throw new Refusal(422, 'invalid_fields', `The member ${name} has to be a count.`, {
      members: [name],
    });
  }
  return value;
}

const LARGEST_BODY = 64 * 1024 * 1024;

/** Reads a request to its end; undefined when it is larger than the server takes. */
export async function readRequest(
  req: IncomingMessage,
  base: string,
): Promise<Incoming | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of req) {
    if (!Buffer.isBuffer(part)) continue;
    size += part.length;
    if (size <= LARGEST_BODY) parts.push(part);
  }
  if (size > LARGEST_BODY) return undefined;
  return {
    method: req.method ?? 'GET',
    url: asked(base, req.url ?? '/'),
    target: req.url ?? '/',
    headers: req.headers,
    body: Buffer.concat(parts),
  };
}

/** The address that a request asks for; `base` where it asks for none that can be read. */
function asked(base: string, target: string): URL {
  try {
    return new URL(target.startsWith('/') ? base + target : base);
  } catch {
    return new URL(base);
  }
}

/** Sends an answer. */
export function send(res: ServerResponse, answer: Answer): void {
  for (const [name, value] of Object.entries(answer.headers ?? {})) {
    res.setHeader(name, value);
  }
  res.statusCode = answer.status;
  if (answer.raw !== undefined) {
    res.end(answer.raw);
    return;
  }
  if (answer.body === undefined) {
    res.end();
    return;
  }
  if (!res.hasHeader('content-type')) {
    res.setHeader('content-type', 'application/json; charset=utf-8');
  }
  res.end(JSON.stringify(answer.body));
}

/** A moment of the event loop, for the mistakes that need one. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}
