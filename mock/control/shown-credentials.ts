/**
 * Tenants and credentials of a world. Each has its role in the world's template, for example `read-only`. The role is
 * empty for those that were created later.
 */
export interface Credentials {
  workspaces: DescribedTenant[];
  stores: DescribedTenant[];
  keys: DescribedKey[];
  tokens: DescribedToken[];
  /** OAuth access tokens for `/mcp` that are valid now, by the world's clock. */
  access_tokens: DescribedAccessToken[];
  /** OAuth clients of a workspace, which get tokens with their own secret. */
  oauth_clients: DescribedClient[];
}

/** A workspace or store. */
export interface DescribedTenant {
  id: string;
  name: string;
  role: string;
}

/** An API key of a workspace. */
export interface DescribedKey {
  role: string;
  /** The secret. */
  key: string;
  id: string;
  workspace: string;
  abilities: string[];
}

/** A token of a store. */
export interface DescribedToken {
  role: string;
  /** The secret. */
  token: string;
  id: string;
  store: string;
  /** Id of the user to whom the token belongs. */
  admin: number;
}

/** An OAuth access token. */
export interface DescribedAccessToken {
  role: string;
  /** The secret. */
  token: string;
  id: string;
  workspace: string;
  scopes: string[];
}

/** An OAuth client of a workspace. */
export interface DescribedClient {
  role: string;
  client_id: string;
  client_secret: string;
  workspace: string;
}
