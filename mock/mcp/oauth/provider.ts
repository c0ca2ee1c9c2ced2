import {
  AccessDeniedError,
  InvalidGrantError,
  InvalidRequestError,
  InvalidScopeError,
  InvalidTokenError,
} from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type {
  AuthorizationParams,
  OAuthServerProvider,
} from '@modelcontextprotocol/sdk/server/auth/provider.js';
import type {AuthInfo} from '@modelcontextprotocol/sdk/server/auth/types.js';
import type {
  OAuthClientInformationFull,
  OAuthTokenRevocationRequest,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import type {Response} from 'express';
import type {CodeRow, OauthTokenRow} from '../../workspace/mcp/rows.ts';
import {shorten} from '../../world/journal.ts';
import type {OauthRequest} from './oauth-request.ts';
import {choicesOf} from './choices.ts';
import {consentPage, pageHeaders} from './consent-page.ts';
import {give, grantOf, revokedOf, revokeGrant} from './grants.ts';
import {leadsTo, redirectFault} from './redirect-uri.ts';
import {RegisteredClients} from './registered-clients.ts';
import {codeOf, tokenOf} from './tables.ts';
import {sealTicket} from './ticket.ts';
import {judgeToken} from './verify.ts';

const ANEW = 'start again at the authorization endpoint';
/** A SHA-256 in base64url (RFC 7636, section 4.2). */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** What the SDK's handlers ask for, over the tables of the request's world. */
export class WorldProvider implements OAuthServerProvider {
  readonly clientsStore: RegisteredClients;
  readonly #asked: OauthRequest;

  constructor(asked: OauthRequest) {
    this.#asked = asked;
    this.clientsStore = new RegisteredClients(asked);
  }

  /** Shows the consent page; the answer goes on in `consent.ts`. */
  async authorize(
    client: OAuthClientInformationFull,
    {scopes, resource, codeChallenge: challenge, redirectUri, state}: AuthorizationParams,
    response: Response,
  ): Promise<void> {
    const asked = this.#asked;
    const {world} = asked;
    // The SDK compares addresses of this machine by host, path and query alone, for any port is
    // good (RFC 8252, section 7.3).
    const fault = redirectFault(redirectUri);
    if (fault) {
      asked.why = {
        expected: 'a redirect_uri that was registered, but for the port',
        got: `one that ${fault}`,
        todo: 'send the redirect_uri that was registered',
      };
      return void response
        .status(400)
        .json(new InvalidRequestError(`The redirect_uri ${fault}.`).toResponseObject());
    }
    asked.mustBeOurs(resource);
    const granted = asked.scopes(scopes);
    if (!CHALLENGE.test(challenge))
      throw asked.refuse(
        new InvalidRequestError('The code_challenge is no SHA-256 in base64url.'),
        'a code_challenge of 43 characters',
        `${challenge.length} characters`,
        'send BASE64URL(SHA256(code_verifier))',
      );
    const workspaces = choicesOf(world, client.client_id);
    if (!workspaces.length)
      throw asked.refuse(
        new AccessDeniedError('There is no workspace to consent for.'),
        `a workspace in world ${world.id}`,
        'none',
        'use a world with a template, or make a workspace',
      );
    const {query, body} = response.req;
    const redirectSent =
      (response.req.method === 'POST' ? body : query)?.redirect_uri !== undefined;
    const ticket = sealTicket(world, {
      client: client.client_id,
      scopes: granted,
      challenge,
      redirectUri,
      redirectSent,
      ...(state !== undefined && {state}),
    });
    response.set(pageHeaders(redirectUri)).send(
      consentPage({
        client: {id: client.client_id, name: nameOf(client)},
        workspaces,
        leadsTo: leadsTo(redirectUri),
        ticket,
        action: `${asked.below}/oauth/consent`,
        world: world.id,
      }),
    );
  }

  async challengeForAuthorizationCode(
    client: OAuthClientInformationFull,
    code: string,
  ): Promise<string> {
    return (await this.#code(client, code)).challenge;
  }

  async exchangeAuthorizationCode(
    client: OAuthClientInformationFull,
    code: string,
    _verifier?: string,
    redirectUri?: string,
    resource?: URL,
  ): Promise<OAuthTokens> {
    const asked = this.#asked;
    asked.mustBeOurs(resource);
    const row = await this.#code(client, code);
    if (redirectUri === undefined ? row.redirectSent : redirectUri !== row.redirectUri)
      throw asked.refuse(
        new InvalidGrantError('The redirect_uri is not that of the authorization request.'),
        row.redirectUri,
        redirectUri ?? 'none',
        'send the same redirect_uri with the code',
      );
    const refresh = client.grant_types?.includes('refresh_token') ? row.scopes : undefined;
    return give(
      asked.world,
      {
        client: row.client,
        workspace: row.tenant,
        scopes: row.scopes,
        grant: grantOf(asked.world, code),
        ...(refresh && {refresh}),
      },
      [{table: 'oauth_codes', del: row.key}],
    );
  }

  /**
   * A refresh token is good once (OAuth 2.1, section 4.3.1): used again, it is in two hands, and
   * the grant ends.
   */
  async exchangeRefreshToken(
    client: OAuthClientInformationFull,
    secret: string,
    scopes?: string[],
    resource?: URL,
  ): Promise<OAuthTokens> {
    const asked = this.#asked;
    const {world} = asked;
    asked.mustBeOurs(resource);
    const row = this.#refreshToken(client, secret);
    if (row.revoked) {
      await revokeGrant(world, row.grant);
      throw asked.refuse(
        new InvalidGrantError('The refresh token was used or revoked.'),
        'the newest refresh token',
        `${shorten(secret)}, used or revoked before: all tokens of its consent are revoked`,
        ANEW,
      );
    }
    if (row.expires !== null && world.now() >= row.expires)
      throw asked.refuse(
        new InvalidGrantError('The refresh token has expired.'),
        'a refresh token that has not expired',
        `one that expired at ${new Date(row.expires).toISOString()}`,
        ANEW,
      );
    const narrower = scopes?.filter(Boolean) ?? [];
    const wider = narrower.find((scope) => !row.scopes.includes(scope));
    if (wider !== undefined)
      throw asked.refuse(
        new InvalidScopeError('The scope was not granted.'),
        row.scopes.join(' '),
        wider.slice(0, 100),
        'ask for no more than was granted',
      );
    return give(
      world,
      {
        client: row.client,
        workspace: row.tenant,
        scopes: narrower.length ? narrower : row.scopes,
        grant: row.grant,
        refresh: row.scopes,
      },
      [{table: 'refresh_tokens', put: revokedOf(row)}],
    );
  }

  async verifyAccessToken(secret: string): Promise<AuthInfo> {
    const judged = judgeToken(
      this.#asked.world,
      secret,
      new Set<string>(),
      this.#asked.addresses.resource,
    );
    if ('condition' in judged) throw new InvalidTokenError(judged.condition);
    const {
      token: {client, scopes, expires, tenant},
    } = judged;
    return {
      token: secret,
      clientId: client,
      scopes,
      ...(expires !== null && {expiresAt: Math.floor(expires / 1000)}),
      extra: {workspace: tenant},
    };
  }

  /**
   * RFC 7009, section 2: a refresh token takes the tokens of its grant along; an unknown one is
   * answered as a revoked one.
   */
  async revokeToken(
    client: OAuthClientInformationFull,
    {token: secret}: OAuthTokenRevocationRequest,
  ): Promise<void> {
    const asked = this.#asked;
    const {world} = asked;
    const [access, refresh] = [
      tokenOf(world, 'access_tokens', secret),
      tokenOf(world, 'refresh_tokens', secret),
    ];
    const found = access ?? refresh;
    if (!found) return;
    if (found.client !== client.client_id)
      throw this.#anothers(
        new InvalidGrantError('The token was given to another client.'),
        found.client,
        client,
      );
    if (refresh) await revokeGrant(world, refresh.grant);
    else
      await world.commit({changes: [{table: 'access_tokens', put: revokedOf(found)}], effects: []});
  }

  /** A code that holds. Sent a second time, it revokes what it gave (OAuth 2.1, section 4.1.3). */
  async #code(client: OAuthClientInformationFull, code: string): Promise<CodeRow> {
    const asked = this.#asked;
    const {world} = asked;
    const row = codeOf(world, code);
    if (!row) {
      const replayed = await revokeGrant(world, grantOf(world, code));
      const got = replayed
        ? 'a code for the second time: the tokens that it gave are revoked'
        : `${shorten(code)}, unknown here`;
      throw asked.refuse(
        new InvalidGrantError('The code is unknown, used or expired.'),
        'a code that was not used',
        got,
        ANEW,
      );
    }
    if (row.client !== client.client_id)
      throw this.#anothers(
        new InvalidGrantError('The code was given to another client.'),
        row.client,
        client,
      );
    if (world.now() >= row.expires)
      throw asked.refuse(
        new InvalidGrantError('The code is unknown, used or expired.'),
        `a code that is used before ${new Date(row.expires).toISOString()}`,
        `${new Date(world.now()).toISOString()} on the world's clock`,
        ANEW,
      );
    return row;
  }

  #refreshToken(client: OAuthClientInformationFull, secret: string): OauthTokenRow {
    const asked = this.#asked;
    const row = tokenOf(asked.world, 'refresh_tokens', secret);
    if (!row)
      throw asked.refuse(
        new InvalidGrantError('The refresh token is unknown.'),
        `a refresh token of world ${asked.world.id}`,
        `${shorten(secret)} (${secret.length} characters)`,
        ANEW,
      );
    if (row.client !== client.client_id)
      throw this.#anothers(
        new InvalidGrantError('The refresh token was given to another client.'),
        row.client,
        client,
      );
    return row;
  }

  #anothers(error: InvalidGrantError, owner: string, client: OAuthClientInformationFull): Error {
    return this.#asked.refuse(
      error,
      `the client ${owner}`,
      `the client ${client.client_id}`,
      'each client uses what it was given itself',
    );
  }
}

const nameOf = ({client_name: name, client_id: id}: OAuthClientInformationFull): string =>
  name?.trim().slice(0, 100) || id;
