import {auth, type OAuthClientProvider} from '@modelcontextprotocol/sdk/client/auth.js';
import type {
  OAuthClientInformationMixed,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import express from 'express';
import {defined} from '../../../spec/defined.ts';
import {createMock, type Mock, type MockOptions} from '../../create-mock.ts';
import {listen} from '../../http/listen.ts';
import {Origins} from '../../http/origins.ts';
import {ROOT} from '../../world/worlds.ts';
import type {World} from '../../world/world.ts';
import {routeOf} from '../route.ts';
import {oauthRouter} from './oauth-router.ts';

/**
 * Starts the authorization servers of a mock without the rest of its interface. The mock has two
 * worlds: the root world from the template `demo`, and the world `w` from the template `suite`.
 */
export async function oauthServer(options: MockOptions = {}) {
  const mock: Mock = await createMock({control: false, ...options});
  if (!mock.world('w')) await mock.worlds.create({id: 'w', seed: 5});
  const origins = new Origins(options);
  const app = express();
  app.use((request, response, next) => {
    const route = routeOf(request.url);
    if (!route) return void response.status(404).end();
    response.locals['world'] = mock.worlds.get(route.worldId);
    response.locals['worldId'] = route.worldId;
    request.url = route.path;
    next();
  });
  app.use(oauthRouter({worlds: mock.worlds, origins}));
  const anyFreePort = 0;
  const unreadable = () => ({type: 'text/plain', body: 'unreadable'});
  const server = await listen(app, undefined, anyFreePort, unreadable);
  origins.ports.workspace = server.port;
  const origin = `http://localhost:${server.port}`;
  const base = (world: string): string => (world === ROOT ? origin : `${origin}/w/${world}`);
  return {
    mock,
    origin,
    base,
    world: (id = 'w'): World => defined(mock.worlds.get(id), `the world ${id}`),
    /** Sends a form to an endpoint of world `w`. */
    form: (
      path: string,
      form: Record<string, string>,
      headers: Record<string, string> = {},
    ): Promise<Response> =>
      fetch(base('w') + path, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers,
        redirect: 'manual',
      }),
    close: async (): Promise<void> => {
      await server.close();
      await mock.close();
    },
  };
}

export type OauthServer = Awaited<ReturnType<typeof oauthServer>>;

/**
 * Answers a consent page as a person with a browser would: submits its form. The redirect to the
 * client is returned, not followed.
 * @param overrides other values for fields of the form
 */
export async function answer(
  page: Response,
  decision: 'allow' | 'deny',
  overrides: Record<string, string> = {},
): Promise<Response> {
  const html = await page.text();
  const attribute = (pattern: RegExp): string => pattern.exec(html)?.[1] ?? '';
  const form = {
    ticket: attribute(/name="ticket" value="([^"]*)"/),
    workspace: attribute(/name="workspace" value="([^"]*)"[^>]* checked/),
    decision,
    ...overrides,
  };
  return fetch(new URL(attribute(/<form [^>]*action="([^"]*)"/), page.url), {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
}

/**
 * An OAuth client of the SDK, together with the person who allows it everything on the consent
 * page. Its texts have characters that pages and URLs have to escape.
 */
export class PersonsClient implements OAuthClientProvider {
  readonly redirectUrl: string = 'http://127.0.0.1:53682/callback';
  readonly clientMetadata = {
    client_name: 'Agent <b>& friends</b>',
    redirect_uris: [this.redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
  };
  client: OAuthClientInformationMixed | undefined;
  /** What the token endpoint gave the client. */
  issued: OAuthTokens | undefined;
  verifier = '';
  /** URL of the consent page to which the client has sent the person. */
  consentPage: URL | undefined;

  state = (): string => 'state of the "client"';
  clientInformation = (): OAuthClientInformationMixed | undefined => this.client;
  saveClientInformation = (client: OAuthClientInformationMixed): void =>
    void (this.client = client);
  tokens = (): OAuthTokens | undefined => this.issued;
  saveTokens = (tokens: OAuthTokens): void => void (this.issued = tokens);
  redirectToAuthorization = (url: URL): void => void (this.consentPage = url);
  saveCodeVerifier = (verifier: string): void => void (this.verifier = verifier);
  codeVerifier = (): string => this.verifier;

  /**
   * Registers the client and gives consent.
   * @returns the parameters that the redirect gives the client, for example `code` and `state`
   */
  async consented(
    serverUrl: string,
    overrides: Record<string, string> = {},
  ): Promise<URLSearchParams> {
    await auth(this, {serverUrl});
    const page = await fetch(defined(this.consentPage, 'the URL of the consent page'));
    const redirect = await answer(page, 'allow', overrides);
    const location = defined(redirect.headers.get('location'), 'the redirect to the client');
    return new URL(location).searchParams;
  }

  /** Registers the client, gives consent, and exchanges the code for tokens. */
  async authorized(
    serverUrl: string,
    overrides: Record<string, string> = {},
  ): Promise<OAuthTokens> {
    const parameters = await this.consented(serverUrl, overrides);
    const authorizationCode = defined(parameters.get('code'), 'the code');
    await auth(this, {serverUrl, authorizationCode});
    return defined(this.issued, 'the tokens');
  }
}
