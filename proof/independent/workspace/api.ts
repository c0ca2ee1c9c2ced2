import {authenticate, countRequest, forgive} from './auth.ts';
import {needPlace} from './account.ts';
import {parseObject, Refusal} from './http.ts';
import type {Answer, Incoming, Json} from './http.ts';
import type {Context} from './context.ts';
import type {KeyRecord, Workspace} from './model.ts';
import {matchPath, OPERATIONS, performed} from './operations.ts';
import type {Operation} from './operations.ts';
import {heldAbilities, isAlikeAbility, isPublic} from './part-e/doors.ts';
import {countWithBlocks, isUnguarded} from './part-f/doors.ts';
import {
  isPreflight,
  judgeMembers,
  judgePathFirst,
  judgeRequest,
  needsOf,
  takenMethod,
} from './variants/doors.ts';
import {othersWork} from './variants/others.ts';
import {rateHeaders} from './variants/rates.ts';
import type {World} from './world.ts';

type Match = {operation: Operation; params: Record<string, string>};

function match(method: string, path: string): Match | readonly string[] {
  const methods = new Set<string>();
  for (const operation of OPERATIONS) {
    const params = matchPath(operation.path, path);
    if (params === undefined) continue;
    if (operation.method === method) return {operation, params};
    methods.add(operation.method);
  }
  return [...methods];
}

const OTHER_NEEDS: Readonly<Record<string, readonly [string, readonly string[]]>> = {
  'tools-need-reading': ['tools', ['library:read']],
  'tools-unguarded': ['tools', []],
  'usage-unguarded': ['usage', []],
  'register-guarded-as-reading': ['register', ['library:read']],
  'reader-needs-tools': ['reader', ['library:read', 'tools:run']],
  'download-unguarded': ['download', []],
  'reserve-needs-reading': ['reserve', ['library:write', 'library:read']],
  'current-needs-writing': ['current', ['library:write']],
  'publication-unguarded': ['publication', []],
  'reserve-unguarded': ['reserve', []],
  'reader-unguarded': ['reader', []],
  'download-needs-writing': ['download', ['library:write']],
  'files-unguarded': ['files', []],
  'account-needs-all': ['account', ['library:read', 'library:write', 'tools:run']],
};

function allowed(w: World, key: KeyRecord, operation: Operation): boolean {
  let needs = needsOf(w, operation);
  for (const [fault, [name, others]] of Object.entries(OTHER_NEEDS)) {
    if (name === operation.name && w.faults.has(fault)) needs = others;
  }
  const held = heldAbilities(w, key);
  const has = (ability: string): boolean =>
    held.includes(ability) || isAlikeAbility(w, ability, held);
  if (operation.name === 'list' && has('library:write') && w.faults.has('list-open-to-writers')) {
    return true;
  }
  if (
    operation.name === 'current' &&
    has('tools:run') &&
    w.faults.has('current-open-to-tool-keys')
  ) {
    return true;
  }
  return needs.every(has);
}

function forbidden(w: World, operation: Operation): Refusal {
  const unknown = operation.name === 'files' && w.faults.has('files-lacking-ability-401');
  return new Refusal(
    unknown ? 401 : 403,
    'ability_lacking',
    'The key lacks an ability of this operation.',
    {
      needs: needsOf(w, operation),
    },
  );
}

function body(w: World, req: Incoming): Json {
  if (req.method !== 'POST') return {};
  if (w.faults.has('unreadable-body-500')) {
    try {
      return parseObject(req.body);
    } catch {
      throw new Refusal(500, 'internal', 'Something went wrong.');
    }
  }
  return parseObject(req.body);
}

function contextOf(w: World, req: Incoming, key: KeyRecord, params: Match['params']): Context {
  const space = w.spaces.get(key.space);
  if (space === undefined) throw new Refusal(401, 'key_missing_or_unknown', 'No such workspace.');
  const header = req.headers['idempotency-key'];
  return {
    w,
    space: spaceOf(w, req, space),
    by: key.key,
    mcp: false,
    params,
    query: Object.fromEntries(req.url.searchParams),
    body: {},
    retryKey: typeof header === 'string' ? header : undefined,
  };
}

function spaceOf(w: World, req: Incoming, own: Workspace): Workspace {
  const other = req.headers['x-workspace'];
  if (typeof other !== 'string' || !w.faults.has('workspace-by-header')) return own;
  return w.spaces.get(other) ?? own;
}

function keyForFiles(w: World, path: string, first: KeyRecord): KeyRecord | undefined {
  const id = /^\/publications\/([^/]+)\/files$/.exec(path)?.[1];
  const space = id === undefined ? undefined : w.publications.get(id)?.space;
  return space === undefined ? undefined : {...first, space, hits: []};
}

/** The end of the paths that a faulty server serves without a key. */
function openEnding(w: World): string | undefined {
  if (w.faults.has('current-public')) return '/files/current';
  return w.faults.has('reader-public') ? '/reader' : undefined;
}

function keyOfPublication(w: World, path: string, free: KeyRecord): KeyRecord | undefined {
  const publication = w.publications.get(path.split('/')[2] ?? '');
  return publication === undefined ? undefined : {...free, space: publication.space};
}

