import type {ClientRow, CodeRow, DecisionRow, OauthTokenRow} from '../../workspace/mcp/rows.ts';
import type {World} from '../../world/world.ts';

/** Tables of tokens: access tokens open `/mcp`, refresh tokens are exchanged for new ones. */
export type TokenTable = 'access_tokens' | 'refresh_tokens';

/** A client by its id. */
export const clientOf = (world: World, id: string): ClientRow | undefined =>
  world.table('oauth_clients').get(id) as ClientRow | undefined;

/** All clients of a world, oldest first. */
export const clients = (world: World): ClientRow[] =>
  [...world.table('oauth_clients').all()] as ClientRow[];

/** A row of an authorization code. */
export const codeOf = (world: World, code: string): CodeRow | undefined =>
  world.table('oauth_codes').get(code) as CodeRow | undefined;

/** All authorization codes of a world, oldest first. */
export const codes = (world: World): CodeRow[] =>
  [...world.table('oauth_codes').all()] as CodeRow[];

/** All consent pages of a world that were answered, oldest first. */
export const decisions = (world: World): DecisionRow[] =>
  [...world.table('oauth_decisions').all()] as DecisionRow[];

/** All tokens of a table, oldest first. */
export const tokens = (world: World, table: TokenTable): OauthTokenRow[] =>
  [...world.table(table).all()] as OauthTokenRow[];

/** A token by its secret. */
export function tokenOf(
  world: World,
  table: TokenTable,
  secret: string,
): OauthTokenRow | undefined {
  const [row] = world.table(table).by('secret', secret, '');
  return row as OauthTokenRow | undefined;
}

/** The tokens of one grant, by the grant's id. */
export const tokensOfGrant = (world: World, table: TokenTable, grant: string): OauthTokenRow[] =>
  world.table(table).by('grant', grant, '') as OauthTokenRow[];
