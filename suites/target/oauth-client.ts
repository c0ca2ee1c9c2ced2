import type {Role} from '../../spec/step.ts';
import {LOOPBACK} from './loopback.ts';

/**
 * Client credentials, with which the access tokens of a role are fetched (RFC 6749, section 4.4).
 */
export interface OauthClient {
  role: Role;
  id: string;
  secret: string;
  /** Scopes to ask for, with a space between them; empty: for none. */
  scope: string;
  /** Where tokens are given; without it the deployment says so. */
  tokenUrl?: string;
}

/** The scope without which a token opens nothing at the MCP server (Conventions 4). */
export const MCP_SCOPE = 'mcp:use';

/** Roles whose credential is an access token, which may be fetched. */
export const AGENT_ROLES: readonly Role[] = ['agent', 'second-agent', 'scopeless-agent'];

const SCOPES = String.raw`^([\x21\x23-\x5B\x5D-\x7E]+( [\x21\x23-\x5B\x5D-\x7E]+)*)?$`;

/** Client credentials as a configuration has them. @param secret schema of a secret */
export const clientSchema = (secret: {anyOf: object[]}): object => ({
  type: 'object',
  required: ['client_id', 'client_secret'],
  additionalProperties: false,
  properties: {
    client_id: {
      type: ['string', 'object'],
      minLength: 1,
      anyOf: [{type: 'string'}, ...secret.anyOf],
    },
    client_secret: secret,
    token_url: {type: 'string', pattern: '^https?://'},
    scope: {type: 'string', pattern: SCOPES},
  },
});

/** What stands in a configuration, its secrets read. */
export interface ClientSettings {
  client_id: string;
  client_secret: string;
  token_url?: string;
  scope?: string;
}

/** The client of a role; `scopeless-agent` asks for no scope unless one is said. */
export const clientOf = (
  role: Role,
  {client_id: id, client_secret: secret, token_url: tokenUrl, scope}: ClientSettings,
): OauthClient => ({
  role,
  id,
  secret,
  scope: scope ?? (role === 'scopeless-agent' ? '' : MCP_SCOPE),
  ...(tokenUrl !== undefined && {tokenUrl}),
});

/**
 * Whether a client secret may be sent to an address: nobody reads along, or it is the deployment
 * itself, as for every other credential.
 */
export const mayCarrySecret = (url: URL, origin: string): boolean =>
  url.protocol === 'https:' || url.origin === origin || LOOPBACK.test(url.hostname);

/** In what forms the secret of a client leaves. */
export const secretsOf = ({id, secret}: OauthClient): string[] => [
  secret,
  Buffer.from(`${id}:${secret}`).toString('base64'),
];
