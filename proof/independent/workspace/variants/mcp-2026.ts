import {isObject, type Answer, type Incoming, type Json} from '../http.ts';
import type {World} from '../world.ts';
import {protocolOf} from './mcp.ts';

const REVISION = '2026-07-28';
const ONLY = ['mcp-of-july-2026', 'mcp-of-july-2026-mirrored', 'mcp-of-july-2026-bare'];

const only = (w: World): boolean => ONLY.some((name) => w.variants.has(name));

/** Whether a message is judged by revision 2026-07-28, which has no `initialize` and no sessions. */
export function isOf2026(w: World, req: Incoming, message: Json): boolean {
  if (only(w)) return true;
  return w.variants.has('mcp-of-both-kinds') && claimed(req, message) === REVISION;
}

/** The revision that the body names, or else the header. */
function claimed(req: Incoming, message: Json): unknown {
  return metaOf(message)[`${OWN}protocolVersion`] ?? req.headers['mcp-protocol-version'];
}

const OWN = 'io.modelcontextprotocol/';

function metaOf(message: Json): Json {
  const params = isObject(message['params']) ? message['params'] : {};
  return isObject(params['_meta']) ? params['_meta'] : {};
}

function refused(message: Json, code: number, text: string, data?: Json, status = 400): Answer {
  const error = {code, message: text, ...(data && {data})};
  const {id} = message;
  return {status, body: {jsonrpc: '2.0', ...(id !== undefined && {id}), error}};
}

/** Refuses a message that lacks what revision 2026-07-28 demands of each; undefined: it is in order. */
export function refusedIn2026(w: World, req: Incoming, message: Json): Answer | undefined {
  const version = claimed(req, message);
  if (version !== REVISION) {
    const supported = w.variants.has('mcp-of-both-kinds') ? [REVISION, protocolOf(w)] : [REVISION];
    return refused(message, -32_022, `This server speaks ${REVISION}.`, {
      supported,
      requested: version,
    });
  }
  const wrong = wrongHeader(w, req, message);
  if (wrong !== undefined)
    return refused(message, -32_020, `The header ${wrong} is not the body's.`);
  if (!isObject(metaOf(message)[`${OWN}clientCapabilities`]))
    return refused(message, -32_602, 'The capabilities of the client are missing.');
  if (!['server/discover', 'tools/list', 'tools/call'].includes(String(message['method'])))
    return refused(message, -32_601, 'There is no such method.', undefined, 404);
  if (message['method'] === 'server/discover' && w.variants.has('mcp-of-july-2026-bare'))
    return refused(message, -32_601, 'There is no such method.', undefined, 404);
  return undefined;
}

function wrongHeader(w: World, req: Incoming, message: Json): string | undefined {
  const params = isObject(message['params']) ? message['params'] : {};
  const expected: Record<string, unknown> = {
    'mcp-protocol-version': REVISION,
    'mcp-method': message['method'],
    ...(message['method'] === 'tools/call' && {'mcp-name': params['name']}),
    ...mirrored(w, params),
  };
  return Object.entries(expected).find(
    ([name, value]) => decoded(req.headers[name]) !== String(value),
  )?.[0];
}

function decoded(value: unknown): string {
  const [, coded] = /^=\?base64\?(.*)\?=$/.exec(String(value)) ?? [];
  return coded === undefined ? String(value) : Buffer.from(coded, 'base64').toString();
}

/** The arguments that are repeated in headers, by variant. */
const MIRRORED: Readonly<Record<string, string>> = {
  publication: 'Publication',
  file_name: 'File-Name',
  byte_count: 'Byte-Count',
};

function mirrored(w: World, params: Json): Json {
  const given = params['arguments'];
  if (!w.variants.has('mcp-of-july-2026-mirrored') || !isObject(given)) return {};
  const present = Object.entries(MIRRORED).filter(
    ([name]) => given[name] !== undefined && given[name] !== null,
  );
  return Object.fromEntries(
    present.map(([name, header]) => [`mcp-param-${header.toLowerCase()}`, given[name]]),
  );
}

/** A result as revision 2026-07-28 has it. */
export function resultOf2026(w: World, answer: Answer): Answer {
  if (!isObject(answer.body) || !isObject(answer.body['result'])) return answer;
  if (w.variants.has('mcp-of-july-2026-bare')) return answer;
  const {tools} = answer.body['result'];
  const result = {
    ...answer.body['result'],
    ...(Array.isArray(tools) && {
      tools: tools.map((row: unknown) => withMirrors(w, row)),
      ttlMs: 60_000,
      cacheScope: 'private',
    }),
    resultType: 'complete',
    _meta: {[`${OWN}serverInfo`]: {name: 'workspace-publishing-agent', version: '1.0.0'}},
  };
  return {...answer, body: {...answer.body, result}};
}

function withMirrors(w: World, row: unknown): unknown {
  if (!w.variants.has('mcp-of-july-2026-mirrored') || !isObject(row)) return row;
  const schema = isObject(row['inputSchema']) ? row['inputSchema'] : {};
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const marked = Object.entries(properties).map(([name, one]) => {
    const header = MIRRORED[name];
    return [name, header !== undefined && isObject(one) ? {...one, 'x-mcp-header': header} : one];
  });
  return {...row, inputSchema: {...schema, properties: Object.fromEntries(marked)}};
}

/** What the server says about itself. */
export const discovered = (w: World): Json => ({
  supportedVersions: w.variants.has('mcp-of-both-kinds') ? [REVISION, protocolOf(w)] : [REVISION],
  capabilities: {tools: {}},
  instructions: 'One tool for every operation of the workspace API.',
});
