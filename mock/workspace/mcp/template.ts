import {defined} from '../../../spec/defined.ts';
import type {Seeder} from '../../chapter.ts';
import type {WorkspaceRow} from '../access/rows.ts';
import {MCP_SCOPE, type ClientRow, type OauthTokenRow} from './rows.ts';

/** The number of tokens of the role `agent` in a suite world, so that no check waits for the minute limit of one. */
const AGENT_TOKENS = 4;

/** Adds an access token that never expires. */
function addToken(
  seeder: Seeder,
  token: Pick<OauthTokenRow, 'tenant' | 'role' | 'scopes' | 'secret' | 'client'>,
): void {
  const {tenant, role, scopes, secret, client} = token;
  const row: OauthTokenRow = {
    key: seeder.newId('access'),
    tenant,
    seq: seeder.newSeq(),
    secret,
    client,
    scopes,
    expires: null,
    grant: seeder.newId('grant'),
    role,
  };
  seeder.put('access_tokens', row);
}

/** Adds a client that gets tokens with its own secret (grant `client_credentials`). */
function addClient(seeder: Seeder, workspace: string, key: string, secret: string): void {
  const metadata = {
    client_name: 'Continuous integration',
    grant_types: ['client_credentials'],
    redirect_uris: [],
    scope: MCP_SCOPE,
  };
  const row: ClientRow = {
    key,
    tenant: workspace,
    seq: seeder.newSeq(),
    secret,
    metadata,
    role: 'ci',
  };
  seeder.put('oauth_clients', row);
}

/** The demo world: obviously fake tokens that never change, and a client for each workspace. */
export function demo(seeder: Seeder): void {
  const own = (ofDemo: string): string => seeder.ownCredential(ofDemo);
  for (const [workspace, name] of [
    ['ws_harbour', 'harbour'],
    ['ws_lighthouse', 'lighthouse'],
  ] as const) {
    const client = own(`demo-client-${name}`);
    addClient(seeder, workspace, client, own(`demo-secret-${name}`));
    addToken(seeder, {
      tenant: workspace,
      role: name === 'harbour' ? 'agent' : 'second-agent',
      scopes: [MCP_SCOPE],
      secret: own(`demo-oauth-${name}`),
      client,
    });
  }
  addToken(seeder, {
    tenant: 'ws_harbour',
    role: 'scopeless-agent',
    scopes: [],
    secret: own('demo-oauth-harbour-scopeless'),
    client: own('demo-client-harbour'),
  });
}

/** A suite world: tokens for the agents of both workspaces. */
export function suite(seeder: Seeder): void {
  const workspaces = seeder.rows<WorkspaceRow>('workspaces').map(({key}) => key);
  const first = defined(workspaces[0], 'the first workspace of a suite world');
  const second = defined(workspaces[1], 'the second workspace of a suite world');
  const client = seeder.newId('client');
  addClient(seeder, first, client, seeder.newSecret('cs'));
  const add = (tenant: string, role: string, scopes: string[]): void =>
    addToken(seeder, {tenant, role, scopes, secret: seeder.newSecret('at'), client});
  for (let i = 0; i < AGENT_TOKENS; i++) add(first, 'agent', [MCP_SCOPE]);
  add(second, 'second-agent', [MCP_SCOPE]);
  add(first, 'scopeless-agent', []);
}
