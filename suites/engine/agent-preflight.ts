import type {Specification} from '../../spec/specification.ts';
import type {Api} from '../../spec/rule.ts';
import type {Role} from '../../spec/step.ts';
import type {HttpClient} from '../target/client.ts';
import {Codec} from '../target/codec.ts';
import {AGENT_ROLES} from '../target/oauth-client.ts';
import type {Credential, Target, Environment} from '../target/target.ts';
import type {Pacer, WaitingClock} from './pacer.ts';
import {requireRole, sendPatiently} from './role-response.ts';
import {nameOf, tenancy} from './tenancy.ts';
import {callTool, type ToolOutcome} from './tool-calls.ts';
import {ToolSessions} from './tool-sessions.ts';

/** What the verification of agents works with. */
interface AgentServices {
  environment: Environment;
  client: HttpClient;
  /** Waits when a limit is still used up from before. */
  clock: WaitingClock;
  pacer: Pacer;
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
  services: AgentServices,
): Promise<void> {
  if (target.lacks('api:workspace')) return;
  const codec = new Codec(specifications.workspace.contract, target.profile('workspace'));
  for (const role of AGENT_ROLES) {
    if (!agents.has(role) || target.lacks(`role:${role}`)) continue;
    // Tokens are fetched here, so that a refused client is reported before anything is judged.
    const credentials = await services.environment.credentials(role);
    if (role === 'scopeless-agent') continue;
    for (const credential of credentials) {
      const outcome = await sendPatiently(
        () => readAccount(codec, credential, services),
        services.clock,
      );
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
  {environment, client, pacer}: AgentServices,
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

/**
 * A page of HTML shows nothing about the agent: then there is no MCP server at this address.
 * @throws UsageError, Unreachable
 */
function judge(role: Role, credential: Credential, {status, headers, request}: ToolOutcome): void {
  if (/html/i.test(headers['content-type'] ?? '')) return;
  requireRole({role, credential, request, status, forbidden: false});
}
