import type {Defect} from '../../defect.ts';
import type {IssuedCredential} from '../../http/api-interface.ts';
import type {McpSteps} from '../../mcp/mcp-steps.ts';
import {
  findToken,
  TOKEN_CHECKS,
  type PresentedToken,
  type TokenVerdict,
} from '../../mcp/oauth/verify.ts';
import {tokens} from '../../mcp/oauth/tables.ts';
import {MCP_SCOPE, type OauthTokenRow} from '../../workspace/mcp/rows.ts';
import type {World} from '../../world/world.ts';
import {CredentialDefects} from './credentials.ts';
import {servedPath} from './route.ts';
import {ofSeam} from './select.ts';

/** The id by which defects name the requests of a session in `in`, as if they were an operation. */
const SESSION = 'session';

/** Changes the steps of the MCP server according to the defects of a world. */
export function defectiveMcpSteps(defects: readonly Defect[], documented: McpSteps): McpSteps {
  const credentials = new CredentialDefects(defects, 'access_tokens');
  const hidden = unlisted(defects, () => true);
  const gone = unlisted(defects, (defect) => defect.gone === true);
  return {
    servedPath: (path) => servedPath(defects, path),
    authenticate(presented) {
      const secret = acceptedSecret(credentials, presented);
      const skips = skippedConditions(defects, presented.inSession ?? false);
      return judgeLeniently({...presented, secret}, skips, documented);
    },
    challenge(condition, metadata) {
      const challenge = documented.challenge(condition, metadata);
      const changed = ofSeam(defects, 'refusal').find(
        (defect) => defect.situation === condition && !defect.in,
      );
      return {...challenge, status: changed?.as.status ?? challenge.status};
    },
    resume(sessions, request) {
      if (!skippedConditions(defects, true).has('foreign-session'))
        return documented.resume(sessions, request);
      const session = sessions.find(request.world, request.id);
      return session && {session, token: session.token};
    },
    isListed: (operation) => !hidden.has(operation),
    isCallable: (operation) => !gone.has(operation),
    isAnswered: (id) => !ofSeam(defects, 'unanswered').some(({ids}) => KINDS_OF_IDS[ids](id)),
    resultOf(operation, response) {
      const result = documented.resultOf(operation, response);
      const changed = ofSeam(defects, 'text').find((defect) => defect.in.includes(operation));
      if (!changed || result.isError) return result;
      const text = JSON.stringify({
        ...(result.structuredContent as object),
        [changed.member]: changed.set,
      });
      return {...result, content: [{type: 'text', text}]};
    },
  };
}

/** The ids of each kind that a server may forget to answer. */
const KINDS_OF_IDS = {
  zero: (id: unknown): boolean => id === 0,
  text: (id: unknown): boolean => typeof id === 'string',
  long: (id: unknown): boolean => typeof id === 'number' && id >= 2 ** 32,
};

/** Operations whose tools are hidden (seam `unlisted`). */
const unlisted = (
  defects: readonly Defect[],
  isMeant: (defect: {gone?: true}) => boolean,
): ReadonlySet<string> =>
  new Set(
    ofSeam(defects, 'unlisted')
      .filter(isMeant)
      .flatMap((defect) => defect.in),
  );

/** Conditions that refuse no token: of every request, or only of those in a session. */
const skippedConditions = (defects: readonly Defect[], inSession: boolean): ReadonlySet<string> =>
  new Set(
    ofSeam(defects, 'skip')
      .filter((defect) => !defect.in || (inSession && defect.in.includes(SESSION)))
      .map((defect) => defect.situation),
  );

/** The secret that a defect accepts instead of the presented one, or else the presented one. */
function acceptedSecret(
  credentials: CredentialDefects,
  {world, secret, method = 'POST'}: PresentedToken,
): string | undefined {
  const every = (): Iterable<IssuedCredential> => tokens(world, 'access_tokens');
  return credentials.credentialOf({secret, method, found: undefined, every})?.secret ?? secret;
}

/**
 * Checks a token without some of the checks.
 * @param skips conditions that do not refuse the token; a token that does not exist is replaced by one that does
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

/** Treats an API key as an access token of its workspace. */
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
