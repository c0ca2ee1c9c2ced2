import type {Incoming} from '../http.ts';
import type {KeyRecord, TokenRecord} from '../model.ts';
import {memoryOf} from '../part-d/memory.ts';
import {MINUTE} from '../time.ts';
import type {World} from '../world.ts';

/** The key of a request, where a faulty server looks for one besides. */
export function keyElsewhere(w: World, req: Incoming): string | undefined {
  const any = /^\S+ +(\S+)$/.exec(req.headers.authorization ?? '')?.[1];
  if (w.faults.has('key-any-scheme') && any !== undefined) return any;
  const other = req.headers['x-api-key'];
  return w.faults.has('key-in-x-api-key') && typeof other === 'string' ? other : undefined;
}

/** Whether OAuth tokens are taken on a path of the API. */
export function takesTokens(w: World, req: Incoming): boolean {
  return w.faults.has('oauth-on-download') && req.url.pathname.endsWith('/download');
}

/** Whether a faulty server redirects to its login page in place of a 401. */
export function redirectsToLogin(w: World, req: Incoming): boolean {
  if (!w.faults.has('unauthorized-redirects-to-login')) return false;
  return !/json/i.test(req.headers.accept ?? '');
}

/** Whether a faulty server serves a path without a key. */
export function isPublic(w: World, method: string, path: string): boolean {
  if (method !== 'GET') return false;
  if (w.faults.has('list-public') && path === '/publications') return true;
  return w.faults.has('publication-public') && /^\/publications\/[^/]+$/.test(path);
}

/** The abilities of a key, as a faulty cache knows them. */
export function heldAbilities(w: World, key: KeyRecord): readonly string[] {
  if (!w.faults.has('abilities-cached-by-workspace')) return key.abilities;
  const memory = memoryOf(w);
  const name = `abilities in ${key.space}`;
  if (w.now() < Number(memory.get(`end of the ${name}`) ?? 0)) {
    return String(memory.get(name)).split(' ');
  }
  memory.set(name, key.abilities.join(' ')).set(`end of the ${name}`, w.now() + MINUTE);
  return key.abilities;
}

/** Whether any library ability stands for the one that is needed. */
export function isAlikeAbility(w: World, needed: string, held: readonly string[]): boolean {
  if (!w.faults.has('library-abilities-as-one') || !needed.startsWith('library:')) return false;
  return held.some((one) => one.startsWith('library:'));
}

const WRITING = ['reserve', 'register', 'start'];

/** The requests of a key that count with this one; a faulty server counts methods apart. */
export function hitsOfMethod(
  w: World,
  hits: KeyRecord['hits'],
  operation: string,
): KeyRecord['hits'] {
  if (!w.faults.has('rate-per-method')) return hits;
  const isWriting = WRITING.includes(operation);
  return hits.filter((one) => WRITING.includes(one.operation) === isWriting);
}

/** The path of the agent server. */
export function agentPath(w: World): string {
  return w.faults.has('mcp-elsewhere') ? '/mcp/v1' : '/mcp';
}

/** Whether a faulty agent server does not judge the scope of a request. */
export function isSparedCall(w: World, req: Incoming): boolean {
  if (!w.faults.has('mcp-scope-unchecked-for-calls')) return false;
  return req.body.toString('utf8').includes('"tools/call"');
}

/** The token that a faulty token endpoint gave before, to whichever client. */
function tokenBefore(w: World): TokenRecord | undefined {
  const known = w.tokens.get(String(memoryOf(w).get('token of the endpoint')));
  return known?.until !== null && w.now() < Number(known?.until) ? known : undefined;
}

/** The token that the token endpoint gives: a new one, or on a faulty server the one before. */
export function givenToken(w: World, issue: () => TokenRecord): TokenRecord {
  if (!w.faults.has('oauth-token-cached-for-all-clients')) return issue();
  const token = tokenBefore(w) ?? issue();
  memoryOf(w).set('token of the endpoint', token.token);
  return token;
}
