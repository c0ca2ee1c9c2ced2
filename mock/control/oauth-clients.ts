import {clients} from '../mcp/oauth/tables.ts';
import {MCP_SCOPE, type ClientRow} from '../workspace/mcp/rows.ts';
import {rowOf, worldOf, type ControlRequest, type Handler} from './handler.ts';

interface CreateOauthClient {
  workspace: string;
  name?: string;
}

/** Clients of the authorization server. */
export const oauthClientOperations: Record<string, Handler> = {
  listOauthClients: (request) => ({
    status: 200,
    body: {oauth_clients: clients(worldOf(request)).map(describe)},
  }),

  async createOauthClient(request: ControlRequest<CreateOauthClient>) {
    const world = worldOf(request);
    const {workspace, name = 'Made by the control plane'} = request.body;
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
    return {status: 201, body: describe(row)};
  },
};

const describe = ({key, secret, tenant, metadata, role = ''}: ClientRow) => ({
  role,
  client_id: key,
  client_secret: secret ?? null,
  workspace: tenant || null,
  name: metadata['client_name'] ?? key,
});
