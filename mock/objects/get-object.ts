import {rangeOf, type ByteRange} from './byte-range.ts';
import type {StoredObject} from './object-store.ts';
import {StorageRefusal} from './storage-refusal.ts';
import type {StorageRequest} from './storage-request.ts';
import type {StorageResponses} from './storage-responses.ts';

/**
 * Serves an object, or a part of it, by GET or HEAD (RFC 9110, sections 13 and 14).
 * @throws StorageRefusal 404 without an object, 416 for a range outside of it
 */
export function getObject(request: StorageRequest, responses: StorageResponses): void {
  const {context, world, key} = request;
  const {headers} = context.request;
  const stored = world.objects.head(key);
  if (!stored) throw notUploaded(key);
  if (isCurrent(headers['if-none-match'], stored.etag)) {
    responses.send(context, 304, commonHeaders(stored));
    return;
  }
  const range = rangeOf(headers, stored);
  if (range === 'outside') throw outsideOf(stored, headers.range);
  const status = range ? 206 : 200;
  const part = range ?? {from: 0, to: stored.size - 1};
  const fields = {
    ...commonHeaders(stored),
    'content-type': stored.contentType,
    'content-length': part.to - part.from + 1,
    ...(range && {'content-range': `bytes ${part.from}-${part.to}/${stored.size}`}),
  };
  context.response.writeHead(status, fields);
  responses.note(context, status, {headers: fields});
  if (request.method === 'HEAD' || stored.size === 0) context.response.end();
  else streamBytes(request, part);
}

const commonHeaders = ({etag}: StoredObject): Record<string, string> => ({
  etag,
  'accept-ranges': 'bytes',
});

/** Whether `If-None-Match` names the entity tag, compared weakly (RFC 9110, section 13.1.2). */
function isCurrent(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

function streamBytes({context: {response}, world, key}: StorageRequest, part: ByteRange): void {
  const bytes = world.objects.read(key, part.from, part.to);
  bytes.on('error', () => response.destroy());
  response.on('close', () => bytes.destroy());
  bytes.pipe(response);
}

const notUploaded = (key: string): StorageRefusal =>
  new StorageRefusal('NoSuchKey', {
    expected: 'an uploaded object',
    got: key,
    todo: 'upload it first',
  });

const outsideOf = ({size}: StoredObject, range: string | undefined): StorageRefusal =>
  new StorageRefusal(
    'InvalidRange',
    {
      expected: `bytes 0 to ${size - 1}`,
      got: String(range),
      todo: 'ask for bytes of the object',
    },
    {'content-range': `bytes */${size}`},
  );
