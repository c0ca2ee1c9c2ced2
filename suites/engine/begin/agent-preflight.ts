import type {Specification} from '../../../spec/specification.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Role} from '../../../spec/step.ts';
import type {HttpClient} from '../../target/client.ts';
import {Codec} from '../../target/codec.ts';
import type {ErasSeen} from '../../target/tool-revisions.ts';
import {AGENT_ROLES} from '../../target/oauth-client.ts';
import type {Credential, Target} from '../../target/target.ts';
import {requireServed, type PreflightSender} from './preflight-sender.ts';
import {doubtAbout, NOT_OF_ITS_ROLE, noteDoubt, type RoleDoubt} from '../judge/role-doubt.ts';
import {deviationOf, type RoleResponse} from '../judge/role-response.ts';
import {nameOf, wrongWorkspace, type ShownWorkspaces} from './tenancy.ts';
import {callTool, type ToolOutcome} from '../send/tool-calls.ts';
import {ToolSessions} from '../send/tool-sessions.ts';

/** The operation whose tool shows the workspace of an agent. */
const ACCOUNT = 'getAccount';
/** The operations whose tools are also called if that tool refuses the agent. */
const OTHERS = ['getAccountUsage', 'listPublications'];

/**
 * Verifies that each agent of a target belongs to the workspace of its role. Whether there is an MCP
 * server at all, and what it refuses, is decided by the rules: a missing or unexpected response is no
 * error here.
 * @param agents the agents that the run needs; nothing is sent for others
 * @param workspaces what the accounts of the keys have shown
 * @param eras which eras the MCP server speaks; noted here
 * @returns the doubtful agents: those that every tool refuses, and those of another workspace
 * @throws Unreachable if a quota is used up
 */
export async function agentPreflight(
  target: Target,
  specifications: Record<Api, Specification>,
  agents: ReadonlySet<Role>,
  workspaces: ShownWorkspaces,
  sender: PreflightSender,
  eras: ErasSeen,
): Promise<Map<Role, RoleDoubt>> {
  const doubts = new Map<Role, RoleDoubt>();
  if (target.lacks('api:workspace')) return doubts;
  const codec = new Codec(specifications.workspace.contract, target.profile('workspace'));
  for (const role of AGENT_ROLES) {
    if (!agents.has(role) || target.lacks(`role:${role}`)) continue;
    // Tokens are fetched here, so that a refused client is reported before anything is judged.
    const credentials = await sender.environment.credentials(role);
    for (const credential of credentials) {
      const doubt = await verifyAgent({role, credential, codec, sender, eras}, workspaces);
      if (doubt) noteDoubt(doubts, role, doubt);
    }
  }
  return doubts;
}

/**
 * Calls the tool that shows the workspace of an agent, and other tools if that one refuses it.
 * @returns the doubt about the agent, if there is one
 */
async function verifyAgent(
  agent: Agent,
  workspaces: ShownWorkspaces,
): Promise<RoleDoubt | undefined> {
  const outcome = await callUntilServed(ACCOUNT, agent);
  if (agent.role === 'scopeless-agent') return doubtAboutScope(outcome, agent);
  if (isRefusal(outcome, agent)) return doubtAboutRefused(outcome, agent);
  const workspace = workspaceIn(outcome);
  if (workspace === undefined || workspaces.areContradicted) return undefined;
  const doubt = wrongWorkspace(agent.role, agent.credential, workspace, workspaces.names);
  if (!doubt) return undefined;
  // An agent that is served from one workspace and then from another is of its role: the rules judge that.
  const again = workspaceIn(await callUntilServed(ACCOUNT, agent));
  return again === workspace ? doubt : undefined;
}

/** The doubt about an agent without the scope that every tool serves: it breaks the rule about the scope. */
async function doubtAboutScope(first: ToolOutcome, agent: Agent): Promise<RoleDoubt | undefined> {
  if (workspaceIn(first) === undefined) return undefined;
  for (const op of OTHERS) {
    const {status, problem} = await callUntilServed(op, agent);
    if (status !== 200 || problem) return undefined;
  }
  return {
    kind: 'more',
    rule: 'workspace.mcp.scope-is-needed',
    reason: `every tool serves credentials.${agent.role}: the deployment does not look at the scope, ${NOT_OF_ITS_ROLE}`,
  };
}

/** The workspace that the tool shows; undefined if it shows none. */
const workspaceIn = ({situations, body}: ToolOutcome): string | undefined =>
  situations.includes('account') ? nameOf(body) : undefined;

/** An agent, and the services that verify it. */
interface Agent {
  role: Role;
  credential: Credential;
  codec: Codec;
  sender: PreflightSender;
  /** Which eras the MCP server speaks. */
  eras: ErasSeen;
}

/** Calls the tool of an operation, again after a 429. @throws Unreachable if a quota is used up */
async function callUntilServed(
  op: string,
  {credential, codec, sender, eras}: Agent,
): Promise<ToolOutcome> {
  const {name, secret} = credential;
  const {environment, client, pacer, rateLimitRetry} = sender;
  const send: HttpClient['send'] = async (request) => {
    await pacer.pace(name);
    return client.send(request);
  };
  const url = `${environment.base('workspace')}/mcp`;
  const server = {url, secret, sessions: new ToolSessions(eras), send};
  const values = {path: {}, query: {}, headers: {}, body: undefined};
  const outcome = await rateLimitRetry.send(name, async () => {
    const called = await callTool(server, codec, codec.operation(op), values);
    return 'notCalled' in called ? withoutResponse(called.notCalled, url) : called;
  });
  requireServed({credential, ...outcome});
  return outcome;
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
 * Calls other tools with an agent that one tool refused.
 * @returns the doubt about the agent if every tool refuses it
 */
async function doubtAboutRefused(first: ToolOutcome, agent: Agent): Promise<RoleDoubt | undefined> {
  const responses = [responseOf(first, agent)];
  for (const op of OTHERS) {
    const outcome = await callUntilServed(op, agent);
    if (outcome.status !== 429) responses.push(responseOf(outcome, agent));
  }
  return doubtAbout(agent.role, responses);
}

/** Whether a tool refused an agent. A page of HTML is no refusal: there is no MCP server at this address. */
function isRefusal(outcome: ToolOutcome, agent: Agent): boolean {
  if (/html/i.test(outcome.headers['content-type'] ?? '')) return false;
  const deviation = deviationOf(responseOf(outcome, agent));
  return deviation === 'invalid' || deviation === 'less';
}

const responseOf = ({status, request}: ToolOutcome, {role, credential}: Agent): RoleResponse => ({
  role,
  credential,
  request,
  status,
  isAllowed: true,
});
