import {createHash} from 'node:crypto';
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import {readRequest, Refusal, refused, send, type Answer, type Incoming} from '../http.ts';
import type {Reservation} from '../model.ts';
import {SECOND} from '../time.ts';
import type {World} from '../world.ts';

/** How a kind of object storage answers. */
type Dialect = {
  put: number;
  expired: number;
  headers: Record<string, string>;
  required: Record<string, string>;
};

const DIALECTS: Readonly<Record<string, Dialect>> = {
  'storage-like-s3': {
    put: 200,
    expired: 403,
    headers: {'x-amz-request-id': 'TX23F', 'x-amz-id-2': 'a/b=', Server: 'AmazonS3'},
    required: {'x-amz-server-side-encryption': 'AES256'},
  },
  'storage-like-azure': {
    put: 201,
    expired: 403,
    headers: {'x-ms-version': '2024-08-04', 'x-ms-request-server-encrypted': 'true'},
    required: {'x-ms-blob-type': 'BlockBlob'},
  },
  'storage-like-gcs': {
    put: 200,
    expired: 400,
    headers: {'x-goog-generation': '1', 'x-guploader-uploadid': 'AB'},
    required: {'x-goog-content-length-range': '0,2097152000'},
  },
  'storage-without-content': {put: 204, expired: 410, headers: {}, required: {}},
};

const DONE: readonly string[] = [...Object.keys(DIALECTS), 'storage-on-another-port'];

function dialectOf(w: World): Dialect | undefined {
  for (const [name, one] of Object.entries(DIALECTS)) if (w.variants.has(name)) return one;
  return undefined;
}

const CODES: Readonly<Record<string, string>> = {
  link_expired: 'AccessDenied',
  link_not_valid: 'SignatureDoesNotMatch',
  header_missing: 'AccessDenied',
  no_such_object: 'NoSuchKey',
};

function xml(dialect: Dialect, refusal: Refusal): Answer {
  const status = refusal.reason === 'link_expired' ? dialect.expired : refusal.status;
  const code = CODES[refusal.reason] ?? 'InvalidRequest';
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${refusal.message}</Message><RequestId>TX23F</RequestId></Error>`;
  return {
    status,
    body: undefined,
    raw: Buffer.from(text),
    headers: {...dialect.headers, 'Content-Type': 'application/xml'},
  };
}

const etag = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

/** What the storage answers, in the dialect of a variant. */
export function storageOf(w: World, serve: () => Answer): Answer {
  const dialect = dialectOf(w);
  if (dialect === undefined) return serve();
  try {
    const answer = serve();
    if (answer.raw !== undefined) {
      const headers = {...answer.headers, ...dialect.headers, ETag: etag(answer.raw)};
      return {...answer, headers: {...headers, 'Accept-Ranges': 'bytes'}};
    }
    const headers = {...dialect.headers, ETag: '"0cc175b9c0f1b6a831c399e269772661"'};
    return {status: dialect.put, body: undefined, headers};
  } catch (error) {
    if (error instanceof Refusal) return xml(dialect, error);
    throw error;
  }
}

/** The headers that a reservation names, beside or in place of the server's own. */
export function uploadHeaders(
  w: World,
  own: Record<string, string>,
  size: number,
): Record<string, string> {
  const v = w.variants;
  if (v.has('upload-without-headers')) return {};
  const more: Record<string, string> = {...dialectOf(w)?.required};
  if (v.has('storage-takes-one-put')) more['If-None-Match'] = '*';
  if (v.has('upload-headers-with-odd-values')) more['x-amz-meta-press'] = 'no: 1; a="b"';
  if (v.has('upload-headers-with-length')) more['Content-Length'] = String(size);
  const all = {...own, ...more};
  if (!v.has('upload-headers-in-small-letters')) return all;
  return Object.fromEntries(
    Object.entries(all).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** The headers as a reservation shows them. */
export function shownHeaders(w: World, headers: Record<string, string>): unknown {
  if (!w.variants.has('upload-headers-as-pairs')) return headers;
  return Object.entries(headers).map(([name, value]) => ({name, value}));
}

/** Whether the value of a required header was sent. */
export function isSent(w: World, given: unknown, value: string): boolean {
  if (typeof given !== 'string') return false;
  if (w.variants.size > 0) return given.trim() === value.trim();
  return given.split(';')[0]?.trim() === value;
}

/** The other place of a file, as a storage names it that keeps it in another region. */
export function movedTo(w: World, {method, url}: Incoming): Answer | undefined {
  const isThere = method !== 'GET' || url.searchParams.has('region');
  if (isThere || !w.variants.has('storage-names-another-place')) return undefined;
  const there = new URL(url.href);
  there.searchParams.set('region', 'eu');
  return {status: 307, body: undefined, headers: {Location: there.href}};
}

/** Refuses a PUT as a stricter storage does. */
export function judgePut(w: World, req: Incoming, one: Reservation): void {
  const v = w.variants;
  if (v.has('storage-takes-one-put') && one.stored !== null) {
    throw new Refusal(412, 'object_exists', 'At least one of the preconditions did not hold.');
  }
  const exact = v.has('storage-knows-the-length') || v.has('upload-headers-with-length');
  if (exact && req.body.length !== one.size) {
    throw new Refusal(400, 'length_differs', 'The signed length is another.');
  }
}

/** When a link ends that is signed for a moment. */
export function signedEnd(w: World, until: number): number {
  return w.variants.has('links-signed-in-seconds') ? Math.floor(until / SECOND) * SECOND : until;
}

/** The path of an object in the storage. */
export function depotPath(key: string): string {
  return `/depot/${key.split('/').map(encodeURIComponent).join('/')}`;
}

/** The path of a version in the storage; a file id may hold any character. */
export function versionPath(file: string): string {
  return `/depot/versions/${encodeURIComponent(file)}`;
}

type Serve = (w: World, req: Incoming) => Answer;

/** A server of its own for the storage, where a variant has one. */
export function serveOtherStorage(w: World, serve: Serve): Server | undefined {
  if (!DONE.some((name) => w.variants.has(name))) return undefined;
  return createServer((raw, res) => {
    answerOn(w, raw, res, serve).catch(() => res.destroy());
  });
}

async function answerOn(
  w: World,
  raw: IncomingMessage,
  res: ServerResponse,
  serve: Serve,
): Promise<void> {
  const req = await readRequest(raw, w.depot);
  if (req === undefined) return void res.destroy();
  try {
    send(
      res,
      storageOf(w, () => serve(w, req)),
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    send(res, refused(error));
  }
}
