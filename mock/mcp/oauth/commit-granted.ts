import {CustomOAuthError} from '@modelcontextprotocol/sdk/server/auth/errors.js';
import {NotKept} from '../../persistence/not-kept.ts';
import type {Change} from '../../world/change.ts';
import type {World} from '../../world/world.ts';

/** The OAuth error of a server that is unavailable for a while (RFC 6749, section 4.1.2.1). */
export const UNAVAILABLE = 'temporarily_unavailable';

/**
 * Commits what an endpoint of the authorization server changes.
 * @throws CustomOAuthError when the change could not be kept; it was taken back
 */
export async function commitGranted(world: World, changes: Change[]): Promise<void> {
  try {
    await world.commit({changes, effects: []});
  } catch (error) {
    throw error instanceof NotKept ? new CustomOAuthError(UNAVAILABLE, error.message) : error;
  }
}
