import {UsageError} from '../../spec/usage-error.ts';
import type {WaitingClock} from '../../spec/clock.ts';
import {HttpClient} from './client.ts';
import type {Config} from './config.ts';
import type {OauthClient} from './oauth-client.ts';
import {OauthTransport} from './oauth-transport.ts';
import {discoverEndpoint, configuredEndpoint, type TokenEndpoint} from './token-endpoint.ts';
import {requestToken, type AccessToken} from './token-request.ts';
import {Unreachable} from './unreachable.ts';

/** Milliseconds before its expiry in which a token is not used any more. */
const MARGIN_MS = 60_000;

/** Milliseconds after which another token is fetched if the server does not say how long one lives. */
const UNKNOWN_LIFETIME_MS = 5 * MARGIN_MS;

/** A token that was fetched. */
interface CachedToken {
  token: string;
  /** The instant of the fetch, in milliseconds. */
  since: number;
  /** The instant from which another is fetched, in milliseconds. */
  until: number;
  /** The server did not say how long it lives (RFC 6749, section 5.1). */
  hasUnknownLifetime: boolean;
}

/**
 * The access tokens of a deployment's OAuth clients, fetched when they are first needed and again
 * before they expire.
 *
 * The requests for them do not count as requests of the run, as those of the preflight do not: they
 * go to the authorization server, whose limits are not the API's. So the plan announces them in
 * words, and neither its figure nor `--max-requests` counts them.
 */
export class AccessTokens {
  readonly #config: Config;
  readonly #clock: WaitingClock;
  readonly #hardStop: AbortSignal | undefined;
  readonly #cached = new Map<OauthClient, CachedToken>();
  /** Fetches under way, so that several requests share one. */
  readonly #pending = new Map<OauthClient, Promise<CachedToken>>();
  /** The token endpoint that the deployment's metadata names, once it was read. */
  #discovered: TokenEndpoint | undefined;

  /** @param hardStop breaks off what is being sent */
  constructor(config: Config, clock: WaitingClock, hardStop?: AbortSignal) {
    this.#config = config;
    this.#clock = clock;
    this.#hardStop = hardStop;
  }

  /**
   * A token of the client that is valid for a while.
   * @throws UsageError for a client that is refused at its first fetch
   * @throws Unreachable when nobody gives a token
   */
  async of(client: OauthClient): Promise<string> {
    const cached = this.#cached.get(client);
    if (cached && this.#clock.now() < cached.until) return cached.token;
    const pending =
      this.#pending.get(client) ??
      this.#fetch(client, cached).finally(() => this.#pending.delete(client));
    this.#pending.set(client, pending);
    return (await pending).token;
  }

  /**
   * Has a client fetch another token if the present one, which was refused, may have expired: it is
   * some time old, and the server did not say how long it lives.
   * @returns whether another will be fetched
   */
  renewRefused(client: OauthClient): boolean {
    const cached = this.#cached.get(client);
    if (!cached?.hasUnknownLifetime || this.#clock.now() < cached.since + MARGIN_MS) return false;
    cached.until = -Infinity;
    return true;
  }

  /** Has every client fetch another token: the deployment may not know the present ones any more. */
  renew(): void {
    for (const cached of this.#cached.values()) cached.until = -Infinity;
  }

  /** @param earlier the token that the client got before */
  async #fetch(client: OauthClient, earlier: CachedToken | undefined): Promise<CachedToken> {
    const http = new HttpClient(this.#config.timeout, this.#hardStop, this.#config.proxies);
    const since = this.#clock.now();
    try {
      const {token, seconds} = await this.#request(client, http);
      const other = this.#holderOf(token, client);
      if (other)
        throw new UsageError(
          `credentials.${client.role}: the server gave the same token as for \`${other}\`; ` +
            'each role needs its own',
        );
      const hasUnknownLifetime = seconds === undefined;
      const cached = {token, since, until: since + usableTime(seconds), hasUnknownLifetime};
      this.#cached.set(client, cached);
      return cached;
    } catch (error) {
      // What was right before is no mistake of the configuration.
      if (earlier && error instanceof UsageError)
        throw new Unreachable(`no other access token: ${error.message}`);
      throw error;
    } finally {
      await http.close();
    }
  }

  async #request(client: OauthClient, http: HttpClient): Promise<AccessToken> {
    const {
      bases: {workspace = ''},
    } = this.#config;
    const mcp = `${workspace}/mcp`;
    const transport = new OauthTransport(http, client, new URL(client.tokenUrl ?? mcp).origin);
    if (client.tokenUrl !== undefined)
      return requestToken(client, configuredEndpoint(client.tokenUrl, mcp), transport);
    this.#discovered ??= await discoverEndpoint(mcp, transport);
    return requestToken(client, this.#discovered, transport);
  }

  /**
   * The role of another client or credential that has the same token. One token in two roles would
   * make verdicts about tenants and scopes wrong.
   */
  #holderOf(token: string, client: OauthClient): string | undefined {
    for (const [other, cached] of this.#cached)
      if (other !== client && cached.token === token) return other.role;
    const configured = Object.entries(this.#config.credentials);
    return configured.find(([, credentials]) => credentials.includes(token))?.[0];
  }
}

/** How long a token is used that lives for so many seconds, in milliseconds. */
function usableTime(seconds: number | undefined): number {
  if (seconds === undefined) return UNKNOWN_LIFETIME_MS;
  const lifetime = seconds * 1000;
  return lifetime - Math.min(MARGIN_MS, lifetime / 2);
}
