import type {IncomingMessage} from 'node:http';
import {notFound, refuse} from './replies.ts';
import {OPEN_DOORS} from './slips/doors.ts';
import {MINUTE} from './time.ts';
import type {Ask, Reply, Scene, Token} from './types.ts';

function matches(scene: Scene, secret: string, given: string): boolean {
  if (given === secret) return true;
  const {faults} = scene;
  if (faults.has('token-case-ignored') && given.toLowerCase() === secret.toLowerCase()) {
    return true;
  }
  if (faults.has('token-tail-ignored') && given.length === secret.length) {
    return given.slice(0, -6) === secret.slice(0, -6);
  }
  return faults.has('token-prefix-match') && given.startsWith(secret);
}

function isLive(scene: Scene, token: Token, method: string, path: string): boolean {
  const {faults} = scene;
  if (token.state === 'valid') {
    return !(faults.has('second-admin-refused') && token.role === 'second-admin');
  }
  if (token.state === 'deleted') {
    if (faults.has('deleted-token-accepted')) return true;
    if (faults.has('deleted-token-deletes-plans') && path.startsWith('/api/v1/')) return true;
    if (faults.has('deleted-token-cached')) return scene.now() - token.seenAt < 5 * MINUTE;
    return faults.has('deleted-token-writes') && method !== 'GET' && method !== 'HEAD';
  }
  if (faults.has('regenerated-old-cached')) return scene.now() - token.seenAt < 5 * MINUTE;
  return faults.has('regenerated-old-accepted');
}

/** The secret that a request brings; null when none. */
export function givenSecret(scene: Scene, req: IncomingMessage, query: URLSearchParams) {
  const {faults} = scene;
  const header = req.headers['x-user-token'];
  if (typeof header === 'string' && header !== '') return header;
  if (faults.has('bearer-accepted')) {
    const bearer = /^Bearer (.+)$/.exec(req.headers.authorization ?? '');
    if (bearer?.[1] !== undefined) return bearer[1];
  }
  if (faults.has('token-in-query')) {
    const text = query.get('token') ?? query.get('api_key') ?? query.get('X-User-Token');
    if (text !== null) return text;
  }
  return null;
}

function openDoor(scene: Scene, req: IncomingMessage, path: string): boolean {
  const {faults} = scene;
  if (faults.has('empty-token-accepted') && req.headers['x-user-token'] === '') return true;
  if (req.headers['x-user-token'] !== undefined) return false;
  if (faults.has('list-without-token') && req.method === 'GET') {
    return path.endsWith('/dashboard/users');
  }
  if (faults.has('update-open') && req.method === 'PUT') {
    return /\/dashboard\/users\/[^/]+$/.test(path);
  }
  for (const [name, [method, pattern]] of Object.entries(OPEN_DOORS)) {
    if (faults.has(name) && req.method === method && pattern.test(path)) return true;
  }
  if (faults.has('reactivate-without-token') && path.endsWith('/re-activate')) return true;
  return faults.has('logout-without-token') && path.endsWith('/force-logout');
}

/** The token of a request, or undefined when it has none that is valid. */
export function authenticate(
  scene: Scene,
  req: IncomingMessage,
  path: string,
  query: URLSearchParams,
): Token | undefined {
  const given = givenSecret(scene, req, query);
  if (given === null || openDoor(scene, req, path)) {
    return openDoor(scene, req, path) ? scene.world.tokens[0] : undefined;
  }
  const method = req.method ?? 'GET';
  const found = scene.world.tokens.find(
    (token) => matches(scene, token.secret, given) && isLive(scene, token, method, path),
  );
  if (found?.state === 'valid') found.seenAt = scene.now();
  return found;
}

/** Whether a path names a user whom no store has, which only a faulty server asks so early. */
function namesNobody({faults, world}: Scene, path: string): boolean {
  const id = /\/v1\/dashboard\/users\/([^/]+)(?:\/re-activate)?$/.exec(path)?.[1];
  if (id === undefined || !faults.has('unknown-id-before-token')) return false;
  return !world.stores.some((store) => store.users.has(Number(id)));
}

/** The answer to a request without a valid token. */
export function refuseToken(scene: Scene, missing: boolean, ask: Ask): Reply {
  if (namesNobody(scene, ask.path)) return notFound('user');
  const reply = refusal(scene, missing, ask.method);
  if (scene.faults.has('unauthorized-html')) {
    reply.body = '<html><body>Please log in.</body></html>';
    reply.headers = {'Content-Type': 'text/html'};
  }
  return reply;
}

function refusal(scene: Scene, missing: boolean, method: string): Reply {
  const {faults} = scene;
  if (missing) {
    if (faults.has('create-missing-token-400') && method === 'POST') {
      return refuse(400, 'A header is missing.');
    }
    const status = faults.has('missing-token-403') ? 403 : 401;
    return refuse(status, 'The header X-User-Token is missing.');
  }
  const status = faults.has('invalid-token-400') ? 400 : 401;
  return refuse(status, 'The key in X-User-Token is not known.');
}
