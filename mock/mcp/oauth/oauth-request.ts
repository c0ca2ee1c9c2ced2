import {
  InvalidScopeError,
  InvalidTargetError,
  type OAuthError,
} from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type {Request, Response} from 'express';
import {isUrl} from '../../../spec/url.ts';
import type {Origins} from '../../http/origins.ts';
import type {Why} from '../../operation.ts';
import {MCP_SCOPE} from '../../workspace/mcp/rows.ts';
import type {World} from '../../world/world.ts';
import {ROOT} from '../../world/worlds.ts';
import {addressesOf, sameResource, type Addresses} from './addresses.ts';

/** A request to a world's authorization server, with what the journal will record about it. */
export class OauthRequest {
  readonly world: World;
  readonly addresses: Addresses;
  /** Path of the world on its origin: empty or `/w/<world>`. */
  readonly worldPath: string;
  readonly method: string;
  /** Path below the world, without the query: that may contain secrets. */
  readonly path: string;
  readonly #host: string;
  /** For the journal: what was done, for example `tokens-issued`, or the OAuth error code. */
  situation = 'not-found';
  /** For the journal: why the request was refused. */
  why: Why | undefined;
  /** Whether the client authenticated with `Authorization: Basic`. */
  usesBasic = false;

  constructor(world: World, worldId: string, origins: Origins, request: Request) {
    this.world = world;
    this.addresses = addressesOf(origins, worldId, request);
    this.worldPath = worldId === ROOT ? '' : `/w/${worldId}`;
    this.method = request.method;
    this.path = request.baseUrl + request.path;
    this.#host = request.headers.host ?? '';
  }

  /** Notes for the journal why a request is refused. Returns the error, for the caller to throw. */
  refuse(error: OAuthError, expected: string, got: string, todo: string): OAuthError {
    this.why = {expected, got, todo};
    return error;
  }

  /**
   * The scopes to grant. There is one scope, which is also the default (RFC 6749, section 3.3).
   * @throws InvalidScopeError for any other
   */
  scopesFor(requested: readonly string[] = []): string[] {
    const other = requested.find((scope) => scope !== '' && scope !== MCP_SCOPE);
    if (other === undefined) return [MCP_SCOPE];
    throw this.refuse(
      new InvalidScopeError(`The only scope is ${MCP_SCOPE}.`),
      `the scope ${MCP_SCOPE}`,
      other.slice(0, 100),
      'request that scope, or none',
    );
  }

  /**
   * Checks the resource that tokens are requested for (RFC 8707, section 2): it can only be the
   * world's `/mcp`, by any of the names under which it is reached.
   * @throws InvalidTargetError for another resource
   */
  checkResource(resource: URL | undefined): void {
    if (!resource) return;
    const {resource: ours} = this.addresses;
    const path = `${this.#host}${this.worldPath}/mcp`;
    const names = [ours, `http://${path}`, `https://${path}`];
    const isOurs = names.some(
      (name) => isUrl(name) && sameResource(new URL(name).href, resource.href),
    );
    if (isOurs) return;
    throw this.refuse(
      new InvalidTargetError('The resource is not served here.'),
      ours,
      resource.href.slice(0, 200),
      'send the resource that the protected-resource metadata names',
    );
  }
}

const LOCAL = 'oauthRequest';

/** Attaches the request to its Express response, for the handlers that come after. */
export function attachOauthRequest(response: Response, oauth: OauthRequest): void {
  response.locals[LOCAL] = oauth;
}

/** The request that `attachOauthRequest` attached. */
export function oauthRequestOf(response: Response): OauthRequest {
  const oauth: unknown = response.locals[LOCAL];
  if (oauth instanceof OauthRequest) return oauth;
  throw new Error('the request did not come through the router of the authorization server');
}
