import type {AuthorizationServerMetadata} from '@modelcontextprotocol/sdk/shared/auth.js';
import {encodedPair, plainPair, type OauthClient} from './oauth-client.ts';

/** How a client authenticates with a token request, in the form that the OAuth library calls. */
export type ClientAuthentication = (headers: Headers, form: URLSearchParams) => void;

/** Characters that every way of sending them leaves as they are. */
const PLAIN = /^[\w.~-]*$/;

/**
 * The ways in which a client with an id or a secret that HTTP Basic has to encode can authenticate,
 * in the order in which they are tried: in the form, which all servers read alike; and by Basic, as
 * the RFC says and as servers read it that do not decode.
 * @returns an empty list for other clients: the OAuth library authenticates them
 */
export function waysToAuthenticate(
  client: OauthClient,
  {token_endpoint_auth_methods_supported: supported = []}: AuthorizationServerMetadata,
): ClientAuthentication[] {
  if (PLAIN.test(client.id + client.secret)) return [];
  const takes = (method: string) => supported.length === 0 || supported.includes(method);
  const byBasic = [byHeader(encodedPair(client)), byHeader(plainPair(client))];
  const ways = [
    ...(takes('client_secret_post') ? [byForm(client)] : []),
    ...(takes('client_secret_basic') ? byBasic : []),
  ];
  // A server that names neither is tried nevertheless.
  return ways.length > 0 ? ways : [byForm(client), ...byBasic];
}

const byForm =
  ({id, secret}: OauthClient): ClientAuthentication =>
  (_headers, form) => {
    form.set('client_id', id);
    form.set('client_secret', secret);
  };

const byHeader =
  (pair: string): ClientAuthentication =>
  (headers) =>
    headers.set('Authorization', `Basic ${pair}`);
