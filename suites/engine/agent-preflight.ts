import type {Specification} from '../../spec/specification.ts';
import {UsageError} from '../../spec/usage-error.ts';
import type {Api} from '../../spec/rule.ts';
import type {Role} from '../../spec/step.ts';
import type {HttpClient} from '../target/client.ts';
import {Codec} from '../target/codec.ts';
import {AGENT_ROLES} from '../target/oauth-client.ts';
import type {Credential, Target, Environment} from '../target/target.ts';
import {Unreachable} from '../target/unreachable.ts';
import type {Pacer} from './pacer.ts';
import {nameOf, tenancy} from './tenancy.ts';
import {callTool, type ToolOutcome} from './tool-calls.ts';
import {ToolSessions} from './tool-sessions.ts';

/** What the verification of agents works with. */
interface Means {
  environment: Environment;
  client: HttpClient;
  pacer: Pacer;
  /** Waits once for a limit that is still used up. */
  patiently(send: () => Promise<ToolOutcome>): Promise<ToolOutcome>;
}

/** The tool whose result shows to which workspace an agent belongs. */
const TOOL = 'getAccount';

/**
 * Verifies the agents of a target: each belongs to the workspace that its role says. Whether there
 * is an MCP server at all, and what it refuses, is for the rules to decide: a missing or odd
 * response is no error here.
 * @param agents those that the run needs; nothing is sent for others
 * @param workspaces the workspaces that the keys have shown, by role; those of agents are added
 * @throws UsageError for an agent that is refused, or of another workspace
 * @throws Unreachable when a limit is used up even after a wait
 */
export async function agentPreflight(
  target: Target,
  specifications: Record<Api, Specification>,
  agents: ReadonlySet<Role>,
  workspaces: Map<Role, string>,
  means: Means,
): Promise<void> {
  if (target.lacks('api:workspace')) return;
  const codec = new Codec(specifications.workspace.contract, target.profile('workspace'));
  for (const role of AGENT_ROLES) {
    if (!agents.has(role) || target.lacks(`role:${role}`)) continue;
    // Tokens are fetched here, so that a refused client is reported before anything is judged.
    const credentials = await means.environment.credentials(role);
    if (role === 'scopeless-agent') continue;
    for (const credential of credentials) {
      const outcome = await means.patiently(() => readAccount(codec, credential, means));
      judge(role, credential, outcome);
      const {situations, body} = outcome;
      const workspace = situations.includes('account') ? nameOf(body) : undefined;
      if (workspace !== undefined) tenancy(role, credential, workspace, workspaces);
    }
  }
}

async function readAccount(
  codec: Codec,
  {name, secret}: Credential,
  {environment, client, pacer}: Means,
): Promise<ToolOutcome> {
  const send: HttpClient['send'] = async (request) => {
    await pacer.pace(name);
    return client.send(request);
  };
  const url = `${environment.base('workspace')}/mcp`;
  const server = {url, secret, sessions: new ToolSessions(), send};
  const values = {path: {}, query: {}, headers: {}, body: undefined};
  const outcome = await callTool(server, codec, codec.operation(TOOL), values);
  return 'notCalled' in outcome ? withoutResponse(outcome.notCalled, url) : outcome;
}

const withoutResponse = (reason: string, url: string): ToolOutcome => ({
  status: 0,
  situations: [],
  documented: [],
  headers: {},
  body: undefined,
  wire: undefined,
  problem: {kind: 'protocol', text: reason},
  request: {method: 'POST', url, headers: {}},
});

/** @throws UsageError, Unreachable */
function judge(
  role: Role,
  {name}: Credential,
  {status, headers, request: {method, url}}: ToolOutcome,
): void {
  const answered = `${method} ${url} with the credential ${name} was answered ${status}`;
  if (/html/i.test(headers['content-type'] ?? '')) return;
  if (status === 401) throw new UsageError(`${answered}: credentials.${role} is not valid there`);
  if (status === 403)
    throw new UsageError(`${answered}: credentials.${role} can do less than its role says`);
  if (status === 429)
    throw new Unreachable(
      `${answered}, even after a quiet minute: its limit is used up, ` +
        'or the deployment answers every request so',
    );
}
