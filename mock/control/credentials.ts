import type {StoreRow, TokenRow} from '../store/access/rows.ts';
import {clients, tokens as tokensIn} from '../mcp/oauth/tables.ts';
import type {KeyRow, WorkspaceRow} from '../workspace/access/rows.ts';
import type {OauthTokenRow} from '../workspace/mcp/rows.ts';
import type {World} from '../world/world.ts';
import type {Credentials, ShownAccessToken, ShownKey, ShownToken} from './shown-credentials.ts';

export const shownKey = ({role = '', secret, key, tenant, abilities}: KeyRow): ShownKey => ({
  role,
  key: secret,
  id: key,
  workspace: tenant,
  abilities,
});

export const shownToken = ({role = '', secret, key, tenant, admin}: TokenRow): ShownToken => ({
  role,
  token: secret,
  id: key,
  store: tenant,
  admin,
});

export const shownAccessToken = ({
  role = '',
  secret,
  key,
  tenant,
  scopes,
}: OauthTokenRow): ShownAccessToken => ({
  role,
  token: secret,
  id: key,
  workspace: tenant,
  scopes,
});

/** All that a client needs to present himself to a world. */
export function credentials(world: World): Credentials {
  const keys = ([...world.table('keys').all()] as KeyRow[]).map(shownKey);
  const tokens = ([...world.table('tokens').all()] as TokenRow[]).map(shownToken);
  return {
    workspaces: ([...world.table('workspaces').all()] as WorkspaceRow[]).map(({key, name}) => ({
      id: key,
      name,
      role: keys.find(({workspace}) => workspace === key)?.role ?? '',
    })),
    stores: ([...world.table('stores').all()] as StoreRow[]).map(({key, name}) => ({
      id: key,
      name,
      role: tokens.find(({store}) => store === key)?.role ?? '',
    })),
    keys,
    tokens,
    access_tokens: tokensIn(world, 'access_tokens')
      .filter(({revoked, expires}) => !revoked && (expires === null || world.now() < expires))
      .map(shownAccessToken),
    oauth_clients: clients(world).flatMap(({role = '', key, secret, tenant}) =>
      secret !== undefined && tenant
        ? [{role, client_id: key, client_secret: secret, workspace: tenant}]
        : [],
    ),
  };
}
