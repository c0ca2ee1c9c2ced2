import {isObject, parseJson} from '../../spec/json.ts';
import {pathOf} from '../../spec/request-target.ts';
import {isUrl} from '../../spec/url.ts';
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
  /** The URLs that responses handed out, by what a URL parser makes of them. */
  readonly #given = new Map<string, string>();
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
    const {origin, href} = new URL(address);
    const url = this.#asGiven(href);
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
    for (const one of urlsIn(reply)) this.#given.set(new URL(one).href, one);
    if (reply.status === 0) throw new Unreachable(this.describeLast());
    const {location: _unfollowed, ...headers} = reply.headers;
    const hasNoBody = [204, 205, 304].includes(reply.status);
    return new Response(hasNoBody ? null : reply.text, {status: reply.status, headers});
  };

  /**
   * A URL as it was handed out: the library parses URLs, which rewrites them, and inserts the path of an issuer into the
   * well-known address of its metadata (RFC 8414, section 3.1).
   */
  #asGiven(href: string): string {
    const given = this.#given.get(href);
    if (given !== undefined) return given;
    for (const [parsed, url] of this.#given) {
      const [path, own] = [pathOf(parsed), pathOf(url)];
      if (path !== own && path.length > 1 && pathOf(href).includes(path))
        return href.replace(path, () => own);
    }
    return href;
  }

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

/** The URLs that a response hands out: of the metadata in its header, and the members of its body. */
function urlsIn({headers, text}: Reply): string[] {
  const [, metadata] = /resource_metadata="([^"]*)"/.exec(headers['www-authenticate'] ?? '') ?? [];
  const body = parseJson(text);
  const members = isObject(body) ? Object.values(body).flat() : [];
  return [metadata, ...members].filter((one): one is string => isUrl(one));
}
