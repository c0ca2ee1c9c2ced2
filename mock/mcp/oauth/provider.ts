import {InvalidTokenError} from '@modelcontextprotocol/sdk/server/auth/errors.js';
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
import {requestConsent} from './authorization-request.ts';
import {exchangeCode, findCode} from './code-exchange.ts';
import type {OauthRequest} from './oauth-request.ts';
import {exchangeRefreshToken} from './refresh-exchange.ts';
import {RegisteredClients} from './registered-clients.ts';
import {revokeToken} from './revocation.ts';
import {judgeToken} from './verify.ts';

/**
 * What the SDK's handlers call, for one request, over the tables of the request's world. An
 * authorization goes the way of `authorization-request.ts`, `consent.ts`, `code-exchange.ts` and
 * `refresh-exchange.ts`.
 */
export class WorldProvider implements OAuthServerProvider {
  readonly clientsStore: RegisteredClients;
  readonly #oauth: OauthRequest;

  constructor(oauth: OauthRequest) {
    this.#oauth = oauth;
    this.clientsStore = new RegisteredClients(oauth);
  }

  async authorize(
    client: OAuthClientInformationFull,
    parameters: AuthorizationParams,
    response: Response,
  ): Promise<void> {
    requestConsent(this.#oauth, client, parameters, response);
  }

  async challengeForAuthorizationCode(
    client: OAuthClientInformationFull,
    code: string,
  ): Promise<string> {
    const {challenge} = await findCode(this.#oauth, client, code);
    return challenge;
  }

  exchangeAuthorizationCode(
    client: OAuthClientInformationFull,
    code: string,
    _verifier?: string,
    redirectUri?: string,
    resource?: URL,
  ): Promise<OAuthTokens> {
    return exchangeCode(this.#oauth, client, {code, redirectUri, resource});
  }

  exchangeRefreshToken(
    client: OAuthClientInformationFull,
    secret: string,
    scopes?: string[],
    resource?: URL,
  ): Promise<OAuthTokens> {
    return exchangeRefreshToken(this.#oauth, client, {secret, scopes, resource});
  }

  async verifyAccessToken(secret: string): Promise<AuthInfo> {
    const {world, addresses} = this.#oauth;
    const verdict = judgeToken({world, secret, resource: addresses.resource});
    if ('condition' in verdict) throw new InvalidTokenError(verdict.condition);
    const {client, scopes, expires, tenant} = verdict.token;
    return {
      token: secret,
      clientId: client,
      scopes,
      ...(expires !== null && {expiresAt: Math.floor(expires / 1000)}),
      extra: {workspace: tenant},
    };
  }

  revokeToken(
    client: OAuthClientInformationFull,
    {token}: OAuthTokenRevocationRequest,
  ): Promise<void> {
    return revokeToken(this.#oauth, client, token);
  }
}
