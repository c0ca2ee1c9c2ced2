import type {Response} from 'express';
import type {OauthRequest} from './oauth-request.ts';
import {pageHeaders, troublePage} from './consent-page.ts';

const TODO: Record<string, string> = {
  invalid_client:
    'register, or take client_id and client_secret from the registration or the start-up table',
  invalid_grant: 'start again at the authorization endpoint',
  invalid_request:
    'compare the request with RFC 6749 and the authorization section of the MCP specification',
  invalid_client_metadata: 'compare the metadata with RFC 7591, section 2',
  unsupported_response_type: 'ask for a code',
  unsupported_grant_type:
    'the metadata of the authorization server lists the grants that there are',
  method_not_allowed: 'use the method that the header Allow names',
};

/** What a person is told who was sent here with a wrong question. */
const PAGES: Record<string, string> = {
  invalid_client:
    'The client is not registered here: a mock that was started anew or reset forgets it. Let the client sign out and in again.',
};

/**
 * Puts right what the SDK's handlers leave to others, on their way out: descriptions of errors in
 * the characters of RFC 6749 (sections 4.1.2.1 and 5.2), 401 for a client that did not
 * authenticate, and what an error sent to a redirect URI carries always: `state` and `iss` (RFC
 * 9207). What went wrong is noted for the journal.
 */
export function mendAnswers(asked: OauthRequest, response: Response): void {
  const json = response.json.bind(response);
  response.json = (body: unknown) => {
    if (!isError(body)) return json(body);
    const description = plain(body.error_description);
    noted(asked, body.error, description);
    if (body.error === 'invalid_client' && asked.path !== '/oauth/authorize') {
      response.status(401);
      if (asked.basic)
        response.set('WWW-Authenticate', 'Basic realm="presscheck", charset="UTF-8"');
    }
    const {req} = response;
    // A person stands before what is said here, unless a program asked.
    if (asked.path === '/oauth/authorize' && req.accepts(['json', 'html']) === 'html')
      return response
        .set(pageHeaders())
        .send(
          troublePage(
            PAGES[body.error] ?? 'The client asked in a way that is not understood here.',
            `${description.replace(/\.?$/, '.')} Go back to the client and start again.`,
          ),
        );
    return json({...body, error_description: description});
  };
  const redirect = response.redirect.bind(response);
  response.redirect = (status: number | string, to?: number | string) => {
    if (typeof status !== 'number' || typeof to !== 'string')
      throw new TypeError('a redirect has a status and an address');
    const url = new URL(to);
    const error = url.searchParams.get('error');
    if (error !== null && asked.path === '/oauth/authorize') {
      const {state, response_type: type} =
        (response.req.method === 'POST' ? response.req.body : response.req.query) ?? {};
      // The SDK has one error for all that breaks its schema (RFC 6749, section 4.1.2.1).
      if (typeof type === 'string' && type !== 'code')
        url.searchParams.set('error', 'unsupported_response_type');
      const description = plain(url.searchParams.get('error_description') ?? '');
      noted(asked, url.searchParams.get('error')!, description);
      url.searchParams.set('error_description', description);
      if (typeof state === 'string') url.searchParams.set('state', state);
      url.searchParams.set('iss', asked.addresses.issuer);
    }
    redirect(status, url.href);
  };
}

function noted(asked: OauthRequest, error: string, description: string): void {
  asked.situation = error;
  asked.why ??= {
    expected: 'a request as OAuth 2.0 has it',
    got: description,
    todo: TODO[error] ?? 'mend the request',
  };
}

const isError = (body: unknown): body is {error: string; error_description: string} =>
  typeof body === 'object' && body !== null && 'error' in body && 'error_description' in body;

/**
 * The SDK describes what breaks a schema by the JSON of all that is wrong: a sentence of it, in the
 * characters allowed.
 */
function plain(description: string): string {
  return sentence(description)
    .replace(/\s+/g, ' ')
    .replace(/["\\]/g, "'")
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 300);
}

function sentence(description: string): string {
  const start = description.indexOf('[');
  if (start === -1) return description;
  try {
    const issues: {path?: unknown[]; message?: string}[] = JSON.parse(description.slice(start));
    return issues.map(({path, message}) => `${path?.join('.') || 'body'}: ${message}`).join('; ');
  } catch {
    return description;
  }
}
