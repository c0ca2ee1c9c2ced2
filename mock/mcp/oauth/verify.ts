import {nearest, suggestionOf} from '../../http/nearest.ts';
import {otherWorldTodo} from '../../http/steps/authenticate.ts';
import type {Why} from '../../operation.ts';
import {MCP_SCOPE, type OauthTokenRow} from '../../workspace/mcp/rows.ts';
import {masked, maskedWithLength} from '../../world/secrets.ts';
import type {World} from '../../world/world.ts';
import {sameResource} from './addresses.ts';
import {tokenOf, tokens} from './tables.ts';

/** Why an access token is refused. */
export type TokenCondition =
  | 'no-token'
  | 'unknown-token'
  | 'api-key'
  | 'store-token'
  | 'foreign-audience'
  | 'expired-token'
  | 'revoked-token'
  | 'lacking-scope';

/** A refused token: the condition for the client, the explanation for the journal. */
export interface TokenRefusal {
  condition: TokenCondition;
  why: Why;
}

/** The access token that a request acts with, or why the request has none. */
export type TokenVerdict = {token: OauthTokenRow} | TokenRefusal;

/** A token as it was presented, and what it is judged by. */
export interface PresentedToken {
  world: World;
  /** What stood behind `Bearer`; undefined when nothing did. */
  secret: string | undefined;
  /** URL of the world's `/mcp`, as the client reached it: what a token has to be for. */
  resource: string;
  /** HTTP method of the request. */
  method?: string;
  /** Whether the request goes on with a session; no documented check reads it, a defect may. */
  inSession?: boolean;
  /** Worlds to search for an unknown token, so that the journal can name the one it is of. */
  otherWorlds?: Iterable<World>;
}

/** Judges one property of a token that exists; returns undefined when it is as it should be. */
export type TokenCheck = (
  token: OauthTokenRow,
  presented: PresentedToken,
) => TokenRefusal | undefined;

/**
 * What is checked of a token that exists, in this order (RFC 8707, section 2; RFC 6750, section
 * 3.1; Rule 4).
 */
export const TOKEN_CHECKS: readonly TokenCheck[] = [
  checkAudience,
  checkRevocation,
  checkExpiry,
  checkScope,
];

/** An unknown token is compared with this many known ones, the template's first, to name a typo. */
const MAX_COMPARED = 500;

const HOW_TO_GET_ONE =
  'take one from the start-up table, or ask the authorization server: see WWW-Authenticate';

/** Judges the access token of a request to `/mcp`, by the world's clock. */
export function judgeToken(presented: PresentedToken): TokenVerdict {
  const token = findToken(presented);
  if (!token) return explainUnknown(presented);
  for (const check of TOKEN_CHECKS) {
    const refusal = check(token, presented);
    if (refusal) return refusal;
  }
  return {token};
}

/** The world's access token with the presented secret, valid or not. */
export const findToken = ({world, secret}: PresentedToken): OauthTokenRow | undefined =>
  secret ? tokenOf(world, 'access_tokens', secret) : undefined;

function checkAudience(
  {audience}: OauthTokenRow,
  {resource}: PresentedToken,
): TokenRefusal | undefined {
  if (audience === undefined || sameResource(audience, resource)) return undefined;
  return {
    condition: 'foreign-audience',
    why: {
      expected: `a token for ${resource}`,
      got: `one for ${audience}`,
      todo: 'ask for a token with this resource',
    },
  };
}

function checkRevocation({revoked, secret}: OauthTokenRow): TokenRefusal | undefined {
  if (!revoked) return undefined;
  return {
    condition: 'revoked-token',
    why: {
      expected: 'a token that was not revoked',
      got: `${maskedWithLength(secret)}, revoked`,
      todo: 'let a person consent again',
    },
  };
}

function checkExpiry(
  {expires, secret}: OauthTokenRow,
  {world}: PresentedToken,
): TokenRefusal | undefined {
  if (expires === null || world.now() < expires) return undefined;
  const clock = world.clock.frozen ? 'frozen clock' : 'clock';
  return {
    condition: 'expired-token',
    why: {
      expected: 'a token that has not expired',
      got:
        `${maskedWithLength(secret)}, expired at ${new Date(expires).toISOString()}; ` +
        `it is ${new Date(world.now()).toISOString()} on the world's ${clock}`,
      todo: 'refresh it',
    },
  };
}

function checkScope({scopes}: OauthTokenRow): TokenRefusal | undefined {
  if (scopes.includes(MCP_SCOPE)) return undefined;
  return {
    condition: 'lacking-scope',
    why: {
      expected: `a token with the scope ${MCP_SCOPE}`,
      got: scopes.join(' ') || 'one without any scope',
      todo: `ask for a token with the scope ${MCP_SCOPE}`,
    },
  };
}

/** Names what was presented instead of an access token of this world. */
function explainUnknown({world, secret = '', otherWorlds = []}: PresentedToken): TokenRefusal {
  const expected = `an OAuth access token of world ${world.id}`;
  if (!secret) {
    const todo = `send Authorization: Bearer <access token>; ${HOW_TO_GET_ONE}`;
    return {condition: 'no-token', why: {expected, got: 'none', todo}};
  }
  if (world.table('keys').by('secret', secret, '').length) {
    const todo = `keys are for /api/v1; ${HOW_TO_GET_ONE}`;
    const got = `${masked(secret)}, an API key`;
    return {condition: 'api-key', why: {expected, got, todo}};
  }
  if (world.table('tokens').by('secret', secret, '').length) {
    const got = `${masked(secret)}, a token of the Store Integration API`;
    return {condition: 'store-token', why: {expected, got, todo: HOW_TO_GET_ONE}};
  }
  const why = {expected, ...guessMistake(world, secret, otherWorlds)};
  return {condition: 'unknown-token', why};
}

/** The most probable mistake behind an unknown token. */
function guessMistake(
  world: World,
  secret: string,
  otherWorlds: Iterable<World>,
): Pick<Why, 'got' | 'todo'> {
  if (tokenOf(world, 'refresh_tokens', secret))
    return {
      got: `${masked(secret)}, a refresh token`,
      todo: 'send it to the token endpoint, and the access token that comes back to /mcp',
    };
  for (const other of otherWorlds)
    if (tokenOf(other, 'access_tokens', secret))
      return {
        got: `one of world ${other.id}`,
        todo: otherWorldTodo(world, other),
      };
  const known = tokens(world, 'access_tokens').slice(0, MAX_COMPARED);
  const near = nearest(
    secret,
    known.map((token) => token.secret),
  );
  const got = maskedWithLength(secret);
  if (!near) return {got, todo: HOW_TO_GET_ONE};
  return {got, todo: suggestionOf(near)};
}
