import type {IssuedCredential} from '../../http/api-interface.ts';
import {nearest} from '../../http/nearest.ts';
import type {Why} from '../../operation.ts';
import {MCP_SCOPE, type OauthTokenRow} from '../../workspace/mcp/rows.ts';
import {shorten} from '../../world/journal.ts';
import type {World} from '../../world/world.ts';
import {sameResource} from './addresses.ts';
import {tokenOf, tokens} from './tables.ts';

/** Why an access token is not taken. */
export type TokenCondition =
  | 'no-token'
  | 'unknown-token'
  | 'api-key'
  | 'store-token'
  | 'foreign-audience'
  | 'expired-token'
  | 'revoked-token'
  | 'lacking-scope';

export type Judged = {token: OauthTokenRow} | {condition: TokenCondition; why: Why};

/** Conditions that a defect does not look at. */
type Skips = Pick<ReadonlySet<string>, 'has'>;

/** Tokens among which a mistyped one is looked for: those of the world's template come first. */
const LOOKED_AT = 500;

const HELP =
  'take one from the start-up table, or ask the authorization server: see WWW-Authenticate';

/**
 * The one judgement of an access token at `/mcp`, by the world's clock (RFC 6750, section 3.1; RFC
 * 8707; Conventions 4).
 * @param secret what stood behind `Bearer`
 * @param skips conditions that are not looked at; where nothing was found then, some agent's token
 * is taken
 * @param resource the world's `/mcp`, as it was reached
 * @param others worlds to look for a token that is unknown here, to name the mistake
 */
export function judgeToken(
  world: World,
  secret: string | undefined,
  skips: Skips,
  resource: string,
  others: Iterable<World> = [],
): Judged {
  const token = secret ? tokenOf(world, 'access_tokens', secret) : undefined;
  if (!token) return withoutToken(world, secret ?? '', skips, others);
  const faults = [
    foreign(token, resource),
    revoked(token),
    expired(world, token),
    scopeless(token),
  ];
  return faults.find((fault) => fault && !skips.has(fault.condition)) ?? {token};
}

type Fault = {condition: TokenCondition; why: Why} | undefined;

const foreign = ({audience}: OauthTokenRow, resource: string): Fault =>
  audience === undefined || sameResource(audience, resource)
    ? undefined
    : {
        condition: 'foreign-audience',
        why: {
          expected: `a token for ${resource}`,
          got: `one for ${audience}`,
          todo: 'ask for a token with this resource',
        },
      };

const revoked = (token: OauthTokenRow): Fault =>
  token.revoked && {
    condition: 'revoked-token',
    why: {
      expected: 'a token that holds',
      got: `${told(token.secret)}, revoked`,
      todo: 'let a person consent again',
    },
  };

function expired(world: World, {expires, secret}: OauthTokenRow): Fault {
  if (expires === null || world.now() < expires) return undefined;
  const got = `${told(secret)}, expired at ${new Date(expires).toISOString()}; it is ${new Date(world.now()).toISOString()} on the world's${world.clock.frozen ? ' frozen' : ''} clock`;
  return {
    condition: 'expired-token',
    why: {expected: 'a token that has not expired', got, todo: 'refresh it'},
  };
}

const scopeless = ({scopes}: OauthTokenRow): Fault =>
  scopes.includes(MCP_SCOPE)
    ? undefined
    : {
        condition: 'lacking-scope',
        why: {
          expected: `a token with the scope ${MCP_SCOPE}`,
          got: scopes.join(' ') || 'one without any scope',
          todo: `ask for a token with the scope ${MCP_SCOPE}`,
        },
      };

/** What was presented is no access token of this world. */
function withoutToken(world: World, secret: string, skips: Skips, others: Iterable<World>): Judged {
  const [condition, why, key] = strange(world, secret, others);
  if (!skips.has(condition)) return {condition, why};
  const token = key ? asToken(key) : agents(world);
  return token ? {token} : {condition, why};
}

function strange(
  world: World,
  secret: string,
  others: Iterable<World>,
): [TokenCondition, Why, IssuedCredential?] {
  const expected = `an OAuth access token of world ${world.id}`;
  if (!secret)
    return [
      'no-token',
      {expected, got: 'none', todo: `send Authorization: Bearer <access token>; ${HELP}`},
    ];
  const [key] = world.table('keys').by('secret', secret, '') as IssuedCredential[];
  if (key)
    return [
      'api-key',
      {expected, got: `${shorten(secret)}, an API key`, todo: `keys are for /api/v1; ${HELP}`},
      key,
    ];
  if (world.table('tokens').by('secret', secret, '').length)
    return [
      'store-token',
      {expected, got: `${shorten(secret)}, a token of the Store Integration API`, todo: HELP},
    ];
  return ['unknown-token', {expected, ...unknown(world, secret, others)}];
}

function unknown(world: World, secret: string, others: Iterable<World>): Pick<Why, 'got' | 'todo'> {
  if (tokenOf(world, 'refresh_tokens', secret))
    return {
      got: `${shorten(secret)}, a refresh token`,
      todo: 'send it to the token endpoint, and what comes back to /mcp',
    };
  for (const other of others)
    if (tokenOf(other, 'access_tokens', secret))
      return {
        got: `one of world ${other.id}`,
        todo: `address that world: /w/${other.id} before the path`,
      };
  const near = nearest(
    secret,
    tokens(world, 'access_tokens')
      .slice(0, LOOKED_AT)
      .map((each) => each.secret),
  );
  return {
    got: told(secret),
    todo: near
      ? `perhaps ${shorten(near.text)} was meant: ${near.distance} characters differ`
      : HELP,
  };
}

const told = (secret: string): string => `${shorten(secret)} (${secret.length} characters)`;

const agents = (world: World): OauthTokenRow | undefined =>
  tokens(world, 'access_tokens').find(
    ({scopes, revoked}) => scopes.includes(MCP_SCOPE) && !revoked,
  );

const asToken = ({key, tenant, seq, secret}: IssuedCredential): OauthTokenRow => ({
  key,
  tenant,
  seq,
  secret,
  client: '',
  scopes: [MCP_SCOPE],
  expires: null,
  grant: key,
});
