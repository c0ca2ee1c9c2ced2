import type {Why} from '../operation.ts';
import {StorageRefusal} from './storage-refusal.ts';
import type {StorageRequest} from './storage-request.ts';
import type {StorageResponses} from './storage-responses.ts';
import type {StorageSteps} from './storage-steps.ts';

/**
 * Stores an object by PUT. Whether the key may be written is asked again when all bytes have arrived: a slow upload may
 * end after the object was registered, or after its world was dropped.
 * @param limit the maximum size that the link allows
 * @param isCurrent whether the world of the request still exists
 * @throws StorageRefusal 403 for a key that may not be written, 404 for a world that has gone, 413 for too many bytes
 */
export async function putObject(
  request: StorageRequest,
  limit: number,
  steps: StorageSteps,
  responses: StorageResponses,
  isCurrent: () => boolean,
): Promise<void> {
  requireKey();
  const stored = await steps.store(request, limit, () => {
    if (!isCurrent()) throw new StorageRefusal('NoSuchKey', WORLD_HAS_GONE);
    requireKey();
  });
  if (!stored)
    throw new StorageRefusal('EntityTooLarge', {
      expected: `at most ${limit} bytes`,
      got: 'more',
      todo: 'send a smaller file',
    });
  responses.send(request.context, 200, {etag: stored.etag});

  function requireKey(): void {
    const refusal = steps.checkKey(request);
    if (refusal) throw new StorageRefusal('AccessDenied', refusal);
  }
}

const WORLD_HAS_GONE: Why = {
  expected: 'a world that is there until the upload ends',
  got: 'one that was dropped, reset or replaced meanwhile',
  todo: 'reserve another upload',
};
