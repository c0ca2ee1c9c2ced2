import {isObject} from '../../spec/json.ts';
import {UsageError} from '../../spec/profile.ts';
import {MCP_SCOPE, type OauthClient} from './oauth-client.ts';
import type {OauthTransport} from './oauth-transport.ts';
import type {TokenEndpoint} from './token-endpoint.ts';
import {Unreachable} from './unreachable.ts';

/** An access token as it was given. */
export interface AccessToken {
  token: string;
  /** For how many seconds; absent when the server does not say. */
  seconds?: number;
}

/** A token that a header can carry, and no longer than servers take one. */
const TOKEN = /^[\x21-\x7E]{1,16000}$/;

/** Errors of RFC 6749 that another try may mend. */
const PASSING = ['server_error', 'temporarily_unavailable', 'slow_down', 'too_many_requests'];

const TODO: Record<string, string> = {
  invalid_client: '`client_id` or `client_secret` is not valid there',
  unauthorized_client: 'the client may not fetch tokens in its own name',
  unsupported_grant_type: 'tokens are not given for client credentials there: give a token instead',
  invalid_scope: 'name another `scope`',
};

/**
 * Fetches an access token in a client's own name (RFC 6749, section 4.4).
 * @throws UsageError when the client is refused, or gets other scopes than its role has
 * @throws Unreachable when nothing comes that is a token
 */
export async function requestToken(
  client: OauthClient,
  {server, metadata, resource}: TokenEndpoint,
  wire: OauthTransport,
): Promise<AccessToken> {
  const {fetchToken} = await import('@modelcontextprotocol/sdk/client/auth.js');
  const {ClientCredentialsProvider} =
    await import('@modelcontextprotocol/sdk/client/auth-extensions.js');
  const {id: clientId, secret: clientSecret, scope} = client;
  const provider = new ClientCredentialsProvider({
    clientId,
    clientSecret,
    expectedIssuer: server,
    ...(scope && {scope}),
  });
  // Servers differ on how Basic encodes other characters; a form has one way.
  const byForm = {
    ...provider.clientInformation(),
    token_endpoint_auth_method: 'client_secret_post',
  };
  if (/[^\w.~-]/.test(clientId + clientSecret)) provider.saveClientInformation(byForm);
  const given = await fetchToken(provider, server, {
    metadata,
    resource: new URL(resource),
    fetchFn: wire.fetch,
  }).catch((error: unknown) => {
    throw error instanceof UsageError || error instanceof Unreachable ? error : refusal(wire);
  });
  if (!TOKEN.test(given.access_token))
    throw new Unreachable(`${wire.describeLast()}, with an access token that no header can carry`);
  if (given.token_type.toLowerCase() !== 'bearer')
    throw new Unreachable(
      `${wire.describeLast()}, with a token of the type ${wire.sanitized(given.token_type)}, where Bearer is needed`,
    );
  judgeScope(client, given.scope, wire);
  const {expires_in: seconds} = given;
  return {token: given.access_token, ...(seconds !== undefined && seconds > 0 && {seconds})};
}

/**
 * A client's mistake is what RFC 6749 (section 5.2) calls an error, or a bare 401; anything else is
 * no answer of a token endpoint.
 */
function refusal(wire: OauthTransport): Error {
  const {status, text} = wire.last?.reply ?? {status: 0, text: ''};
  const said = json(text);
  const code = isObject(said) && typeof said.error === 'string' ? said.error : undefined;
  if (
    status < 400 ||
    status === 404 ||
    status === 405 ||
    status === 429 ||
    status >= 500 ||
    said === undefined ||
    (code !== undefined && PASSING.includes(code))
  )
    return new Unreachable(
      `${wire.describeLast()}, which is no access token (RFC 6749, section 5)`,
    );
  const more =
    isObject(said) && typeof said.error_description === 'string'
      ? ` (${wire.sanitized(said.error_description)})`
      : '';
  return new UsageError(
    `${wire.describeLast()}${code === undefined ? '' : `, ${wire.sanitized(code)}${more}`}: ${TODO[code ?? (status === 401 ? 'invalid_client' : '')] ?? 'the client is given no token'}`,
  );
}

/** Whoever grants other scopes than were asked for has to say so (RFC 6749, section 5.1). */
function judgeScope(
  {role, scope}: OauthClient,
  said: string | undefined,
  wire: OauthTransport,
): void {
  if (said === undefined) return;
  const granted = said.split(' ');
  const missing = scope
    .split(' ')
    .filter(Boolean)
    .find((one) => !granted.includes(one));
  if (missing !== undefined)
    throw new UsageError(
      `${wire.field}: the scope ${missing} was asked for, and granted was \`${wire.sanitized(said)}\`; name a \`scope\` that the client may have`,
    );
  if (role === 'scopeless-agent' && granted.some((one) => one.endsWith(MCP_SCOPE)))
    throw new UsageError(
      `${wire.field}: granted was \`${wire.sanitized(said)}\`, and this role is to lack ${MCP_SCOPE}; name another \`scope\`, or give a token that lacks it`,
    );
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
