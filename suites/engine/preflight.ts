import type {Specification} from '../../spec/specification.ts';
import {UsageError} from '../../spec/usage-error.ts';
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

/** Seconds that a deployment is left alone after a 429 without `Retry-After`. */
const QUIET = 61;
/** Seconds that a `Retry-After` is waited for at most. */
const LONGEST_QUIET = 90;

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
    const means = {target, environment, specifications, client, clock, pacer, workspaces};
    for (const [role, probes] of Object.entries(PROBES) as [Role, Probe[]][])
      for (const probe of probes) await verify(role, probe, means);
    await agentPreflight(target, specifications, agents, workspaces, {
      environment,
      client,
      pacer,
      patiently: (send) => patiently(send, clock),
    });
  } finally {
    await environment.close();
    await client.close();
  }
}

interface Means {
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
async function verify(role: Role, probe: Probe, means: Means): Promise<void> {
  const {target, environment, specifications, client, clock, pacer, workspaces} = means;
  if (!isOffered(role, probe, target)) return;
  if (probe === WRITE && target.lacks('spend:adds')) return;
  const codec = new Codec(specifications[probe.api].contract, target.profile(probe.api));
  for (const credential of await environment.credentials(role)) {
    const request = requestOf(probe, credential, codec, environment);
    if (!request) continue;
    const reply = await patiently(async () => {
      await pacer.pace(credential.name);
      return client.send(request);
    }, clock);
    judge(role, probe, credential, request, reply);
    const readsAccount = probe.op === ACCOUNT.op && !probe.forbidden;
    const workspace = readsAccount ? workspaceIn(reply, codec) : undefined;
    if (workspace !== undefined) tenancy(role, credential, workspace, workspaces);
  }
}

/** Waits, once, for a limit that is still used up from before: its 429 shows nothing. */
async function patiently<R extends Pick<Reply, 'status' | 'headers'>>(
  send: () => Promise<R>,
  clock: WaitingClock,
): Promise<R> {
  const reply = await send();
  if (reply.status !== 429) return reply;
  const retryAfter = Number(reply.headers['retry-after']);
  const seconds = retryAfter >= 0 ? Math.min(retryAfter + 1, LONGEST_QUIET) : QUIET;
  await clock.sleep(1000 * seconds);
  return send();
}

/** @throws UsageError, Unreachable when the response is not what the role has to be answered */
function judge(role: Role, probe: Probe, {name}: Credential, request: Request, reply: Reply): void {
  const call = `${request.method} ${request.url} with the credential ${name}`;
  const other = notTheDeployment(reply);
  if (other) throw new Unreachable(`${call}: ${other}`);
  const answered = `${call} was answered ${reply.status}`;
  if (reply.status === 429)
    throw new Unreachable(
      `${answered}, even after a quiet minute: its limit is used up, ` +
        'or the deployment answers every request so',
    );
  if (reply.status === 401)
    throw new UsageError(`${answered}: credentials.${role} is not valid there`);
  if (probe.forbidden && reply.status !== 403)
    throw new UsageError(
      `${answered}, where the role ${role} has to be answered 403: ` +
        `credentials.${role} can do more than its role says`,
    );
  if (!probe.forbidden && reply.status === 403)
    throw new UsageError(`${answered}: credentials.${role} can do less than its role says`);
}

/** The name of the workspace in the response to `getAccount`. */
function workspaceIn({status, headers, text}: Reply, codec: Codec): string | undefined {
  if (status !== 200 || !isJson(text)) return undefined;
  return nameOf(codec.decode('getAccount', status, headers, JSON.parse(text)).body);
}
