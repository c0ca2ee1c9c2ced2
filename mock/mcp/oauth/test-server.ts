import {auth, type OAuthClientProvider} from '@modelcontextprotocol/sdk/client/auth.js';
import type {
  OAuthClientInformationMixed,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import express from 'express';
import {createMock, type Mock, type MockOptions} from '../../create-mock.ts';
import {listen} from '../../http/listen.ts';
import {Origins} from '../../http/origins.ts';
import {ROOT} from '../../world/worlds.ts';
import type {World} from '../../world/world.ts';
import {routeOf} from '../route.ts';
import {oauthRouter} from './oauth-router.ts';

/**
 * A mock with a suite world `w` and a demo world, and their authorization servers on an origin of
 * its own.
 */
export async function oauthServer(options: MockOptions = {}) {
  const mock: Mock = await createMock({control: false, ...options});
  if (!mock.world('w')) await mock.worlds.create({id: 'w', seed: 5});
  const origins = new Origins(options.publicUrl);
  const app = express();
  app.use((request, response, next) => {
    const place = routeOf(request.url);
    if (!place) return void response.status(404).end();
    response.locals['world'] = mock.worlds.get(place.worldId);
    response.locals['worldId'] = place.worldId;
    request.url = place.path;
    next();
  });
  app.use(oauthRouter({worlds: mock.worlds, origins}));
  const server = await listen(app, undefined, 0, () => ({type: 'text/plain', body: 'unreadable'}));
  origins.ports.workspace = server.port;
  const origin = `http://localhost:${server.port}`;
  const base = (world: string): string => (world === ROOT ? origin : `${origin}/w/${world}`);
  return {
    mock,
    origin,
    base,
    world: (id = 'w'): World => mock.worlds.get(id)!,
    /** Sends a form, as every endpoint for tokens takes it. */
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
 * The answer of a person: fills in the form of a consent page as a browser would, and stops before
 * the client's address.
 */
export async function answer(
  page: Response,
  decision: 'allow' | 'deny',
  over: Record<string, string> = {},
): Promise<Response> {
  const html = await page.text();
  const attribute = (pattern: RegExp): string => pattern.exec(html)?.[1] ?? '';
  const form = {
    ticket: attribute(/name="ticket" value="([^"]*)"/),
    workspace: attribute(/name="workspace" value="([^"]*)"[^>]* checked/),
    decision,
    ...over,
  };
  return fetch(new URL(attribute(/<form [^>]*action="([^"]*)"/), page.url), {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
}

/** A client of the SDK with a person who answers its consent pages. */
export class Person implements OAuthClientProvider {
  readonly redirectUrl: string = 'http://127.0.0.1:53682/callback';
  readonly clientMetadata = {
    client_name: 'Agent <b>& friends</b>',
    redirect_uris: [this.redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
  };
  client: OAuthClientInformationMixed | undefined;
  given: OAuthTokens | undefined;
  verifier = '';
  /** Where the consent page stands. */
  asked: URL | undefined;

  state = (): string => 'state of the "client"';
  clientInformation = (): OAuthClientInformationMixed | undefined => this.client;
  saveClientInformation = (client: OAuthClientInformationMixed): void =>
    void (this.client = client);
  tokens = (): OAuthTokens | undefined => this.given;
  saveTokens = (tokens: OAuthTokens): void => void (this.given = tokens);
  redirectToAuthorization = (url: URL): void => void (this.asked = url);
  saveCodeVerifier = (verifier: string): void => void (this.verifier = verifier);
  codeVerifier = (): string => this.verifier;

  /** What the client gets back from a person who was sent to the consent page. */
  async consented(serverUrl: string, over: Record<string, string> = {}): Promise<URLSearchParams> {
    await auth(this, {serverUrl});
    const back = await answer(await fetch(this.asked!), 'allow', over);
    return new URL(back.headers.get('location')!).searchParams;
  }

  /** From nothing to tokens. */
  async authorized(serverUrl: string, over: Record<string, string> = {}): Promise<OAuthTokens> {
    const said = await this.consented(serverUrl, over);
    await auth(this, {serverUrl, authorizationCode: said.get('code')!});
    return this.given!;
  }
}
