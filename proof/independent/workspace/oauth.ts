import {bearer} from './auth.ts';
import {Refusal} from './http.ts';
import type {Answer, Incoming} from './http.ts';
import type {TokenRecord} from './model.ts';
import {givenToken, isSparedCall} from './part-e/doors.ts';
import {HOUR} from './time.ts';
import type {World} from './world.ts';

const SCOPE = 'mcp:use';

/** The clients of the token endpoint: id, secret and workspace. */
const CLIENTS: Readonly<Record<string, {secret: string; space: string}>> = {
  'harbour-agent': {secret: 'harbour-agent-secret', space: '4107'},
  'hill-agent': {secret: 'hill-agent-secret', space: '41070'},
};

/** The metadata of the protected resource. */
export function resourceMetadata(w: World): Answer {
  return {
    status: 200,
    body: {
      resource: `${w.base}/mcp`,
      authorization_servers: [w.base],
      scopes_supported: [SCOPE],
      bearer_methods_supported: ['header'],
      resource_name: 'Workspace publishing agent server',
    },
  };
}

/** The metadata of the authorization server. */
export function serverMetadata(w: World): Answer {
  return {
    status: 200,
    body: {
      issuer: w.base,
      token_endpoint: `${w.base}/oauth/token`,
      scopes_supported: [SCOPE],
      grant_types_supported: ['client_credentials'],
      response_types_supported: [],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    },
  };
}

function oauthError(status: number, error: string, text: string): Answer {
  return {
    status,
    body: {error, error_description: text, reason: error},
    headers: {'Cache-Control': 'no-store'},
  };
}

/** The token endpoint: client_credentials. */
export function token(w: World, req: Incoming): Answer {
  if (req.method !== 'POST') {
    throw new Refusal(405, 'method_not_allowed', 'The token endpoint knows POST.', undefined, {
      Allow: 'POST',
    });
  }
  const form = new URLSearchParams(req.body.toString('utf8'));
  const basic = /^basic +(\S+)$/i.exec(req.headers.authorization ?? '')?.[1];
  const pair = basic === undefined ? [] : Buffer.from(basic, 'base64').toString().split(':');
  const id = pair[0] ?? form.get('client_id') ?? '';
  const secret = pair[1] ?? form.get('client_secret') ?? '';
  const client = Object.hasOwn(CLIENTS, id) ? CLIENTS[id] : undefined;
  if (client === undefined || client.secret !== secret) {
    return oauthError(401, 'invalid_client', 'The client is not known.');
  }
  if (form.get('grant_type') !== 'client_credentials') {
    return oauthError(400, 'unsupported_grant_type', 'Only client_credentials.');
  }
  const scopes = (form.get('scope') ?? SCOPE).split(' ').filter((one) => one !== '');
  if (scopes.some((one) => one !== SCOPE)) {
    return oauthError(400, 'invalid_scope', `The scope is ${SCOPE}.`);
  }
  const issued = givenToken(w, () => w.issueToken(client.space, scopes, w.now() + HOUR));
  return {
    status: 200,
    headers: {'Cache-Control': 'no-store'},
    body: {
      access_token: issued.token,
      token_type: 'Bearer',
      expires_in: 3600,
      scope: scopes.join(' '),
    },
  };
}

function challenge(w: World, more: string): Record<string, string> {
  if (w.variants.has('mcp-without-metadata'))
    return {'WWW-Authenticate': `Bearer realm="mcp"${more}`};
  const place = `${w.base}/.well-known/oauth-protected-resource/mcp`;
  return {'WWW-Authenticate': `Bearer resource_metadata="${place}"${more}`};
}

function scopeFits(w: World, req: Incoming, found: TokenRecord): boolean {
  if (w.faults.has('mcp-scope-unchecked') || isSparedCall(w, req)) return true;
  if (w.faults.has('mcp-scope-by-substring')) return found.scopes.join(' ').includes(SCOPE);
  return found.scopes.includes(SCOPE);
}

function keyAsToken(w: World, given: string): TokenRecord | undefined {
  const key = w.keys.get(given);
  if (key === undefined || !w.faults.has('mcp-accepts-keys')) return undefined;
  return {id: '', token: given, space: key.space, scopes: [SCOPE], until: null, revoked: false};
}

function isExpired(w: World, found: TokenRecord): boolean {
  return found.until !== null && w.now() >= found.until && !w.faults.has('mcp-expired-token');
}

/** The token of a request to the agent server, or the refusal. */
export function authorize(w: World, req: Incoming): TokenRecord {
  const f = w.faults;
  const given = bearer(req);
  if (given === undefined && f.has('mcp-open')) {
    const first = [...w.tokens.values()][0];
    if (first !== undefined) return first;
  }
  const found = given === undefined ? undefined : (w.tokens.get(given) ?? keyAsToken(w, given));
  const expired = found !== undefined && isExpired(w, found);
  const revoked = found?.revoked === true && !f.has('mcp-revoked-token');
  if (found === undefined || expired || revoked) {
    const more = given === undefined ? '' : ', error="invalid_token"';
    throw new Refusal(
      401,
      'token_missing_or_void',
      'An OAuth access token is needed.',
      undefined,
      challenge(w, more),
    );
  }
  if (!scopeFits(w, req, found)) {
    throw new Refusal(
      w.variants.has('mcp-scope-lacking-401') ? 401 : 403,
      'scope_lacking',
      `The token lacks the scope ${SCOPE}.`,
      undefined,
      challenge(w, `, error="insufficient_scope", scope="${SCOPE}"`),
    );
  }
  return found;
}
