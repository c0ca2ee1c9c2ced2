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
import {nameOf, tenancy} from './tenancy.ts';

interface Probe {
  api: Api;
  op: string;
  /** The role has to be answered 403. */
  forbidden: boolean;
}

const ACCOUNT: Probe = {api: 'workspace', op: 'getAccount', forbidden: false};
const USERS: Probe = {api: 'store', op: 'listUsers', forbidden: false};
/** Its body is empty, so it makes nothing even where it is allowed. */
const WRITE: Probe = {api: 'workspace', op: 'createUpload', forbidden: true};

/** What a role's credential has to be answered, before anything else is sent. */
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

/** Seconds that a deployment that answers 429 is left alone, and at most when it says how long. */
const QUIET = 61;
const LONGEST_QUIET = 90;

/**
 * Verifies the roles of a target: a `read-only` key that can write is a mistake in the
 * configuration, not a failure of the deployment.
 * @param clock waits when a limit is still used up from before
 * @param pacer counts what is sent, for it counts for the limits
 * @param timeout milliseconds for one answer
 * @param agents those that the run needs (`agentsOf`)
 * @throws UsageError for a credential that is not what its role says
 * @throws Unreachable when nothing that could be the deployment answers
 */
export async function preflight(
  target: Target,
  specifications: Record<Api, Specification>,
  {
    clock,
    pacer,
    timeout,
    agents = new Set(),
  }: {clock: WaitingClock; pacer: Pacer; timeout?: number; agents?: ReadonlySet<Role>},
): Promise<void> {
  const client = new HttpClient(timeout);
  const environment = await target.open('preflight');
  const workspaces = new Map<Role, string>();
  try {
    for (const [role, probes] of Object.entries(PROBES) as [Role, Probe[]][])
      for (const probe of probes) {
        if (target.lacks(`role:${role}`) || target.lacks(`api:${probe.api}`)) continue;
        if (probe === WRITE && target.lacks('spend:adds')) continue;
        for (const credential of await environment.credentials(role)) {
          const request = requestOf(target, environment, specifications, probe, credential);
          if (!request) continue;
          const send = async (): Promise<Reply> => {
            await pacer.pace(credential.name);
            return client.send(request);
          };
          const reply = await patiently(send, clock);
          judge(role, probe, credential, request, reply);
          const workspace =
            probe.op === 'getAccount' &&
            !probe.forbidden &&
            workspaceOf(target, specifications, reply);
          if (workspace) tenancy(role, credential, workspace, workspaces);
        }
      }
    await agentPreflight(target, specifications, agents, workspaces, {
      environment: environment,
      client,
      pacer,
      patiently: (send) => patiently(send, clock),
    });
  } finally {
    await environment.close();
    await client.close();
  }
}

/**
 * Asks a deployment that stopped answering whether it is there.
 * @returns why it seems not to be, or undefined
 */
export async function silence(
  target: Target,
  environment: Environment,
  client: HttpClient,
  specifications: Record<Api, Specification>,
): Promise<string | undefined> {
  for (const [role, probe] of [
    ['full', ACCOUNT],
    ['admin', USERS],
  ] as const) {
    const [credential] =
      target.lacks(`role:${role}`) || target.lacks(`api:${probe.api}`)
        ? []
        : await environment.credentials(role);
    const request = credential && requestOf(target, environment, specifications, probe, credential);
    if (!credential || !request) continue;
    const reply = await client.send(request);
    if (reply.status === 429) return 'it answers 429';
    return strangerIn(reply);
  }
  return undefined;
}

function requestOf(
  target: Target,
  environment: Environment,
  specifications: Record<Api, Specification>,
  {api, op}: Probe,
  {secret}: Credential,
): Request | undefined {
  const codec = new Codec(specifications[api].contract, target.profile(api));
  const path = codec.path(op, {});
  if (path === undefined) return undefined;
  const {method} = codec.operation(op);
  const credential: Record<string, string> =
    api === 'workspace' ? {authorization: `Bearer ${secret}`} : {'x-user-token': secret};
  const headers = {accept: 'application/json', ...credential};
  return {
    method,
    url: environment.base(api) + path,
    ...(method === 'POST'
      ? {headers: {...headers, 'content-type': 'application/json'}, body: '{}'}
      : {headers}),
  };
}

/** A limit that is still used up from before says nothing: it is waited for, once. */
async function patiently<R extends Pick<Reply, 'status' | 'headers'>>(
  send: () => Promise<R>,
  clock: WaitingClock,
): Promise<R> {
  const reply = await send();
  if (reply.status !== 429) return reply;
  const said = Number(reply.headers['retry-after']);
  await clock.sleep(1000 * (said >= 0 ? Math.min(said + 1, LONGEST_QUIET) : QUIET));
  return send();
}

function judge(role: Role, probe: Probe, {name}: Credential, request: Request, reply: Reply): void {
  const asked = `${request.method} ${request.url} with the credential ${name}`;
  const stranger = strangerIn(reply);
  if (stranger) throw new Unreachable(`${asked}: ${stranger}`);
  const answered = `${asked} was answered ${reply.status}`;
  if (reply.status === 429)
    throw new Unreachable(
      `${answered}, even after a quiet minute: its limit is used up, or it answers so to everything`,
    );
  if (reply.status === 401)
    throw new UsageError(`${answered}: credentials.${role} is not valid there`);
  if (probe.forbidden && reply.status !== 403)
    throw new UsageError(
      `${answered}, where the role ${role} has to be answered 403: credentials.${role} can do more than its role says`,
    );
  if (!probe.forbidden && reply.status === 403)
    throw new UsageError(`${answered}: credentials.${role} can do less than its role says`);
}

/** What tells that something else than the deployment gave this answer, or that none came. */
function strangerIn(reply: Reply): string | undefined {
  const type = reply.headers['content-type'] ?? '';
  if (reply.status === 0) return `no answer: ${reply.problem}`;
  if (reply.status >= 300 && reply.status < 400)
    return `answered ${reply.status} to ${reply.headers.location ?? 'nowhere'}: redirects are not followed, give the address of the deployment itself as base_url`;
  if (
    reply.status >= 500 ||
    /html/i.test(type) ||
    (reply.text !== '' && !/json/i.test(type) && !isJson(reply.text))
  )
    return `answered ${reply.status} ${type || 'without a type'}: something else than the deployment seems to answer at this address`;
  return undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function workspaceOf(
  target: Target,
  specifications: Record<Api, Specification>,
  reply: Reply,
): string | undefined {
  if (reply.status !== 200 || !isJson(reply.text)) return undefined;
  const codec = new Codec(specifications.workspace.contract, target.profile('workspace'));
  return nameOf(
    codec.decode('getAccount', reply.status, reply.headers, JSON.parse(reply.text)).body,
  );
}
