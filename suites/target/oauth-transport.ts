import {UsageError} from '../../spec/profile.ts';
import type {HttpClient, Reply} from './client.ts';
import {secretsOf, type OauthClient} from './oauth-client.ts';
import {Unreachable} from './unreachable.ts';

/** A request for metadata or a token, and what came back. */
export interface OauthRequest {
  method: string;
  url: string;
  reply: Reply;
}

/**
 * What the protocol's library sends by: the suite's own client. Redirects look like an answer
 * without an address, so none is followed, and nothing goes to another origin than the one that is
 * named here.
 */
export class OauthTransport {
  readonly #http: HttpClient;
  readonly #client: OauthClient;
  readonly #origin: string;
  /** The latest. */
  last: OauthRequest | undefined;

  /**
   * @param origin the deployment's own, or that of the `token_url` which the configuration names
   */
  constructor(http: HttpClient, client: OauthClient, origin: string) {
    this.#http = http;
    this.#client = client;
    this.#origin = origin;
  }

  /** @throws UsageError for another origin, Unreachable when no answer comes */
  readonly fetch = async (to: string | URL, init?: RequestInit): Promise<Response> => {
    const {origin, href: url} = new URL(to);
    if (origin !== this.#origin)
      throw new UsageError(
        `${this.field}: the deployment leads to ${this.sanitized(url)} for tokens, and nothing is sent to another origin than ${this.#origin}: if the client secret may go there, name the token endpoint as \`token_url\``,
      );
    const method = init?.method ?? 'GET';
    const reply = await this.#http.send({
      method,
      url,
      headers: Object.fromEntries(new Headers(init?.headers)),
      ...(init?.body != null && {body: String(init.body)}),
    });
    this.last = {method, url, reply};
    if (reply.status === 0) throw new Unreachable(`${this.describeLast()}`);
    const {location: _unfollowed, ...headers} = reply.headers;
    const bare = [204, 205, 304].includes(reply.status);
    return new Response(bare ? null : reply.text, {status: reply.status, headers});
  };

  /** The field of the configuration that a complaint is about. */
  get field(): string {
    return `credentials.${this.#client.role}`;
  }

  /**
   * What was asked last and what came, without secrets: a body is not shown, for a token may stand
   * in it.
   */
  describeLast(): string {
    if (!this.last) return `${this.field}: nothing was asked`;
    const {method, url, reply} = this.last;
    const came =
      reply.status === 0
        ? `no answer: ${reply.problem}`
        : `was answered ${reply.status} ${reply.headers['content-type'] ?? 'without a type'}`;
    const led =
      reply.status >= 300 && reply.status < 400
        ? ` to ${reply.headers.location ?? 'nowhere'}: redirects are not followed`
        : '';
    return this.sanitized(`${this.field}: ${method} ${url} ${came}${led}`, 600);
  }

  /** A server's words in one line, without the secret that it was sent. */
  sanitized(words: string, most = 200): string {
    const plain = secretsOf(this.#client).reduce(
      (text, secret) =>
        text.replaceAll(secret, 'REDACTED').replaceAll(encodeURIComponent(secret), 'REDACTED'),
      words,
    );
    return plain.replaceAll(/[^\x20-\x7E]+/g, ' ').slice(0, most);
  }
}
