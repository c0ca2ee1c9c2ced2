import {defined} from '../../../spec/defined.ts';
import type {Seeding} from '../../chapter.ts';
import type {WorkspaceRow} from '../access/rows.ts';
import {MCP_SCOPE, type ClientRow, type OauthTokenRow} from './rows.ts';

/** Tokens of the role `agent` in a suite world, so that no check waits for the minute of one. */
const AGENT_TOKENS = 4;

/** Adds an access token that never expires. */
function addToken(
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

/** Adds a client that gets tokens with its own secret (grant `client_credentials`). */
function addClient(seeding: Seeding, workspace: string, key: string, secret: string): void {
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

/**
 * The demo world: tokens that are plainly fake and never change, and a client for each workspace.
 */
export function demo(seeding: Seeding): void {
  for (const [workspace, name] of [
    ['ws_harbour', 'harbour'],
    ['ws_lighthouse', 'lighthouse'],
  ] as const) {
    addClient(seeding, workspace, `demo-client-${name}`, `demo-secret-${name}`);
    addToken(
      seeding,
      workspace,
      name === 'harbour' ? 'agent' : 'second-agent',
      [MCP_SCOPE],
      `demo-oauth-${name}`,
      `demo-client-${name}`,
    );
  }
  addToken(
    seeding,
    'ws_harbour',
    'scopeless-agent',
    [],
    'demo-oauth-harbour-scopeless',
    'demo-client-harbour',
  );
}

/** A suite world: tokens for the agents of both workspaces. */
export function suite(seeding: Seeding): void {
  const workspaces = seeding.rows<WorkspaceRow>('workspaces').map(({key}) => key);
  const first = defined(workspaces[0], 'the first workspace of a suite world');
  const second = defined(workspaces[1], 'the second workspace of a suite world');
  const client = seeding.newId('client');
  addClient(seeding, first, client, seeding.newSecret('cs'));
  for (let i = 0; i < AGENT_TOKENS; i++)
    addToken(seeding, first, 'agent', [MCP_SCOPE], seeding.newSecret('at'), client);
  addToken(seeding, second, 'second-agent', [MCP_SCOPE], seeding.newSecret('at'), client);
  addToken(seeding, first, 'scopeless-agent', [], seeding.newSecret('at'), client);
}
