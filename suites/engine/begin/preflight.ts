import type {Specification} from '../../../spec/specification.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Role} from '../../../spec/step.ts';
import {HttpClient, type Reply} from '../../target/client.ts';
import {Codec} from '../../target/codec.ts';
import type {Target} from '../../target/target.ts';
import {ErasSeen} from '../../target/tool-revisions.ts';
import {Unreachable} from '../../target/unreachable.ts';
import {agentPreflight} from './agent-preflight.ts';
import {concludeRoles, type VerifiedCredential} from './conclude-roles.ts';
import {noteDoubt, type RoleDoubt, type RoleDoubts} from '../judge/role-doubt.ts';
import {servedNeed} from '../plan/needs.ts';
import {RateLimitRetry} from '../send/pacing/rate-limit-retry.ts';
import type {WaitingClock} from '../../../spec/clock.ts';
import type {Pacer} from '../send/pacing/pacer.ts';
import {requireServed} from './preflight-sender.ts';
import {
  ACCOUNT,
  USERS,
  isOffered,
  isRefusalOfDeployment,
  notTheDeployment,
  requestOf,
  type Probe,
} from '../send/probe.ts';
import {abilityOf, everyProbe, FIRST_PROBES, isAllowed} from '../judge/role-probes.ts';
import {deviationOf, requestText, type RoleResponse} from '../judge/role-response.ts';
import {sendPatiently, type Probing, type Verification} from './probing.ts';
import {ShownWorkspaces} from './tenancy.ts';
import {verifyStore} from './verify-store.ts';
import {verifyWorkspace} from './verify-workspace.ts';
import {formOfError} from '../send/wrong-address.ts';

/** The options of the verification of roles. */
export interface PreflightOptions {
  /** Waits if a limit is still used up by earlier requests. */
  clock: WaitingClock;
  /** Counts the requests, which count towards the limits. */
  pacer: Pacer;
  /** The longest wait for one response, in milliseconds. */
  timeout?: number;
  /** The agents that the run needs (`agentsOf`). */
  agents?: ReadonlySet<Role>;
  /** Notes which eras of MCP the server speaks. */
  eras?: ErasSeen;
  /** Ends the verification; nothing was created yet. */
  signal?: AbortSignal;
  /** Called with a sentence about every request that had to be sent again. */
  repeated?: (text: string) => void;
  /** Called at once with a sentence about a request that the deployment did not answer. */
  notice?: ((text: string) => void) | undefined;
}

/**
 * Verifies that the credentials of a target have the abilities of their roles, and belong to their tenants. A
 * credential that can do more than its role breaks a rule, unless it is not of its role: the rule fails, and no
 * other rule uses the credential. If a key deviates at a single operation, the rules find that.
 * @returns the doubtful roles
 * @throws UsageError for an address at which something else than the API answers, and for a main credential that is refused everywhere
 * @throws Unreachable if nothing responds, or something else than the deployment
 */
export async function preflight(
  target: Target,
  specifications: Record<Api, Specification>,
  {clock, pacer, timeout, agents = new Set(), eras = new ErasSeen(), ...more}: PreflightOptions,
): Promise<RoleDoubts> {
  const {repeated, notice, signal} = more;
  const client = new HttpClient(timeout, signal, target.proxies);
  const environment = await target.open('preflight');
  const workspaces = new ShownWorkspaces();
  const rateLimitRetry = new RateLimitRetry(pacer.time, (ms) => !target.lacks(`wait:${ms}`));
  const sender = {environment, client, pacer, rateLimitRetry};
  try {
    const ofTenants = new Map<Role, RoleDoubt>();
    const run = {target, specifications, workspaces, stores: new Map(), clock, repeated, notice};
    const verification = {...run, ...sender, doubts: ofTenants};
    const verified: VerifiedCredential[] = [];
    for (const [role, probes] of Object.entries(FIRST_PROBES) as [Role, Probe[]][])
      verified.push(...(await verifyRole(role, probes, verified, verification)));
    const {workspace, store} = specifications;
    const prefixes = {workspace: workspace.contract.prefix, store: store.contract.prefix};
    const ofRoles = concludeRoles(verified, prefixes, (api) => environment.base(api), target);
    const ofAgents = await agentPreflight(target, specifications, agents, workspaces, sender, eras);
    for (const [role, doubt] of [...ofRoles, ...ofAgents]) noteDoubt(ofTenants, role, doubt);
    return ofTenants;
  } finally {
    await environment.close();
    await client.close();
  }
}

