import {UsageError} from '../../spec/usage-error.ts';
import {isRedirect} from '../../spec/status.ts';
import type {HttpClient, Reply} from './client.ts';
import {secretsOf, type OauthClient} from './oauth-client.ts';
import {Unreachable} from './unreachable.ts';

/** A request for metadata or a token, and its response. */
export interface OauthRequest {
  method: string;
  url: string;
  reply: Reply;
}

/** Characters of a description of a request and its response, at most. */
const MAX_DESCRIPTION_CHARS = 600;

/**
 * The `fetch` of the OAuth library, by the suite's own HTTP client. Redirects are handed over
 * without their address, so none is followed, and nothing is sent to another origin than the one
 * that is named here.
 */
export class OauthTransport {
  readonly #http: HttpClient;
  readonly #client: OauthClient;
  readonly #origin: string;
  /** The latest request. */
  last: OauthRequest | undefined;

  /**
   * @param origin the deployment's own, or that of the `token_url` which the configuration names
   */
  constructor(http: HttpClient, client: OauthClient, origin: string) {
    this.#http = http;
    this.#client = client;
    this.#origin = origin;
  }

  /** @throws UsageError for another origin, Unreachable when no response comes */
  readonly fetch = async (address: string | URL, init?: RequestInit): Promise<Response> => {
    const {origin, href: url} = new URL(address);
    if (origin !== this.#origin)
      throw new UsageError(
        `${this.field}: the deployment leads to ${this.sanitized(url)} for tokens, ` +
          `and nothing is sent to another origin than ${this.#origin}: ` +
          'if the client secret may go there, name the token endpoint as `token_url`',
      );
    const method = init?.method ?? 'GET';
    const reply = await this.#http.send({
      method,
      url,
      headers: Object.fromEntries(new Headers(init?.headers)),
      ...(init?.body != null && {body: String(init.body)}),
    });
    this.last = {method, url, reply};
    if (reply.status === 0) throw new Unreachable(this.describeLast());
    const {location: _unfollowed, ...headers} = reply.headers;
    const hasNoBody = [204, 205, 304].includes(reply.status);
    return new Response(hasNoBody ? null : reply.text, {status: reply.status, headers});
  };

  /** The field of the configuration that a message is about. */
  get field(): string {
    return `credentials.${this.#client.role}`;
  }

  /**
   * The latest request and its response in one sentence without secrets, for example
   * `credentials.agent: POST https://host/token was answered 500 text/html`. Bodies are not shown,
   * for a token may stand in them.
   */
  describeLast(): string {
    if (!this.last) return `${this.field}: nothing was sent`;
    const {method, url, reply} = this.last;
    return this.sanitized(
      `${this.field}: ${method} ${url} ${describe(reply)}`,
      MAX_DESCRIPTION_CHARS,
    );
  }

  /**
   * A server's text in one line, without the secret that it was sent.
   * @param most characters of it at most
   */
  sanitized(text: string, most = 200): string {
    let sanitized = text;
    for (const secret of secretsOf(this.#client))
      sanitized = sanitized
        .replaceAll(secret, 'REDACTED')
        .replaceAll(encodeURIComponent(secret), 'REDACTED');
    return sanitized.replaceAll(/[^\x20-\x7E]+/g, ' ').slice(0, most);
  }
}

function describe({status, headers, problem}: Reply): string {
  if (status === 0) return `got no answer: ${problem}`;
  const answered = `was answered ${status} ${headers['content-type'] ?? 'without a type'}`;
  return isRedirect(status)
    ? `${answered} to ${headers.location ?? 'nowhere'}: redirects are not followed`
    : answered;
}
