import {clients, tokens} from '../mcp/oauth/tables.ts';
import {MCP_SCOPE, type ClientRow, type OauthTokenRow} from '../workspace/mcp/rows.ts';
import {shownAccessToken} from './credentials.ts';
import {type ControlRequest, type Handler, rowOf, worldOf} from './handler.ts';
import {Problem} from './problem.ts';

const shown = (asked: ControlRequest, row: OauthTokenRow) => ({
  ...shownAccessToken(row),
  expires_at: row.expires === null ? null : new Date(row.expires).toISOString(),
  audience: row.audience ?? `${asked.url('workspace', worldOf(asked).id)}/mcp`,
  revoked: row.revoked ?? false,
});

/** Changes a token that the path names. */
async function changed(
  asked: ControlRequest,
  change: (row: OauthTokenRow, now: number) => OauthTokenRow,
): Promise<{status: 200; body: unknown}> {
  const world = worldOf(asked);
  const row = change(
    rowOf<OauthTokenRow>(world, 'access_tokens', 'access token', asked.path['id']!),
    world.now(),
  );
  await world.commit({changes: [{table: 'access_tokens', put: row}], effects: []});
  return {status: 200, body: shown(asked, row)};
}

const shownClient = ({key, secret, tenant, metadata, role = ''}: ClientRow) => ({
  role,
  client_id: key,
  client_secret: secret ?? null,
  workspace: tenant || null,
  name: metadata['client_name'] ?? key,
});

export const accessTokenOperations: Record<string, Handler> = {
  listAccessTokens: (asked) => ({
    status: 200,
    body: {access_tokens: tokens(worldOf(asked), 'access_tokens').map((row) => shown(asked, row))},
  }),

  async issueAccessToken(asked) {
    const world = worldOf(asked);
    const {
      workspace,
      scopes = [MCP_SCOPE],
      expires_in_seconds: seconds = world.numbers['workspace.mcp.access_token_seconds'],
      audience,
    } = asked.body;
    const {key: tenant} = rowOf(world, 'workspaces', 'workspace', workspace);
    if (audience !== undefined && !URL.canParse(audience))
      throw new Problem(
        422,
        `body/audience: \`${audience}\` is no URL`,
        'give the address of another resource, or leave it away',
      );
    const row: OauthTokenRow = {
      key: world.ids.id('access'),
      tenant,
      seq: world.newSeq(),
      secret: world.ids.secret('at'),
      client: '',
      scopes,
      expires: seconds === null ? null : world.now() + seconds * 1000,
      ...(audience !== undefined && {audience}),
      grant: world.ids.id('grant'),
    };
    await world.commit({changes: [{table: 'access_tokens', put: row}], effects: []});
    return {status: 201, body: shown(asked, row)};
  },

  expireAccessToken: (asked) =>
    changed(asked, (row, now) => ({...row, expires: Math.min(row.expires ?? now, now)})),

  revokeAccessToken: (asked) => changed(asked, (row) => ({...row, revoked: true})),

  listOauthClients: (asked) => ({
    status: 200,
    body: {oauth_clients: clients(worldOf(asked)).map(shownClient)},
  }),

  async makeOauthClient(asked) {
    const world = worldOf(asked);
    const {workspace, name = 'Made by the control plane'} = asked.body;
    const row: ClientRow = {
      key: world.ids.id('client'),
      tenant: rowOf(world, 'workspaces', 'workspace', workspace).key,
      seq: world.newSeq(),
      secret: world.ids.secret('cs'),
      metadata: {
        client_name: name,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        scope: MCP_SCOPE,
      },
    };
    await world.commit({changes: [{table: 'oauth_clients', put: row}], effects: []});
    return {status: 201, body: shownClient(row)};
  },
};
