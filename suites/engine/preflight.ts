import type {Specification} from '../../spec/specification.ts';
import type {Api} from '../../spec/rule.ts';
import type {Role} from '../../spec/step.ts';
import {HttpClient, type Reply, type Request} from '../target/client.ts';
import {Codec} from '../target/codec.ts';
import type {Credential, Target, Environment} from '../target/target.ts';
import {Unreachable} from '../target/unreachable.ts';
import {agentPreflight} from './agent-preflight.ts';
import type {Pacer, WaitingClock} from './pacer.ts';
import {
  ACCOUNT,
  isJson,
  isOffered,
  notTheDeployment,
  requestOf,
  USERS,
  type Probe,
} from './probe.ts';
import {requestText, requireRole, sendPatiently} from './role-response.ts';
import {nameOf, tenancy} from './tenancy.ts';

/** Its body is empty, so it makes nothing even where it is allowed. */
const WRITE: Probe = {api: 'workspace', op: 'createUpload', forbidden: true};

/** The requests that verify each role, before anything else is sent. */
const PROBES: Partial<Record<Role, Probe[]>> = {
  full: [ACCOUNT],
  'other-key': [ACCOUNT],
  'second-workspace': [ACCOUNT],
  'read-only': [ACCOUNT, WRITE],
  'write-only': [{...ACCOUNT, forbidden: true}],
  'tools-only': [{...ACCOUNT, forbidden: true}],
  admin: [USERS],
  'second-admin': [USERS],
  'second-store': [USERS],
};

/** What the verification of roles works with. */
export interface PreflightOptions {
  /** Waits when a limit is still used up from before. */
  clock: WaitingClock;
  /** Counts what is sent, for it counts for the limits. */
  pacer: Pacer;
  /** Milliseconds for one response. */
  timeout?: number;
  /** The agents that the run needs (`agentsOf`). */
  agents?: ReadonlySet<Role>;
}

/**
 * Verifies the roles of a target: a `read-only` key that can write is a mistake in the
 * configuration, not a failure of the deployment.
 * @throws UsageError for a credential that is not what its role says
 * @throws Unreachable when something else than the deployment responds, or nothing
 */
export async function preflight(
  target: Target,
  specifications: Record<Api, Specification>,
  {clock, pacer, timeout, agents = new Set()}: PreflightOptions,
): Promise<void> {
  const client = new HttpClient(timeout);
  const environment = await target.open('preflight');
  const workspaces = new Map<Role, string>();
  try {
    const verification = {target, environment, specifications, client, clock, pacer, workspaces};
    for (const [role, probes] of Object.entries(PROBES) as [Role, Probe[]][])
      for (const probe of probes) await verify(role, probe, verification);
    await agentPreflight(target, specifications, agents, workspaces, {
      environment,
      client,
      clock,
      pacer,
    });
  } finally {
    await environment.close();
    await client.close();
  }
}

/** What the probes are sent with, and what they have shown. */
interface Verification {
  target: Target;
  environment: Environment;
  specifications: Record<Api, Specification>;
  client: HttpClient;
  clock: WaitingClock;
  pacer: Pacer;
  /** The workspaces that credentials have shown, by role. */
  workspaces: Map<Role, string>;
}

/** Sends one probe with every credential of a role. @throws UsageError, Unreachable */
async function verify(role: Role, probe: Probe, verification: Verification): Promise<void> {
  const {target, environment, specifications, client, clock, pacer, workspaces} = verification;
  if (!isOffered(role, probe, target)) return;
  if (probe === WRITE && target.lacks('spend:adds')) return;
  const codec = new Codec(specifications[probe.api].contract, target.profile(probe.api));
  for (const credential of await environment.credentials(role)) {
    const request = requestOf(probe, credential, codec, environment);
    if (!request) continue;
    const reply = await sendPatiently(async () => {
      await pacer.pace(credential.name);
      return client.send(request);
    }, clock);
    judge(role, probe, credential, request, reply);
    const readsAccount = probe.op === ACCOUNT.op && !probe.forbidden;
    const workspace = readsAccount ? workspaceIn(reply, codec) : undefined;
    if (workspace !== undefined) tenancy(role, credential, workspace, workspaces);
  }
}

/** @throws UsageError, Unreachable when the response is not what the role has to be answered */
function judge(role: Role, probe: Probe, credential: Credential, request: Request, reply: Reply) {
  const other = notTheDeployment(reply);
  if (other) throw new Unreachable(`${requestText({credential, request})}: ${other}`);
  const {status} = reply;
  requireRole({role, credential, request, status, forbidden: probe.forbidden});
}

/** The name of the workspace in the response to `getAccount`. */
function workspaceIn({status, headers, text}: Reply, codec: Codec): string | undefined {
  if (status !== 200 || !isJson(text)) return undefined;
  return nameOf(codec.decode('getAccount', status, headers, JSON.parse(text)).body);
}
