import type {IssuedCredential} from '../http/api-interface.ts';
import type {Plan} from '../http/plan.ts';
import type {McpSteps} from '../mcp/mcp-steps.ts';
import {
  findToken,
  TOKEN_CHECKS,
  type PresentedToken,
  type TokenVerdict,
} from '../mcp/oauth/verify.ts';
import {tokens} from '../mcp/oauth/tables.ts';
import {MCP_SCOPE, type OauthTokenRow} from '../workspace/mcp/rows.ts';
import type {World} from '../world/world.ts';

/** The steps of the MCP server as the defects of a world leave them. */
export const defectiveMcpSteps = (plan: Plan, documented: McpSteps): McpSteps => ({
  servedPath: (path) => plan.path(path),
  authenticate(presented) {
    const secret = acceptedSecret(plan, presented);
    const skips = plan.skipsAtDoor(presented.inSession ?? false);
    return judgeLeniently({...presented, secret}, skips, documented);
  },
  challenge(condition, metadata) {
    const challenge = documented.challenge(condition, metadata);
    return {...challenge, status: plan.statusAtDoor(condition, challenge.status)};
  },
  resume(sessions, request) {
    if (!plan.skipsAtDoor(true).has('foreign-session')) return documented.resume(sessions, request);
    const session = sessions.find(request.world, request.id);
    return session && {session, token: session.token};
  },
  isListed: (operation) => !plan.unlisted().has(operation),
  isCallable: (operation) => !plan.unlisted(true).has(operation),
});

/** The secret that a defect takes the presented one for, or else the presented one. */
function acceptedSecret(
  plan: Plan,
  {world, secret, method = 'POST'}: PresentedToken,
): string | undefined {
  const every = (): Iterable<IssuedCredential> => tokens(world, 'access_tokens');
  return plan.credential(secret, undefined, method, every, 'access_tokens')?.secret ?? secret;
}

/**
 * Judges a token without some of the checks.
 * @param skips conditions that do not refuse the token; a token that does not exist is replaced by
 * one that does
 */
export function judgeLeniently(
  presented: PresentedToken,
  skips: ReadonlySet<string>,
  {authenticate}: Pick<McpSteps, 'authenticate'>,
): TokenVerdict {
  const token = findToken(presented);
  if (token) {
    const refusals = TOKEN_CHECKS.map((check) => check(token, presented));
    return refusals.find((refusal) => refusal && !skips.has(refusal.condition)) ?? {token};
  }
  const verdict = authenticate(presented);
  if ('token' in verdict || !skips.has(verdict.condition)) return verdict;
  const substitute = tokenOfKey(presented) ?? anyAgent(presented.world);
  return substitute ? {token: substitute} : verdict;
}

const anyAgent = (world: World): OauthTokenRow | undefined =>
  tokens(world, 'access_tokens').find(
    ({scopes, revoked}) => scopes.includes(MCP_SCOPE) && !revoked,
  );

/** An API key as if it were an access token of its workspace. */
function tokenOfKey({world, secret = ''}: PresentedToken): OauthTokenRow | undefined {
  const [key] = world.table('keys').by('secret', secret, '') as IssuedCredential[];
  if (!key) return undefined;
  return {
    key: key.key,
    tenant: key.tenant,
    seq: key.seq,
    secret: key.secret,
    client: '',
    scopes: [MCP_SCOPE],
    expires: null,
    grant: key.key,
  };
}
