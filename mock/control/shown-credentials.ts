/**
 * Tenants and credentials of a world, by the role that its template gave them; empty for those made
 * since.
 */
export interface Credentials {
  workspaces: {id: string; name: string; role: string}[];
  stores: {id: string; name: string; role: string}[];
  keys: ShownKey[];
  tokens: ShownToken[];
  /** OAuth tokens for `/mcp` that hold by the world's clock. */
  access_tokens: ShownAccessToken[];
  /** Clients of a workspace, which get tokens by themselves. */
  oauth_clients: ShownClient[];
}

/** A key of the workspace API. */
export interface ShownKey {
  role: string;
  key: string;
  id: string;
  workspace: string;
  abilities: string[];
}

/** A token of the store API. */
export interface ShownToken {
  role: string;
  token: string;
  id: string;
  store: string;
  /** Id of the user who has it. */
  admin: number;
}

/** An OAuth access token of an agent. */
export interface ShownAccessToken {
  role: string;
  token: string;
  id: string;
  workspace: string;
  scopes: string[];
}

/** An OAuth client with its secret. */
export interface ShownClient {
  role: string;
  client_id: string;
  client_secret: string;
  workspace: string;
}
