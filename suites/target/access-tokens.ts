import {UsageError} from '../../spec/profile.ts';
import type {WaitingClock} from '../engine/pacer.ts';
import {HttpClient} from './client.ts';
import type {Config} from './config.ts';
import type {OauthClient} from './oauth-client.ts';
import {OauthTransport} from './oauth-transport.ts';
import {discoverEndpoint, configuredEndpoint, type TokenEndpoint} from './token-endpoint.ts';
import {requestToken} from './token-request.ts';
import {Unreachable} from './unreachable.ts';

/** Milliseconds before its end in which a token is not used any more. */
const MARGIN = 60_000;

interface Held {
  token: string;
  /** From then on another is fetched. */
  until: number;
}

/**
 * The access tokens that a deployment's clients are given, fetched when they are first needed and
 * again before they end.
 *
 * The requests for them are none of the run's, as those of the preflight are not: they go to the
 * authorization server, whose limits are not the API's, so the plan announces them in words, and
 * neither its figure nor `--max-requests` counts them.
 */
export class AccessTokens {
  readonly #config: Config;
  readonly #clock: WaitingClock;
  readonly #held = new Map<OauthClient, Held>();
  readonly #coming = new Map<OauthClient, Promise<Held>>();
  /** What the deployment said of where tokens are given. */
  #discovered: TokenEndpoint | undefined;

  constructor(config: Config, clock: WaitingClock) {
    this.#config = config;
    this.#clock = clock;
  }

  /**
   * A token of the client that is good for a while.
   * @throws UsageError for a client that is refused when it first comes
   * @throws Unreachable when nobody gives a token
   */
  async of(client: OauthClient): Promise<string> {
    const held = this.#held.get(client);
    if (held && this.#clock.now() < held.until) return held.token;
    const coming =
      this.#coming.get(client) ??
      this.#fetched(client, held !== undefined).finally(() => this.#coming.delete(client));
    this.#coming.set(client, coming);
    return (await coming).token;
  }

  async #fetched(client: OauthClient, again: boolean): Promise<Held> {
    const http = new HttpClient(this.#config.timeout);
    const since = this.#clock.now();
    try {
      const {token, seconds = Infinity} = await this.#requested(client, http);
      const other = this.#holderOf(token, client);
      if (other)
        throw new UsageError(
          `credentials.${client.role}: the same token as that of \`${other}\` was given; each role has its own`,
        );
      const lasts = seconds * 1000;
      const held = {token, until: since + lasts - Math.min(MARGIN, lasts / 2)};
      this.#held.set(client, held);
      return held;
    } catch (error) {
      // What was right before is no mistake of the configuration.
      throw again && error instanceof UsageError
        ? new Unreachable(`no other access token: ${error.message}`)
        : error;
    } finally {
      await http.close();
    }
  }

  async #requested(client: OauthClient, http: HttpClient) {
    const {
      bases: {workspace = ''},
    } = this.#config;
    const mcp = `${workspace}/mcp`;
    const wire = new OauthTransport(http, client, new URL(client.tokenUrl ?? mcp).origin);
    if (client.tokenUrl !== undefined)
      return requestToken(client, configuredEndpoint(client.tokenUrl, mcp), wire);
    this.#discovered ??= await discoverEndpoint(mcp, wire);
    return requestToken(client, this.#discovered, wire);
  }

  /**
   * Who else has a token; one in two roles would make judgements about tenants and scopes wrong.
   */
  #holderOf(token: string, client: OauthClient): string | undefined {
    for (const [other, held] of this.#held)
      if (other !== client && held.token === token) return other.role;
    return Object.entries(this.#config.credentials).find(([, all]) => all.includes(token))?.[0];
  }
}
