import type {Request, Response} from 'express';
import {isObject} from '../../../spec/json.ts';
import {TODO_NOT_KEPT} from '../../persistence/not-kept.ts';
import {errorPage, pageHeaders} from '../../http/page-frame.ts';
import {UNAVAILABLE} from './commit-granted.ts';
import type {OauthRequest} from './oauth-request.ts';

const AUTHORIZE = '/oauth/authorize';

/** For the journal: what to do, by OAuth error code. */
const TODO: Record<string, string> = {
  [UNAVAILABLE]: TODO_NOT_KEPT,
  invalid_client:
    'register, or take client_id and client_secret from the registration or the start-up table',
  invalid_grant: 'start again at the authorization endpoint',
  invalid_request:
    'compare the request with RFC 6749 and the authorization section of the MCP specification',
  invalid_client_metadata: 'compare the metadata with RFC 7591, section 2',
  unsupported_response_type: 'request response_type=code',
  unsupported_grant_type: 'use a grant that the metadata of the authorization server lists',
  method_not_allowed: 'use a method that the header Allow names',
};

/** What the SDK says of a wrong `code_verifier`. The code can still be exchanged. */
const WRONG_VERIFIER = 'code_verifier does not match the challenge';

/** What the page says to a person whose client sent a wrong request. */
const UNKNOWN_CLIENT =
  'The client is not registered here: a mock that was started anew or reset forgets it. ' +
  'Let the client sign out and in again.';
const WRONG_REQUEST = 'The client sent a request that cannot be understood here.';

/** A JSON body as OAuth describes errors (RFC 6749, section 5.2). */
interface OauthError {
  error: string;
  error_description: string;
}

/**
 * Completes the error responses of the SDK's handlers, and notes each error for the journal. The
 * SDK leaves out: 401 for a client that did not authenticate, `state` and `iss` in errors that are
 * sent to a redirect URI (RFC 9207), and the limits on characters in descriptions (RFC 6749,
 * sections 4.1.2.1 and 5.2).
 */
export function completeErrors(oauth: OauthRequest, response: Response): void {
  completeJsonErrors(oauth, response);
  completeRedirectedErrors(oauth, response);
}

/** Wraps `response.json`, with which the SDK answers errors directly. */
function completeJsonErrors(oauth: OauthRequest, response: Response): void {
  const json = response.json.bind(response);
  response.json = (body: unknown) => {
    if (!isOauthError(body)) return json(body);
    const description = asDescription(body.error_description);
    noteError(oauth, body.error, description);
    if (body.error === UNAVAILABLE) response.status(503);
    if (body.error === 'invalid_client' && oauth.path !== AUTHORIZE)
      requireAuthentication(oauth, response);
    if (isForPerson(oauth, response.req))
      return response.set(pageHeaders()).send(pageFor(body.error, description));
    return json({...body, error_description: description});
  };
}

/** Wraps `response.redirect`, with which the SDK sends errors to the client's redirect URI. */
function completeRedirectedErrors(oauth: OauthRequest, response: Response): void {
  const redirect = response.redirect.bind(response);
  response.redirect = (status: number | string, location?: number | string) => {
    if (typeof status !== 'number' || typeof location !== 'string')
      throw new TypeError('a redirect needs a status and a location');
    const url = new URL(location);
    const error = url.searchParams.get('error');
    if (error !== null && oauth.path === AUTHORIZE) completeError(oauth, response.req, url, error);
    redirect(status, url.href);
  };
}

function completeError(oauth: OauthRequest, request: Request, url: URL, code: string): void {
  const {state, response_type: type} = authorizationParameters(request);
  // The SDK has one error code for everything that breaks its schema.
  const isOtherType = typeof type === 'string' && type !== 'code';
  const error = isOtherType ? 'unsupported_response_type' : code;
  const description = asDescription(url.searchParams.get('error_description') ?? '');
  noteError(oauth, error, description);
  url.searchParams.set('error', error);
  url.searchParams.set('error_description', description);
  if (typeof state === 'string') url.searchParams.set('state', state);
  url.searchParams.set('iss', oauth.addresses.issuer);
}

/** The parameters of an authorization request: GET has them in the query, POST in the form. */
export function authorizationParameters({method, body, query}: Request): Record<string, unknown> {
  const parameters: unknown = method === 'POST' ? body : query;
  return isObject(parameters) ? parameters : {};
}

function requireAuthentication(oauth: OauthRequest, response: Response): void {
  response.status(401);
  if (oauth.usesBasic)
    response.set('WWW-Authenticate', 'Basic realm="presscheck", charset="UTF-8"');
}

/** A person's browser shows the response of the authorization endpoint, unless a program called. */
const isForPerson = (oauth: OauthRequest, request: Request): boolean =>
  oauth.path === AUTHORIZE && request.accepts(['json', 'html']) === 'html';

function pageFor(error: string, description: string): string {
  const what = error === 'invalid_client' ? UNKNOWN_CLIENT : WRONG_REQUEST;
  const sentence = description.replace(/\.?$/, '.');
  return errorPage(what, `${sentence} Go back to the client and start again.`);
}

function noteError(oauth: OauthRequest, error: string, description: string): void {
  oauth.situation = error;
  if (description === WRONG_VERIFIER)
    oauth.why = {
      expected: 'the code_verifier of which code_challenge is the SHA-256, in base64url',
      got: 'another',
      todo: 'send the code again with the code_verifier that the authorization request was made with',
    };
  oauth.why ??= {
    expected: 'a request as OAuth 2.0 describes it',
    got: description,
    todo: TODO[error] ?? 'correct the request',
  };
}

const isOauthError = (body: unknown): body is OauthError =>
  isObject(body) && 'error' in body && 'error_description' in body;

/**
 * Turns a text into an `error_description`: one sentence of at most 300 of the allowed characters.
 * The SDK describes what breaks its schema by the JSON of a list of issues.
 */
function asDescription(text: string): string {
  return readIssues(text)
    .replace(/\s+/g, ' ')
    .replace(/["\\]/g, "'")
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 300);
}

/** A text that contains Zod's issues as JSON, as `<path>: <message>`; any other text as it is. */
function readIssues(text: string): string {
  const start = text.indexOf('[');
  if (start === -1) return text;
  try {
    const issues: {path?: unknown[]; message?: string}[] = JSON.parse(text.slice(start));
    return issues.map(({path, message}) => `${path?.join('.') || 'body'}: ${message}`).join('; ');
  } catch {
    return text;
  }
}
