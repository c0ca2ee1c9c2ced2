import {StorageRefusal} from './storage-refusal.ts';
import type {StorageRequest} from './storage-request.ts';
import type {StorageResponses} from './storage-responses.ts';
import type {StorageSteps} from './storage-steps.ts';

/**
 * Stores an object by PUT.
 * @param limit the maximum size that the link allows
 * @throws StorageRefusal 403 for a key that may not be written, 413 for too many bytes
 */
export async function putObject(
  request: StorageRequest,
  limit: number,
  steps: StorageSteps,
  responses: StorageResponses,
): Promise<void> {
  const refusal = steps.checkKey(request);
  if (refusal) throw new StorageRefusal('AccessDenied', refusal);
  const stored = await steps.store(request, limit);
  if (!stored)
    throw new StorageRefusal('EntityTooLarge', {
      expected: `at most ${limit} bytes`,
      got: 'more',
      todo: 'send a smaller file',
    });
  responses.send(request.context, 200, {etag: stored.etag});
}
