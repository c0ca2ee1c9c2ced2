import type {Law} from '../../spec/law.ts';
import {UsageError} from '../../spec/profile.ts';
import type {Api} from '../../spec/rule.ts';
import type {Role} from '../../spec/step.ts';
import {HttpClient} from '../target/client.ts';
import type {Target, Universe} from '../target/target.ts';

/** A deployment that cannot be judged now: nothing is wrong with its configuration, and nothing is known of its rules. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

/** What a role's credential has to be answered, before anything else is sent: [method, path below the prefix, refused with 403]. */
const PROBES: Partial<Record<Role, {api: Api; method: string; path: string; forbidden: boolean}[]>> = {
  full: [{api: 'workspace', method: 'GET', path: '/account', forbidden: false}],
  'other-key': [{api: 'workspace', method: 'GET', path: '/account', forbidden: false}],
  'second-workspace': [{api: 'workspace', method: 'GET', path: '/account', forbidden: false}],
  'read-only': [
    {api: 'workspace', method: 'GET', path: '/account', forbidden: false},
    {api: 'workspace', method: 'POST', path: '/uploads', forbidden: true},
  ],
  'write-only': [{api: 'workspace', method: 'GET', path: '/account', forbidden: true}],
  'tools-only': [{api: 'workspace', method: 'GET', path: '/account', forbidden: true}],
  admin: [{api: 'store', method: 'GET', path: '/dashboard/users', forbidden: false}],
  'second-admin': [{api: 'store', method: 'GET', path: '/dashboard/users', forbidden: false}],
  'second-store': [{api: 'store', method: 'GET', path: '/dashboard/users', forbidden: false}],
};

/**
 * Verifies the roles of a target: a `read-only` key that can write is a mistake in the configuration, not a failure of
 * the deployment.
 * @throws UsageError for a credential that is not what its role says
 * @throws Unreachable when nothing that could be the deployment answers
 */
export async function preflight(target: Target, laws: Record<Api, Law>): Promise<void> {
  const client = new HttpClient();
  const universe = await target.open('preflight');
  try {
    for (const [role, probes] of Object.entries(PROBES))
      for (const probe of probes) await judge(target, universe, client, laws, role as Role, probe);
  } finally {
    await universe.close();
    await client.close();
  }
}

async function judge(
  target: Target,
  universe: Universe,
  client: HttpClient,
  laws: Record<Api, Law>,
  role: Role,
  probe: {api: Api; method: string; path: string; forbidden: boolean},
): Promise<void> {
  if (target.lacks(`role:${role}`) || target.lacks(`api:${probe.api}`)) return;
  const url = universe.base(probe.api) + laws[probe.api].contract.prefix + probe.path;
  for (const {name, secret} of universe.credentials(role)) {
    const reply = await client.send({
      method: probe.method, url,
      headers: {accept: 'application/json', ...(probe.api === 'workspace' ? {authorization: `Bearer ${secret}`} : {'x-user-token': secret}), ...(probe.method === 'POST' && {'content-type': 'application/json'})},
      ...(probe.method === 'POST' && {body: '{}'}),
    });
    const answered = `${probe.method} ${url} with the credential ${name} was answered`;
    if (reply.status === 0) throw new Unreachable(`${answered} nothing: ${reply.problem}`);
    if (reply.status === 401) throw new UsageError(`${answered} 401: credentials.${role} is not valid there`);
    if (reply.status >= 500 || /html/i.test(reply.headers['content-type'] ?? '') || (reply.status >= 300 && reply.status < 400))
      throw new Unreachable(`${answered} ${reply.status} ${reply.headers['content-type'] ?? ''}: something else than the deployment seems to answer at this address`);
    if (probe.forbidden && reply.status !== 403 && reply.status !== 429)
      throw new UsageError(`${answered} ${reply.status}, where the role ${role} has to be answered 403: credentials.${role} can do more than its role says`);
    if (!probe.forbidden && reply.status === 403)
      throw new UsageError(`${answered} 403: credentials.${role} can do less than its role says`);
  }
}
