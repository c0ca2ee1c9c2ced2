import type {IncomingMessage} from 'node:http';
import {PassThrough, type Readable} from 'node:stream';
import {noteBody} from '../http/recorded.ts';
import type {Why} from '../operation.ts';
import {LINK_CHECKS, limitOf, type LinkRequest} from '../world/signed-link.ts';
import type {StoredObject} from './object-store.ts';
import type {StorageRequest} from './storage-request.ts';

/** What a presigned link allows, or why it is refused. */
export type LinkVerdict =
  | {
      /** Maximum size of a PUT. */
      limit: number;
    }
  | {refusal: LinkRefusal};

/** Why a link is refused; `situation` is the name of the check that failed. */
export interface LinkRefusal extends Why {
  situation: string;
}

/**
 * The steps of storage that determine what is stored and served, in the order in which a request passes them.
 * `documentedSteps` behaves as the documents say; interceptors can replace it.
 */
export interface StorageSteps {
  /** Checks the presigned link: signature, signed headers, expiry. */
  checkLink(request: StorageRequest): LinkVerdict | Promise<LinkVerdict>;
  /** Returns why a PUT may not store an object with this key; undefined when it may. */
  checkKey(request: StorageRequest): Why | undefined;
  /**
   * Stores the body of a PUT. Resolves to undefined when it is larger than `limit`.
   * @param requireAllowed throws when the object may not be stored any more; called when all bytes have arrived
   */
  store(
    request: StorageRequest,
    limit: number,
    requireAllowed: () => void,
  ): Promise<StoredObject | undefined>;
}

/** The steps that behave as the documents say. */
export const documentedSteps: StorageSteps = {
  checkLink: judgeLink,
  checkKey: (request) => alreadyStored(request) ?? alreadyRegistered(request),
  async store(request, limit, requireAllowed) {
    const {headers} = request.context.request;
    const announced = Number(headers['content-length'] ?? 0);
    return announced > limit ? undefined : putBytes(request, limit, requireAllowed);
  },
};

function judgeLink(request: StorageRequest): LinkVerdict {
  const link = linkOf(request);
  for (const check of LINK_CHECKS) {
    const refusal = check(link);
    if (refusal) return {refusal};
  }
  return {limit: limitOf(link)};
}

/** The request in the form in which its link is checked. A link for GET is valid for HEAD. */
export const linkOf = ({context, world, method, key, query}: StorageRequest): LinkRequest => ({
  world,
  method: method === 'HEAD' ? 'GET' : method,
  object: key,
  query,
  headers: context.request.headers,
});

/** The document leaves open whether a link can be used for a second PUT: this is a freedom of the mock. */
function alreadyStored({world, key}: StorageRequest): Why | undefined {
  if (world.freedom('storage.put_once') !== true || !world.objects.head(key)) return undefined;
  return {
    expected: 'a key without an object',
    got: 'one that is stored',
    todo: 'reserve another upload',
  };
}

/** The content of a file version never changes (Resources, File version). */
function alreadyRegistered({world, key}: StorageRequest): Why | undefined {
  if (!world.table('files').by('object', key, '').length) return undefined;
  return {
    expected: 'an object that is no file version yet',
    got: 'a registered one',
    todo: 'reserve another upload',
  };
}

/** Streams the body of a request into storage. */
export function putBytes(
  {context: {request}, world, key}: StorageRequest,
  limit: number,
  requireAllowed?: () => void,
): Promise<StoredObject | undefined> {
  const contentType = request.headers['content-type'] ?? 'application/octet-stream';
  return world.objects.put(key, bodyOf(request), {contentType, limit, requireAllowed});
}

/**
 * The body of a request as a separate stream: storage may stop reading it, and the response can still be sent on the
 * connection.
 */
function bodyOf(request: IncomingMessage): Readable {
  const body = new PassThrough();
  request.on('close', () => {
    if (!request.complete) body.destroy(new Error('the upload was broken off'));
  });
  request.on('data', (chunk: Buffer) => noteBody(request, undefined, chunk));
  request.pipe(body);
  return body;
}