function anonymousKey(w: World, path: string, req: Incoming): KeyRecord | undefined {
  if (req.headers.authorization !== undefined) return undefined;
  const first = [...w.keys.values()][0];
  if (first === undefined) return undefined;
  if (w.faults.has('files-public')) return keyForFiles(w, path, first);
  const free: KeyRecord = {...first, hits: []};
  if (isPublic(w, req.method, path)) return keyOfPublication(w, path, free) ?? free;
  const open = openEnding(w);
  if (open !== undefined && path.endsWith(open)) return keyOfPublication(w, path, free);
  if (w.faults.has('tools-public') && path === '/tools') return free;
  if (w.faults.has('usage-public-with-query') && path === '/account/usage' && req.url.search !== '')
    return free;
  return keyOfFile(w, path, free);
}

function keyOfFile(w: World, path: string, free: KeyRecord): KeyRecord | undefined {
  if (!w.faults.has('download-anonymous') || !path.endsWith('/download')) return undefined;
  const file = w.files.get(path.split('/')[2] ?? '');
  return file === undefined ? undefined : {...free, space: file.space};
}

function beforeAuth(w: World, found: Match | readonly string[], req: Incoming): void {
  if (!('params' in found) || req.headers.authorization !== undefined) return;
  if (w.faults.has('reserve-missing-key-403') && found.operation.name === 'reserve') {
    throw new Refusal(403, 'key_missing_or_unknown', 'A workspace API key is needed.');
  }
  if (w.faults.has('start-unkeyed-404') && found.operation.name === 'start') {
    throw new Refusal(404, 'publication_not_found', 'There is no such publication.');
  }
  const id = found.params['publication'];
  if (w.faults.has('not-found-before-key') && id !== undefined && !w.publications.has(id)) {
    throw new Refusal(404, 'publication_not_found', 'There is no such publication.');
  }
}

async function perform(w: World, req: Incoming, key: KeyRecord, found: Match): Promise<Answer> {
  const {operation, params} = found;
  const c = contextOf(w, req, key, params);
  if (!allowed(w, key, operation) && !isUnguarded(w, req, operation.name)) {
    const id = params['publication'];
    if (w.faults.has('lookup-before-ability') && id !== undefined && !w.publications.has(id)) {
      throw new Refusal(404, 'publication_not_found', 'There is no such publication.');
    }
    if (w.faults.has('body-before-ability')) {
      body(w, req);
    }
    tooEarly(c, operation);
    if (w.faults.has('forbidden-yet-done') && operation.name === 'register') {
      await operation.run({...c, body: body(w, req)});
    }
    throw forbidden(w, operation);
  }
  judgeRequest(w, req, operation);
  const given = body(w, req);
  const whole = {...c, body: given, space: namedSpace(c, given)};
  judgeMembers(whole, operation);
  othersWork(w, whole.space);
  return performed(operation, whole);
}

/** What a faulty server does before it judges the abilities. */
function tooEarly(c: Context, operation: Operation): void {
  const {w, space} = c;
  const file = c.params['file'];
  if (w.faults.has('file-lookup-before-ability') && file !== undefined && !w.files.has(file)) {
    throw new Refusal(404, 'file_not_found', 'There is no such file in this workspace.');
  }
  if (operation.name === 'reserve' && w.faults.has('quota-before-ability')) needPlace(w, space);
  if (operation.name === 'start' && w.faults.has('forbidden-start-counts')) {
    space.marks.push({
      at: w.now(),
      tool: '',
      publication: c.params['publication'] ?? '',
      by: c.by,
      filler: false,
      run: '',
    });
  }
}

/** The workspace that a body names, where a faulty server looks for one. */
function namedSpace(c: Context, given: Json): Workspace {
  const other = given['workspace'] ?? given['workspace_id'];
  if (typeof other !== 'string' || !c.w.faults.has('workspace-in-body')) return c.space;
  return c.w.spaces.get(other) ?? c.space;
}

/** The answer to a preflight of a browser. */
function preflight(): Answer {
  return {
    status: 204,
    body: undefined,
    headers: {'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Methods': 'GET, POST'},
  };
}

/** An answer with the headers that tell about the rate. */
function told(w: World, key: KeyRecord, answer: Answer): Answer {
  return {...answer, headers: {...rateHeaders(w, key), ...answer.headers}};
}

/** Serves a request below /api/v1. */
export async function serveApi(w: World, req: Incoming, path: string): Promise<Answer> {
  if (isPreflight(w, req)) return preflight();
  const found = match(takenMethod(w, req.method), path);
  judgePathFirst(w, found);
  beforeAuth(w, found, req);
  const key = anonymousKey(w, path, req) ?? authenticate(w, req);
  try {
    const name = 'operation' in found ? found.operation.name : '';
    countWithBlocks(w, key, () => countRequest(w, key, name));
  } catch (refusal) {
    if (w.faults.has('rate-refused-yet-done') && 'operation' in found) {
      await perform(w, req, key, found);
    }
    throw refusal;
  }
  try {
    if ('operation' in found) return told(w, key, await perform(w, req, key, found));
    if (found.length > 0 && !w.variants.has('methods-unknown-404')) {
      throw new Refusal(405, 'method_not_allowed', 'This path has no such method.', undefined, {
        Allow: found.join(', '),
      });
    }
    throw new Refusal(404, 'no_such_path', 'This path is none of the API.');
  } catch (error) {
    if (error instanceof Refusal) forgive(w, key, error.status);
    throw error;
  }
}
