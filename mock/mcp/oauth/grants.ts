import type {OAuthTokens} from '@modelcontextprotocol/sdk/shared/auth.js';
import type {OauthTokenRow} from '../../workspace/mcp/rows.ts';
import type {Change} from '../../world/change.ts';
import type {World} from '../../world/world.ts';
import {granted, tokens, type TokenTable} from './tables.ts';

/**
 * Tokens of a kind that a world keeps; the oldest of those that end by themselves make room, many
 * at once.
 */
export const MOST_TOKENS = 10_000;
const ROOM = 1000;

/** What a client was given, by a person or as itself. */
export interface Grant {
  client: string;
  workspace: string;
  scopes: string[];
  grant: string;
  /** A refresh token comes along, with these scopes. */
  refresh?: string[];
}

/**
 * Gives tokens (RFC 6749, section 5.1); they are kept when it resolves.
 * @param also changes of the same commit: what was spent for them
 */
export async function give(
  world: World,
  {client, workspace: tenant, scopes, grant, refresh}: Grant,
  also: Change[] = [],
): Promise<OAuthTokens> {
  const seconds = world.numbers['workspace.mcp.access_token_seconds']!;
  const lasts = (lifetime: number): number => world.now() + lifetime * 1000;
  const access: OauthTokenRow = {
    key: world.ids.id('access'),
    tenant,
    seq: world.newSeq(),
    secret: world.ids.secret('at'),
    client,
    scopes,
    expires: lasts(seconds),
    grant,
  };
  const more: OauthTokenRow | undefined = refresh && {
    ...access,
    key: world.ids.id('refresh'),
    seq: world.newSeq(),
    secret: world.ids.secret('rt'),
    scopes: refresh,
    expires: lasts(world.numbers['workspace.mcp.refresh_token_seconds']!),
  };
  const changes: Change[] = [
    ...also,
    ...room(world, 'access_tokens'),
    ...room(world, 'refresh_tokens'),
    {table: 'access_tokens', put: access},
    ...(more ? [{table: 'refresh_tokens', put: more}] : []),
  ];
  await world.commit({changes, effects: []});
  return {
    access_token: access.secret,
    token_type: 'Bearer',
    expires_in: seconds,
    scope: scopes.join(' '),
    ...(more && {refresh_token: more.secret}),
  };
}

function room(world: World, table: TokenTable): Change[] {
  if (world.table(table).size < MOST_TOKENS) return [];
  return tokens(world, table)
    .filter(({expires}) => expires !== null)
    .slice(0, ROOM)
    .map(({key}) => ({table, del: key}));
}

/** Revokes all tokens of a grant; resolves to whether there was one. */
export async function revokeGrant(world: World, grant: string): Promise<boolean> {
  const rows = (['access_tokens', 'refresh_tokens'] as const).flatMap((table) =>
    granted(world, table, grant).map((row) => ({table, row})),
  );
  const changes = rows
    .filter(({row}) => !row.revoked)
    .map(({table, row}) => ({table, put: revokedOf(row)}));
  if (changes.length) await world.commit({changes, effects: []});
  return rows.length > 0;
}

export const revokedOf = (row: OauthTokenRow): OauthTokenRow => ({...row, revoked: true});

/**
 * The grant of a code: found again when the code is sent a second time, though the code is gone.
 */
export const grantOf = (world: World, code: string): string =>
  `grant_${world.ids.seal('grant', code)}`;
