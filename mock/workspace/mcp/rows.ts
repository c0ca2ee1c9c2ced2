import type {Json} from '../../../spec/json.ts';
import type {Row} from '../../world/change.ts';

/** The scope that a token needs for `/mcp` (Rule 4). */
export const MCP_SCOPE = 'mcp:use';

/**
 * A client of the authorization server. Its key is the `client_id`; its tenant is the workspace to which it belongs,
 * or '' for any.
 */
export interface ClientRow extends Row {
  /** Absent for a public client. */
  secret?: string;
  /** Its registration (RFC 7591). */
  metadata: Record<string, Json>;
  /** Set by the templates, for example `ci`. */
  role?: string;
}

/**
 * An authorization code, valid once. Its key is the code; its tenant is the workspace to which the user consented.
 */
export interface CodeRow extends Row {
  /** The `client_id`. */
  client: string;
  scopes: string[];
  /** The `code_challenge` of PKCE (RFC 7636). */
  challenge: string;
  redirectUri: string;
  /**
   * Whether the client sent the redirect URI, and so has to send it again with the code (RFC 6749, section 4.1.3).
   */
  redirectSent: boolean;
  /** Epoch milliseconds. */
  expires: number;
}

/** A consent page that was answered. Its key is the nonce of the ticket. */
export interface DecisionRow extends Row {
  /** The number of the ticket: later tickets have larger ones. */
  ticket: number;
  /** Until when the ticket is valid, in epoch milliseconds. */
  until: number;
}

/** An access or refresh token of one workspace, which is its tenant. */
export interface OauthTokenRow extends Row {
  /** The token itself. */
  secret: string;
  /** The `client_id`. */
  client: string;
  scopes: string[];
  /** Epoch milliseconds; null: never. */
  expires: number | null;
  /** The resource for which it was issued, when that is not the `/mcp` of this world. */
  audience?: string;
  revoked?: true;
  /**
   * The same for all tokens of one consent: when a refresh token is used or revoked, the access
   * tokens of its grant are revoked too.
   */
  grant: string;
  /** Credential role of the templates, for example `agent`; absent for other tokens. */
  role?: string;
}
