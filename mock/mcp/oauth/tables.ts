import type {ClientRow, CodeRow, OauthTokenRow} from '../../workspace/mcp/rows.ts';
import type {World} from '../../world/world.ts';

/** Tables of tokens: what `/mcp` takes, and what gives more of it. */
export type TokenTable = 'access_tokens' | 'refresh_tokens';

export const clientOf = (world: World, id: string): ClientRow | undefined =>
  world.table('oauth_clients').get(id) as ClientRow | undefined;

export const clients = (world: World): ClientRow[] =>
  [...world.table('oauth_clients').all()] as ClientRow[];

export const codes = (world: World): CodeRow[] =>
  [...world.table('oauth_codes').all()] as CodeRow[];

export const tokens = (world: World, table: TokenTable): OauthTokenRow[] =>
  [...world.table(table).all()] as OauthTokenRow[];

export const tokenOf = (
  world: World,
  table: TokenTable,
  secret: string,
): OauthTokenRow | undefined =>
  world.table(table).by('secret', secret, '')[0] as OauthTokenRow | undefined;

/** The tokens of one consent. */
export const granted = (world: World, table: TokenTable, grant: string): OauthTokenRow[] =>
  world.table(table).by('grant', grant, '') as OauthTokenRow[];

export const codeOf = (world: World, code: string): CodeRow | undefined =>
  world.table('oauth_codes').get(code) as CodeRow | undefined;
