import type {Context} from '../context.ts';
import {Refusal, type Incoming} from '../http.ts';
import type {World} from '../world.ts';

/** An operation, by its name, and the abilities that it needs. */
type Operation = {name: string; needs: readonly string[]};

const LISTED: Readonly<Record<string, readonly string[]>> = {
  list: ['cursor'],
};

const OTHER_NEEDS: Readonly<Record<string, readonly [string, readonly string[]]>> = {
  'start-needs-tools-alone': ['start', ['tools:run']],
  'start-needs-all': ['start', ['tools:run', 'library:read', 'library:write']],
  'runs-read-with-tools': ['run', ['tools:run']],
  'reports-read-with-tools': ['report', ['tools:run']],
};

const BODIES: Readonly<Record<string, readonly string[]>> = {
  reserve: ['file_name', 'byte_count', 'title'],
  register: ['publication_id', 'key', 'original_filename', 'size_bytes'],
  start: ['tool'],
};

/** The abilities that an operation needs, where the document leaves them open. */
export function needsOf(w: World, operation: Operation): readonly string[] {
  for (const [name, [which, needs]] of Object.entries(OTHER_NEEDS)) {
    if (w.variants.has(name) && which === operation.name) return needs;
  }
  return operation.needs;
}

/** Refuses a request whose headers or query a stricter server does not take. */
export function judgeRequest(w: World, req: Incoming, operation: Operation): void {
  const v = w.variants;
  if (v.has('unknown-query-refused')) {
    const known = LISTED[operation.name] ?? [];
    const odd = [...req.url.searchParams.keys()].find((name) => !known.includes(name));
    if (odd !== undefined) {
      throw new Refusal(400, 'unknown_parameter', `There is no parameter ${odd}.`);
    }
  }
  const type = req.headers['content-type'] ?? '';
  const json = /^application\/(json|[\w.-]+\+json)\s*(;|$)/i.test(type);
  if (req.method === 'POST' && v.has('content-type-demanded') && !json) {
    throw new Refusal(415, 'media_type', 'The body has to be application/json.');
  }
  const accept = req.headers.accept ?? '*/*';
  if (v.has('accept-demanded') && !/\*\/\*|application\/(\*|json)/i.test(accept)) {
    throw new Refusal(406, 'not_acceptable', 'Only application/json is sent.');
  }
}

/** Refuses members that an operation does not know. */
export function judgeMembers(c: Context, operation: Operation): void {
  const known = BODIES[operation.name];
  if (known === undefined || c.mcp || !c.w.variants.has('unknown-members-refused')) return;
  const odd = Object.keys(c.body).find((name) => !known.includes(name));
  if (odd !== undefined) {
    throw new Refusal(422, 'invalid_fields', `There is no member ${odd}.`, {members: [odd]});
  }
}

/** A count that a body gives as text. */
export function lenientCount(w: World, value: unknown): unknown {
  const digits = typeof value === 'string' && /^\d{1,15}$/.test(value.trim());
  return digits && w.variants.has('counts-as-text-taken') ? Number(value) : value;
}

/** The least size that may be declared. */
export const leastSize = (w: World): number => (w.variants.has('empty-files-taken') ? 0 : 1);

/** The reason of a 401. */
export function keyReason(w: World, header: string | undefined): string {
  if (!w.variants.has('missing-and-unknown-keys-told-apart')) return 'key_missing_or_unknown';
  return header === undefined ? 'key_missing' : 'key_unknown';
}

/** The refusal of a path or method that the API does not have, which a router gives before the key. */
export function judgePathFirst(w: World, found: readonly string[] | object): void {
  if (!Array.isArray(found) || !w.variants.has('paths-judged-before-keys')) return;
  if (found.length > 0 && !w.variants.has('methods-unknown-404')) return;
  throw new Refusal(404, 'no_such_path', 'This path is none of the API.');
}

/** A method of HTTP that an API may serve beside those of the document. */
export function takenMethod(w: World, method: string): string {
  return method === 'HEAD' && w.variants.has('head-served') ? 'GET' : method;
}

/** Whether the request is a preflight that a server answers without a key. */
export function isPreflight(w: World, req: Incoming): boolean {
  return req.method === 'OPTIONS' && w.variants.has('preflight-answered');
}
