import type {OAuthTokens} from '@modelcontextprotocol/sdk/shared/auth.js';
import {isObject, parseJson} from '../../spec/json.ts';
import {UsageError} from '../../spec/usage-error.ts';
import {isClientError} from '../../spec/status.ts';
import {waysToAuthenticate, type ClientAuthentication} from './client-authentication.ts';
import {MCP_SCOPE, type OauthClient} from './oauth-client.ts';
import type {OauthTransport} from './oauth-transport.ts';
import type {TokenEndpoint} from './token-endpoint.ts';
import {Unreachable} from './unreachable.ts';

/** An access token of a token response. */
export interface AccessToken {
  token: string;
  /** Its lifetime in seconds; absent when the server does not say. */
  seconds?: number;
}

/** A token that a header can carry, and no longer than servers take one. */
const TOKEN = /^[\x21-\x7E]{1,16000}$/;

/** Error codes that stand for a passing condition of the server: another try may succeed. */
const TEMPORARY_ERRORS = [
  'server_error',
  'temporarily_unavailable',
  'slow_down',
  'too_many_requests',
];

/** What an error code of RFC 6749 (section 5.2) means for the configuration. */
const ADVICE: Record<string, string> = {
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
  endpoint: TokenEndpoint,
  transport: OauthTransport,
): Promise<AccessToken> {
  const response = await tokenResponse(client, endpoint, transport);
  judgeToken(response, transport);
  judgeScope(client, response.scope, transport);
  const {access_token: token, expires_in: seconds} = response;
  return {token, ...(seconds !== undefined && seconds > 0 && {seconds})};
}

/** The first response with a token: a client that is not known may be sent in another way. */
async function tokenResponse(
  client: OauthClient,
  endpoint: TokenEndpoint,
  transport: OauthTransport,
): Promise<OAuthTokens> {
  const [first, ...others] = waysToAuthenticate(client, endpoint.metadata);
  let refused: unknown;
  try {
    return await fetchToken(client, endpoint, transport, first);
  } catch (error) {
    if (!isUnknownClient(transport)) throw error;
    refused = error;
  }
  for (const authenticate of others)
    try {
      return await fetchToken(client, endpoint, transport, authenticate);
    } catch (error) {
      if (!isUnknownClient(transport)) throw error;
    }
  throw refused;
}

async function fetchToken(
  client: OauthClient,
  {server, metadata, resource}: TokenEndpoint,
  transport: OauthTransport,
  authenticate: ClientAuthentication | undefined,
): Promise<OAuthTokens> {
  const library = await import('@modelcontextprotocol/sdk/client/auth.js');
  const provider = await providerOf(client, server);
  try {
    return await library.fetchToken(
      Object.assign(provider, authenticate && {addClientAuthentication: authenticate}),
      server,
      {metadata, resource: new URL(resource), fetchFn: transport.fetch},
    );
  } catch (error) {
    if (error instanceof UsageError || error instanceof Unreachable) throw error;
    throw refusal(transport);
  }
}

/** What the library needs to know of a client. */
async function providerOf({id, secret, scope}: OauthClient, server: string) {
  const {ClientCredentialsProvider} =
    await import('@modelcontextprotocol/sdk/client/auth-extensions.js');
  return new ClientCredentialsProvider({
    clientId: id,
    clientSecret: secret,
    expectedIssuer: server,
    ...(scope && {scope}),
  });
}

/** @throws Unreachable for a token that cannot be sent as a bearer token */
function judgeToken({access_token, token_type}: OAuthTokens, transport: OauthTransport): void {
  if (!TOKEN.test(access_token))
    throw new Unreachable(
      `${transport.describeLast()}, with an access token that no header can carry`,
    );
  if (token_type.toLowerCase() !== 'bearer')
    throw new Unreachable(
      `${transport.describeLast()}, with a token of the type ` +
        `${transport.sanitized(token_type)}, where Bearer is needed`,
    );
}

/**
 * The error for a token request that failed. A client's mistake is what RFC 6749 (section 5.2)
 * calls an error, or a bare 401; anything else is not the response of a token endpoint.
 */
function refusal(transport: OauthTransport): Error {
  const {status, text} = transport.last?.reply ?? {status: 0, text: ''};
  const body = parseJson(text);
  const code = textMember(body, 'error');
  if (body === undefined || !isClientMistake(status, code))
    return new Unreachable(
      `${transport.describeLast()}, which is no access token (RFC 6749, section 5)`,
    );
  const description = textMember(body, 'error_description');
  const details = description === undefined ? '' : ` (${transport.sanitized(description)})`;
  const reported = code === undefined ? '' : `, ${transport.sanitized(code)}${details}`;
  return new UsageError(`${transport.describeLast()}${reported}: ${adviceFor(status, code)}`);
}

/** Whether the latest response says that the client, or its way to authenticate, is not known. */
function isUnknownClient({last}: OauthTransport): boolean {
  const {status, text} = last?.reply ?? {status: 0, text: ''};
  const code = textMember(parseJson(text), 'error');
  return (
    isClientMistake(status, code) &&
    (status === 401 || code === 'invalid_client' || code === 'invalid_request')
  );
}

function isClientMistake(status: number, code: string | undefined): boolean {
  if (code !== undefined && TEMPORARY_ERRORS.includes(code)) return false;
  return isClientError(status) && ![404, 405, 429].includes(status);
}

function adviceFor(status: number, code: string | undefined): string {
  const known = code ?? (status === 401 ? 'invalid_client' : '');
  return ADVICE[known] ?? 'the client is given no token';
}

/** A server that grants other scopes than requested has to say so (RFC 6749, section 5.1). */
function judgeScope(
  {role, scope}: OauthClient,
  granted: string | undefined,
  transport: OauthTransport,
): void {
  if (granted === undefined) return;
  const scopes = granted.split(' ');
  const missing = scope.split(' ').find((one) => one !== '' && !scopes.includes(one));
  if (missing !== undefined)
    throw new UsageError(
      `${transport.field}: the scope ${missing} was requested, and granted was ` +
        `\`${transport.sanitized(granted)}\`; name a \`scope\` that the client may have`,
    );
  if (role === 'scopeless-agent' && scopes.some((one) => one.endsWith(MCP_SCOPE)))
    throw new UsageError(
      `${transport.field}: granted was \`${transport.sanitized(granted)}\`, ` +
        `and this role is to lack ${MCP_SCOPE}; ` +
        'name another `scope`, or give a token that lacks it',
    );
}

/** A member of an object that is a text. */
function textMember(value: unknown, name: string): string | undefined {
  const member = isObject(value) ? value[name] : undefined;
  return typeof member === 'string' ? member : undefined;
}
