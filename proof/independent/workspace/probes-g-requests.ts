import type {Asker, Json, Probe} from '../corpus/asking.ts';

const MINUTE = 60_000;

/** Requests that a key may send within a minute. */
const RATE = 60;

/** A reserved upload. */
interface Upload {
  id: string;
  key: string;
  path: string;
  headers: Record<string, string>;
}

async function reserved(s: Asker, name: string, size: number, title?: string): Promise<Upload> {
  const body = {file_name: name, byte_count: size, ...(title !== undefined && {title})};
  const answer = await s.ask('POST', '/api/v1/uploads', {body});
  const {id, key} = (answer['reserved'] ?? {}) as Json;
  const {headers} = (answer['transfer'] ?? {}) as {headers: Record<string, string>};
  return {id: String(id), key: String(key), path: pathOf(answer['upload_url']), headers};
}

/** The path of an address of the server. */
export const pathOf = (url: unknown): string => String(url).replace(/^http:..[^/]+/, '');

/** Sends bytes to an upload link. */
export function put(s: Asker, {path, headers}: Upload, bytes: string): Promise<Json> {
  return s.ask('PUT', path, {role: null, body: bytes, headers});
}

const registration = ({id, key}: Upload, name: string, size: number): Json => ({
  publication_id: id,
  key,
  original_filename: name,
  size_bytes: size,
});

/** Registers an upload. */
export function register(s: Asker, upload: Upload, name = 'a.epub', size = 5): Promise<Json> {
  return s.ask('POST', '/api/v1/publications', {body: registration(upload, name, size)});
}

/** An upload of five bytes that has landed. */
export async function landed(s: Asker, name = 'a.epub', title?: string): Promise<Upload> {
  const upload = await reserved(s, name, 5, title);
  await put(s, upload, 'bytes');
  return upload;
}

/** The id of a new publication. */
export async function published(s: Asker): Promise<string> {
  const upload = await landed(s);
  await register(s, upload);
  return upload.id;
}

/** How a start differs from the usual one. */
interface Start {
  role?: string;
  retry?: string;
}

/** Starts a run. */
export function start(s: Asker, id: string, tool: string, how: Start = {}): Promise<Json> {
  const {role = 'full', retry} = how;
  const headers = {...(retry !== undefined && {'idempotency-key': retry})};
  return s.ask('POST', `/api/v1/publications/${id}/runs`, {role, body: {tool}, headers});
}

/** Starts a run and lets it end. */
export async function ran(s: Asker, id: string, tool: string): Promise<void> {
  await start(s, id, tool);
  s.wait(MINUTE);
}

/** Reads something of the API. */
export const read = (s: Asker, path: string, role = 'full'): Promise<Json> =>
  s.ask('GET', `/api/v1/${path}`, {role});

/** Sends a message to the agent server. */
export function say(s: Asker, message: Json): Promise<Json> {
  return s.ask('POST', '/mcp', {role: 'agent', body: {jsonrpc: '2.0', id: 1, ...message}});
}

/** Calls a tool of the agent server. */
export const call = (s: Asker, name: string, args: Json = {}): Promise<Json> =>
  say(s, {method: 'tools/call', params: {name, arguments: args}});

/** What reserves an upload. */
export const reserveBody = {file_name: 'a.epub', byte_count: 5};

/** A reservation with these headers. */
export const reserveWith =
  (headers: Record<string, string>, body: unknown = reserveBody): Probe =>
  (s) =>
    s.ask('POST', '/api/v1/uploads', {headers, body});

/** Asks once more than the rate of a key allows, and then something else. */
export async function overRate(s: Asker, more: () => Promise<unknown>): Promise<void> {
  for (let sent = 0; sent <= RATE; sent += 1) await read(s, 'account');
  await more();
}

/** Registers an upload by an agent or by a key. */
export async function registeredBy(s: Asker, agent: boolean): Promise<void> {
  const upload = await landed(s);
  if (agent) await call(s, 'register-publication', registration(upload, 'a.epub', 5));
  else await register(s, upload);
}
