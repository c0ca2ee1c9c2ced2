import {defined} from '../../spec/defined.ts';
import {isUrl} from '../../spec/url.ts';
import {tokens} from '../mcp/oauth/tables.ts';
import {MCP_SCOPE, type OauthTokenRow} from '../workspace/mcp/rows.ts';
import type {World} from '../world/world.ts';
import {describeAccessToken} from './credentials.ts';
import {
  idOf,
  rowOf,
  worldOf,
  type ControlRequest,
  type ControlResponse,
  type Handler,
} from './handler.ts';
import {Problem} from './problem.ts';

interface IssueAccessToken {
  workspace: string;
  scopes?: string[];
  /** null: the token never expires. */
  expires_in_seconds?: number | null;
  audience?: string;
}

/** OAuth access tokens for `/mcp`. */
export const accessTokenOperations: Record<string, Handler> = {
  listAccessTokens(request) {
    const rows = tokens(worldOf(request), 'access_tokens');
    return {status: 200, body: {access_tokens: rows.map((row) => describe(request, row))}};
  },

  async issueAccessToken(request: ControlRequest<IssueAccessToken>) {
    const world = worldOf(request);
    const {workspace, scopes = [MCP_SCOPE], audience} = request.body;
    const {key: tenant} = rowOf(world, 'workspaces', 'workspace', workspace);
    checkAudience(audience);
    const row: OauthTokenRow = {
      key: world.ids.id('access'),
      tenant,
      seq: world.newSeq(),
      secret: world.ids.secret('at'),
      client: '',
      scopes,
      expires: expiryOf(world, request.body),
      ...(audience !== undefined && {audience}),
      grant: world.ids.id('grant'),
    };
    await world.commit({changes: [{table: 'access_tokens', put: row}], effects: []});
    return {status: 201, body: describe(request, row)};
  },

  expireAccessToken: (request) =>
    change(request, (row, now) => ({...row, expires: Math.min(row.expires ?? now, now)})),

  revokeAccessToken: (request) => change(request, (row) => ({...row, revoked: true})),
};

const describe = (request: ControlRequest, row: OauthTokenRow) => ({
  ...describeAccessToken(row),
  expires_at: row.expires === null ? null : new Date(row.expires).toISOString(),
  audience: row.audience ?? `${request.url('workspace', worldOf(request).id)}/mcp`,
  revoked: row.revoked ?? false,
});

/** Changes the token in the path. */
async function change(
  request: ControlRequest,
  edit: (row: OauthTokenRow, now: number) => OauthTokenRow,
): Promise<ControlResponse> {
  const world = worldOf(request);
  const old = rowOf<OauthTokenRow>(world, 'access_tokens', 'access token', idOf(request));
  const row = edit(old, world.now());
  await world.commit({changes: [{table: 'access_tokens', put: row}], effects: []});
  return {status: 200, body: describe(request, row)};
}

function checkAudience(audience: string | undefined): void {
  if (audience === undefined || isUrl(audience)) return;
  throw new Problem(
    422,
    `body/audience: \`${audience}\` is no URL`,
    'give the URL of another resource, or leave `audience` out',
  );
}

/** Epoch milliseconds, or null for a token that never expires. */
function expiryOf(world: World, {expires_in_seconds: requested}: IssueAccessToken): number | null {
  if (requested === null) return null;
  const lifetime = world.numbers['workspace.mcp.access_token_seconds'];
  const seconds = requested ?? defined(lifetime, 'the lifetime of access tokens');
  return world.now() + seconds * 1000;
}
