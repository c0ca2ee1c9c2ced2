import type {Seeding} from '../../chapter.ts';
import type {WorkspaceRow} from '../access/rows.ts';
import {MCP_SCOPE, type ClientRow, type OauthTokenRow} from './rows.ts';

/** Agents of the suite's first workspace, so that nobody waits for the minute. */
const POOL = 4;

function give(
  seeding: Seeding,
  workspace: string,
  role: string,
  scopes: string[],
  secret: string,
  client: string,
): void {
  const row: OauthTokenRow = {
    key: seeding.newId('access'),
    tenant: workspace,
    seq: seeding.newSeq(),
    secret,
    client,
    scopes,
    expires: null,
    grant: seeding.newId('grant'),
    role,
  };
  seeding.put('access_tokens', row);
}

/** A client that is no person: it asks for tokens with its own secret (client credentials). */
function register(seeding: Seeding, workspace: string, key: string, secret: string): void {
  const metadata = {
    client_name: 'Continuous integration',
    grant_types: ['client_credentials'],
    redirect_uris: [],
    scope: MCP_SCOPE,
  };
  const row: ClientRow = {
    key,
    tenant: workspace,
    seq: seeding.newSeq(),
    secret,
    metadata,
    role: 'ci',
  };
  seeding.put('oauth_clients', row);
}

/** Tokens that are plainly fake and never change, and a client for each workspace. */
export function demo(seeding: Seeding): void {
  for (const [workspace, name] of [
    ['ws_harbour', 'harbour'],
    ['ws_lighthouse', 'lighthouse'],
  ] as const) {
    register(seeding, workspace, `demo-client-${name}`, `demo-secret-${name}`);
    give(
      seeding,
      workspace,
      name === 'harbour' ? 'agent' : 'second-agent',
      [MCP_SCOPE],
      `demo-oauth-${name}`,
      `demo-client-${name}`,
    );
  }
  give(
    seeding,
    'ws_harbour',
    'scopeless-agent',
    [],
    'demo-oauth-harbour-scopeless',
    'demo-client-harbour',
  );
}

/** Tokens for the agents of both workspaces. */
export function suite(seeding: Seeding): void {
  const [first, second] = seeding.rows<WorkspaceRow>('workspaces').map(({key}) => key);
  const client = seeding.newId('client');
  register(seeding, first!, client, seeding.newSecret('cs'));
  for (let i = 0; i < POOL; i++)
    give(seeding, first!, 'agent', [MCP_SCOPE], seeding.newSecret('at'), client);
  give(seeding, second!, 'second-agent', [MCP_SCOPE], seeding.newSecret('at'), client);
  give(seeding, first!, 'scopeless-agent', [], seeding.newSecret('at'), client);
}
