import {clients, tokens as tokensIn} from '../mcp/oauth/tables.ts';
import type {StoreRow, TokenRow} from '../store/access/rows.ts';
import type {KeyRow, WorkspaceRow} from '../workspace/access/rows.ts';
import type {ClientRow, OauthTokenRow} from '../workspace/mcp/rows.ts';
import type {World} from '../world/world.ts';
import type {
  Credentials,
  DescribedAccessToken,
  DescribedClient,
  DescribedKey,
  DescribedToken,
} from './shown-credentials.ts';

/** A workspace key in the form of the control plane: with its secret and its abilities. */
export const describeKey = (row: KeyRow): DescribedKey => ({
  role: row.role ?? '',
  key: row.secret,
  id: row.key,
  workspace: row.tenant,
  abilities: row.abilities,
});

/** A token of a store in the form of the control plane: with its secret and its admin. */
export const describeToken = (row: TokenRow): DescribedToken => ({
  role: row.role ?? '',
  token: row.secret,
  id: row.key,
  store: row.tenant,
  admin: row.admin,
});

/** An OAuth access token in the form of the control plane: with its secret and its scopes. */
export const describeAccessToken = (row: OauthTokenRow): DescribedAccessToken => ({
  role: row.role ?? '',
  token: row.secret,
  id: row.key,
  workspace: row.tenant,
  scopes: row.scopes,
});

/** The current tenants and credentials of a world. */
export function credentials(world: World): Credentials {
  const keys = ([...world.table('keys').all()] as KeyRow[]).map(describeKey);
  const tokens = ([...world.table('tokens').all()] as TokenRow[]).map(describeToken);
  const workspaces = [...world.table('workspaces').all()] as WorkspaceRow[];
  const stores = [...world.table('stores').all()] as StoreRow[];
  return {
    workspaces: workspaces.map(({key: id, name}) => {
      const role = keys.find(({workspace}) => workspace === id)?.role ?? '';
      return {id, name, role};
    }),
    stores: stores.map(({key: id, name}) => {
      const role = tokens.find(({store}) => store === id)?.role ?? '';
      return {id, name, role};
    }),
    keys,
    tokens,
    access_tokens: validAccessTokens(world).map(describeAccessToken),
    oauth_clients: clients(world).flatMap(describeClient),
  };
}

const validAccessTokens = (world: World): OauthTokenRow[] =>
  tokensIn(world, 'access_tokens').filter(
    ({revoked, expires}) => !revoked && (expires === null || world.now() < expires),
  );

/** A client that has a secret and a workspace, as a list of one; an empty list for any other client. */
function describeClient({role = '', key, secret, tenant}: ClientRow): DescribedClient[] {
  if (secret === undefined || !tenant) return [];
  return [{role, client_id: key, client_secret: secret, workspace: tenant}];
}

/** The secrets of keys and tokens by role, for example `full` and `admin`: the first one of each role. */
export function secretsByRole(world: World): Record<string, string> {
  const {keys, tokens} = credentials(world);
  const pairs = [
    ...keys.map(({role, key}): [string, string] => [role, key]),
    ...tokens.map(({role, token}): [string, string] => [role, token]),
  ];
  return Object.fromEntries(pairs.toReversed());
}
