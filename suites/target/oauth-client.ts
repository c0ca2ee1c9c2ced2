import type {Role} from '../../spec/step.ts';
import {LOOPBACK} from './loopback.ts';

/**
 * Client credentials, with which the access tokens of a role are fetched (RFC 6749, section 4.4).
 */
export interface OauthClient {
  role: Role;
  id: string;
  secret: string;
  /** Scopes to request, with a space between them; empty for none. */
  scope: string;
  /** The token endpoint; without it the deployment's metadata names it. */
  tokenUrl?: string;
}

/** The scope that the MCP server requires of every token (Rule 4). */
export const MCP_SCOPE = 'mcp:use';

/** Roles whose credential is an access token, which may be fetched. */
export const AGENT_ROLES: readonly Role[] = ['agent', 'second-agent', 'scopeless-agent'];

/** Client credentials of a configuration, after their secrets were read. */
export interface ClientSettings {
  client_id: string;
  client_secret: string;
  token_url?: string;
  scope?: string;
}

/** The client of a role; `scopeless-agent` requests no scope unless the configuration names one. */
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
 * Whether a client secret may be sent to an address: over TLS, on this machine, or to the origin of
 * the deployment, which gets every other credential too.
 */
export const mayCarrySecret = (url: URL, origin: string): boolean =>
  url.protocol === 'https:' || url.origin === origin || LOOPBACK.test(url.hostname);

/** The forms in which a client's secret is sent: as it is, and within HTTP Basic. */
export const secretsOf = (client: OauthClient): string[] => [
  client.secret,
  formEncoded(client.secret),
  plainPair(client),
  encodedPair(client),
];

/** Id and secret of HTTP Basic as RFC 6749 (section 2.3.1) joins them: both are encoded first. */
export const encodedPair = ({id, secret}: OauthClient): string =>
  base64(`${formEncoded(id)}:${formEncoded(secret)}`);

/** Id and secret of HTTP Basic as servers read them that do not decode them. */
export const plainPair = ({id, secret}: OauthClient): string => base64(`${id}:${secret}`);

/** A text as `application/x-www-form-urlencoded` writes it. */
const formEncoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

const base64 = (text: string): string => Buffer.from(text).toString('base64');
