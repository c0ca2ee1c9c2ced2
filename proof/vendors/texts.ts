import {isBody, type Adapter, type Body, type ProxiedRequest} from '../relabel/adapter.ts';

/** Rewrites a text of a request. */
export interface TextsOfUsers {
  email?(email: string): string;
  externalId?(externalId: string): string;
}

/** A store that normalizes texts before it validates them: in bodies, in the query of the list and in paths. */
export const rewriting = ({email, externalId}: TextsOfUsers): Adapter => ({
  adaptRequest(request) {
    if (isBody(request.body)) {
      rewrite(request.body, 'email', email);
      rewrite(request.body, 'external_id', externalId);
    }
    const query = request.query.get('query');
    if (query?.includes('@') && email) request.query.set('query', email(query));
    if (externalId) rewritePath(request, externalId);
  },
  adaptResponse() {},
});

function rewrite(body: Body, name: string, of: ((text: string) => string) | undefined): void {
  const text = body[name];
  if (typeof text === 'string' && of) body[name] = of(text);
}

/** The external_id of a forced logout. */
function rewritePath(request: ProxiedRequest, of: (text: string) => string): void {
  const [, before = '', id, after = ''] =
    /^(.*\/users\/)([^/]+)(\/force-logout)$/.exec(request.path) ?? [];
  const text = id && decoded(id);
  if (text !== undefined && text !== '')
    request.path = before + encodeURIComponent(of(text)) + after;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** An address in the form that a store may keep it: trimmed, composed, in lower case. */
export const normalizedEmail = (email: string): string =>
  email.trim().normalize('NFC').toLowerCase();

/** A text that is trimmed and composed. */
export const normalizedText = (text: string): string => text.trim().normalize('NFC');

/** Replaces an address that a strict validator refuses by one that every validator refuses. */
export const strictEmail = (email: string): string =>
  /^[a-z0-9](?:[a-z0-9._+-]{0,62}[a-z0-9])?@/i.test(email) && !/^.{64}@/.test(email)
    ? email
    : 'refused';
