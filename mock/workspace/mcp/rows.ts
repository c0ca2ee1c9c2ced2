import type {Json} from '../../../spec/json.ts';
import type {Row} from '../../world/change.ts';

/** The scope that `/mcp` asks for (Conventions 4). */
export const MCP_SCOPE = 'mcp:use';

/**
 * A client of the authorization server. Its key is the `client_id`; its tenant the workspace that
 * it is for, or '' for any.
 */
export interface ClientRow extends Row {
  secret?: string;
  /** What it was registered with (RFC 7591). */
  metadata: Record<string, Json>;
  role?: string;
}

/**
 * An authorization code, good once; its key is the code, its tenant the workspace that was
 * consented to.
 */
export interface CodeRow extends Row {
  client: string;
  scopes: string[];
  challenge: string;
  redirectUri: string;
  /**
   * The client sent the redirect URI, and so has to send it again with the code (RFC 6749, section
   * 4.1.3).
   */
  redirectSent: boolean;
  /** Epoch milliseconds. */
  expires: number;
}

/** An OAuth token of one workspace. */
export interface OauthTokenRow extends Row {
  secret: string;
  client: string;
  scopes: string[];
  /** Epoch milliseconds; null: never. */
  expires: number | null;
  /** The resource that it is for, where that is another than this world's `/mcp`. */
  audience?: string;
  revoked?: true;
  /**
   * Tokens of one consent: a refresh token that is used or revoked takes its access tokens along.
   */
  grant: string;
  /** What the templates made it for, such as `agent`. */
  role?: string;
}
