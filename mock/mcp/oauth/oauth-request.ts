import {
  InvalidScopeError,
  InvalidTargetError,
  type OAuthError,
} from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type {Request, Response} from 'express';
import type {Origins} from '../../http/origins.ts';
import type {Why} from '../../operation.ts';
import {MCP_SCOPE} from '../../workspace/mcp/rows.ts';
import type {World} from '../../world/world.ts';
import {ROOT} from '../../world/worlds.ts';
import {addressesOf, sameResource, type Addresses} from './addresses.ts';

/**
 * One request to a world's authorization server: where it came in, and what the journal shall say
 * of it.
 */
export class OauthRequest {
  readonly world: World;
  readonly addresses: Addresses;
  /** Path of the world on its origin: empty or `/w/<world>`. */
  readonly below: string;
  readonly method: string;
  /** Below the world, without the query: secrets may stand in that. */
  readonly path: string;
  readonly #host: string;
  /** What was done, or the error code. */
  situation = 'not-found';
  why: Why | undefined;
  /** Whether the client came with `Authorization: Basic`. */
  basic = false;

  constructor(world: World, worldId: string, origins: Origins, request: Request) {
    this.world = world;
    this.addresses = addressesOf(origins, worldId, request);
    this.below = worldId === ROOT ? '' : `/w/${worldId}`;
    this.method = request.method;
    this.path = request.baseUrl + request.path;
    this.#host = request.headers.host ?? '';
  }

  /** Notes what helps the person at the terminal; gives the error to throw. */
  refuse(error: OAuthError, expected: string, got: string, todo: string): OAuthError {
    this.why = {expected, got, todo};
    return error;
  }

  /**
   * The scopes to grant. None asked for is the only one that there is (RFC 6749, section 3.3).
   * @throws InvalidScopeError for any other
   */
  scopes(asked: readonly string[] = []): string[] {
    const named = asked.filter(Boolean);
    const strange = named.find((scope) => scope !== MCP_SCOPE);
    if (strange !== undefined)
      throw this.refuse(
        new InvalidScopeError(`The only scope is ${MCP_SCOPE}.`),
        `the scope ${MCP_SCOPE}`,
        strange.slice(0, 100),
        'ask for that scope, or for none',
      );
    return [MCP_SCOPE];
  }

  /**
   * Tokens are for the world's `/mcp` alone (RFC 8707, section 2), by whatever name it was reached.
   * @throws InvalidTargetError for another resource
   */
  mustBeOurs(resource: URL | undefined): void {
    const {resource: ours} = this.addresses;
    const names = [
      ours,
      `http://${this.#host}${this.below}/mcp`,
      `https://${this.#host}${this.below}/mcp`,
    ];
    if (
      !resource ||
      names.some((name) => URL.canParse(name) && sameResource(new URL(name).href, resource.href))
    )
      return;
    throw this.refuse(
      new InvalidTargetError('The resource is not served here.'),
      ours,
      resource.href.slice(0, 200),
      'send the resource that the protected-resource metadata names',
    );
  }
}

const KEPT = 'asked';

export const keep = (response: Response, asked: OauthRequest): void =>
  void (response.locals[KEPT] = asked);

export function oauthRequestOf(response: Response): OauthRequest {
  const asked: unknown = response.locals[KEPT];
  if (asked instanceof OauthRequest) return asked;
  throw new Error('no request to the authorization server');
}
