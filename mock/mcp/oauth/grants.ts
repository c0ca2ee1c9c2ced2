import type {OAuthTokens} from '@modelcontextprotocol/sdk/shared/auth.js';
import {defined} from '../../../spec/defined.ts';
import type {OauthTokenRow} from '../../workspace/mcp/rows.ts';
import type {Change} from '../../world/change.ts';
import type {World} from '../../world/world.ts';
import {commitGranted} from './commit-granted.ts';
import {tokens, tokensOfGrant, type TokenTable} from './tables.ts';

/** A world keeps this many access tokens, and as many refresh tokens. */
export const MAX_TOKENS = 10_000;

/** So many of the oldest tokens that expire are removed when a table is full. */
const REMOVED_AT_ONCE = 1000;

/** What tokens are issued for: a person's consent, or a client's own credentials. */
export interface Grant {
  /** The client's id. */
  client: string;
  workspace: string;
  scopes: string[];
  /** Id of the grant: tokens of one grant are revoked together. */
  grant: string;
  /** Scopes of a refresh token; absent when none is issued. */
  refreshScopes?: string[];
}

/**
 * Issues an access token, perhaps with a refresh token (RFC 6749, section 5.1). Resolves when they
 * are stored.
 * @param spent changes of the same commit: those of what is exchanged, such as a used code
 */
export async function issueTokens(
  world: World,
  grant: Grant,
  spent: Change[] = [],
): Promise<OAuthTokens> {
  const {scopes, refreshScopes} = grant;
  const seconds = lifetimeOf(world, 'access_token_seconds');
  const access = newToken(world, grant, {kind: 'access', prefix: 'at', scopes, seconds});
  const changes: Change[] = [{table: 'access_tokens', put: access}];
  const response: OAuthTokens = {
    access_token: access.secret,
    token_type: 'Bearer',
    expires_in: seconds,
    scope: scopes.join(' '),
  };
  if (refreshScopes) {
    const refresh = newToken(world, grant, {
      kind: 'refresh',
      prefix: 'rt',
      scopes: refreshScopes,
      seconds: lifetimeOf(world, 'refresh_token_seconds'),
    });
    changes.push({table: 'refresh_tokens', put: refresh});
    response.refresh_token = refresh.secret;
  }
  const removed = [...makeRoom(world, 'access_tokens'), ...makeRoom(world, 'refresh_tokens')];
  await commitGranted(world, [...spent, ...removed, ...changes]);
  return response;
}

function newToken(
  world: World,
  {client, workspace, grant}: Grant,
  token: {kind: string; prefix: string; scopes: string[]; seconds: number},
): OauthTokenRow {
  return {
    key: world.ids.id(token.kind),
    tenant: workspace,
    seq: world.newSeq(),
    secret: world.ids.secret(token.prefix),
    client,
    scopes: token.scopes,
    expires: world.now() + token.seconds * 1000,
    grant,
  };
}

const lifetimeOf = (
  {numbers}: World,
  name: 'access_token_seconds' | 'refresh_token_seconds',
): number => defined(numbers[`workspace.mcp.${name}`], `the number workspace.mcp.${name}`);

function makeRoom(world: World, table: TokenTable): Change[] {
  if (world.table(table).size < MAX_TOKENS) return [];
  return tokens(world, table)
    .filter(({expires}) => expires !== null)
    .slice(0, REMOVED_AT_ONCE)
    .map(({key}) => ({table, del: key}));
}

/** Revokes all tokens of a grant. Resolves to whether the grant had any. */
export async function revokeGrant(world: World, grant: string): Promise<boolean> {
  const tables: TokenTable[] = ['access_tokens', 'refresh_tokens'];
  const found = tables.flatMap((table) =>
    tokensOfGrant(world, table, grant).map((row) => ({table, row})),
  );
  const changes = found
    .filter(({row}) => !row.revoked)
    .map(({table, row}) => ({table, put: revoked(row)}));
  if (changes.length) await commitGranted(world, changes);
  return found.length > 0;
}

/** A token row as it is after its revocation. */
export const revoked = (row: OauthTokenRow): OauthTokenRow => ({...row, revoked: true});

/**
 * Id of the grant that an authorization code stands for. It can be computed again when a used code
 * comes a second time, although the code's row is gone.
 */
export const grantIdOf = (world: World, code: string): string =>
  `grant_${world.ids.seal(['grant', code])}`;
