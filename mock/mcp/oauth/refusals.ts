import {InvalidGrantError} from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type {OAuthClientInformationFull} from '@modelcontextprotocol/sdk/shared/auth.js';
import type {OauthRequest} from './oauth-request.ts';

/** For the journal: what to do when a code or token is of no use any more. */
export const START_AGAIN = 'start again at the authorization endpoint';

/**
 * The error for a code or token that was issued to another client.
 * @param what such as `code`
 * @param owner id of the client to which it was issued
 */
export const wrongClient = (
  oauth: OauthRequest,
  what: 'code' | 'token' | 'refresh token',
  owner: string,
  client: OAuthClientInformationFull,
): Error =>
  oauth.refuse(
    new InvalidGrantError(`The ${what} was given to another client.`),
    `the client ${owner}`,
    `the client ${client.client_id}`,
    'each client uses the codes and tokens that were issued to it',
  );