/** Sends the first probes with every credential of a role, and all others with one that deviates. */
async function verifyRole(
  role: Role,
  probes: Probe[],
  earlier: readonly VerifiedCredential[],
  verification: Verification,
): Promise<VerifiedCredential[]> {
  const {target, environment, specifications} = verification;
  const mayAdd = !target.lacks('spend:adds');
  const [{api}] = probes as [Probe];
  if (!isOffered(role, {api, op: ''}, target)) return [];
  const codec = new Codec(specifications[api].contract, target.profile(api));
  const verified: VerifiedCredential[] = [];
  for (const credential of await environment.credentials(role)) {
    const probing = {role, credential, codec, verification};
    const sent = probes.filter(({op}) => mayAdd || codec.operation(op).method === 'GET');
    const one: VerifiedCredential = {
      api,
      role,
      operations: codec.operations,
      responses: await probeAll(sent, probing),
    };
    const known = [...earlier, ...verified].some((other) => isRefusedAlike(one, other));
    if (one.responses.some(deviationOf) && !known) {
      const rest = everyProbe(api, codec, mayAdd).filter(
        ({op}) => !sent.some((probe) => probe.op === op),
      );
      one.responses.push(...(await probeAll(rest, probing)));
    }
    if (role === 'admin' && !one.responses.some(deviationOf))
      one.responses.push(...(await refusedContent(probing)));
    verified.push(one);
  }
  return verified;
}

/**
 * The refusal of an admin who may not manage content (Content upload). It is seen by the deletion of content that does not
 * exist, which is answered 404 otherwise.
 */
async function refusedContent(probing: Probing): Promise<RoleResponse[]> {
  const {codec, verification} = probing;
  const {target, environment} = verification;
  const id = environment.sample('unknown_issue');
  const need = servedNeed('store', codec.operation('deleteIssue'));
  if (id === undefined || target.lacks('spend:changes') || (need && target.lacks(need))) return [];
  const probe: Probe = {api: 'store', op: 'deleteIssue', path: {id: String(id)}};
  const responses = await probeAll([probe], probing);
  return responses.filter((one) => deviationOf(one) === 'less');
}

/** Whether two credentials of an API are refused everywhere in the same way. */
const isRefusedAlike = (one: VerifiedCredential, other: VerifiedCredential): boolean => {
  const [deviation, ...others] = [...one.responses, ...other.responses].map(deviationOf);
  const isTotal = deviation === 'invalid' || deviation === 'absent';
  return isTotal && other.api === one.api && others.every((found) => found === deviation);
};

/** Sends probes; those that only a limit refused are left out. @throws UsageError, Unreachable */
async function probeAll(probes: Probe[], probing: Probing): Promise<RoleResponse[]> {
  const {role, credential, codec, verification} = probing;
  const responses: RoleResponse[] = [];
  for (const probe of probes) {
    const request = requestOf(probe, credential, codec, verification.environment);
    if (!request) continue;
    const reply = await sendPatiently(request, credential, verification);
    const operation = codec.operation(probe.op);
    const ability = abilityOf(operation);
    const allowed = isAllowed(role, operation);
    const {status} = reply;
    const response: RoleResponse = {
      role,
      credential,
      request,
      status,
      isAllowed: allowed,
      ability,
      formOf: formOfError(reply.text),
    };
    requireDeployment(response, reply, codec);
    if (status === 429) continue;
    responses.push(response);
    if (probe.op === ACCOUNT.op && allowed) await verifyWorkspace(reply, probing);
    if (probe.op === USERS.op) await verifyStore(reply, probing);
  }
  return responses;
}

/** @throws Unreachable if something else than the deployment responds, or a quota is used up */
function requireDeployment(response: RoleResponse, reply: Reply, {document}: Codec): void {
  const other = isRefusalOfDeployment(reply, document) ? undefined : notTheDeployment(reply);
  if (other) throw new Unreachable(`${requestText(response)}: ${other}`);
  requireServed({...response, headers: reply.headers});
}
