import type {Asker, How, Json} from '../corpus/asking.ts';

/** A minute and a day in milliseconds. */
export const MINUTE = 60_000;
export const DAY = 1440 * MINUTE;

/** An upload that a server reserved. */
interface Upload {
  id: string;
  name: string;
  size: number;
  key: string;
  put: (bytes: string) => Promise<Json>;
}

/** A JSON object inside another. */
export function inside(body: Json, ...path: string[]): Json {
  return path.reduce((at, name) => at[name] as Json, body);
}

/** Reads something of the API. */
export function get(s: Asker, path: string, how?: How): Promise<Json> {
  return s.ask('GET', `/api/v1/${path}`, how);
}

/** Reserves an upload. */
export async function reserved(s: Asker, size: number, name = 'a.epub'): Promise<Upload> {
  const body = {file_name: name, byte_count: size};
  const made = await s.ask('POST', '/api/v1/uploads', {body});
  const {id, key} = inside(made, 'reserved');
  const headers = inside(made, 'transfer', 'headers') as Record<string, string>;
  const url = String(made['upload_url']).replace(/^http:..[^/]+/, '');
  const put = (bytes: string): Promise<Json> =>
    s.ask('PUT', url, {role: null, body: bytes, headers});
  return {id: String(id), name, size, key: String(key), put};
}

/** The body of a registration. */
export function bodyOf({id, key, name, size}: Upload): Json {
  return {publication_id: id, key, original_filename: name, size_bytes: size};
}

/** Registers an upload. */
export function register(s: Asker, upload: Upload): Promise<Json> {
  return s.ask('POST', '/api/v1/publications', {body: bodyOf(upload)});
}

/** Reserves an upload, and lets it land. */
export async function landed(s: Asker, bytes = 'bytes'): Promise<Upload> {
  const upload = await reserved(s, bytes.length);
  await upload.put(bytes);
  return upload;
}

/** Publishes a file. @returns the id of the publication */
export async function published(s: Asker): Promise<string> {
  const upload = await landed(s);
  await register(s, upload);
  return upload.id;
}

/** Starts a run, and lets it end when it has no key. @returns its number */
export async function run(s: Asker, id: string, tool: string, key?: string): Promise<string> {
  const headers: Record<string, string> = key === undefined ? {} : {'idempotency-key': key};
  const made = await s.ask('POST', `/api/v1/publications/${id}/runs`, {body: {tool}, headers});
  if (key === undefined) s.wait(5000);
  return String(inside(made, 'run')['number']);
}

/** Calls a tool of the agent server. */
export function call(s: Asker, name: string, args: Json = {}, id = 1): Promise<Json> {
  const body = {jsonrpc: '2.0', id, method: 'tools/call', params: {name, arguments: args}};
  return s.ask('POST', '/mcp', {role: 'agent', body});
}

/** Seeds some publications. */
export function seed(s: Asker, count: number): Promise<unknown> {
  return s.hook('seed-publications', {role: 'full', count});
}

/** Reads the account, which tells what is left of the allowance. */
export function left(s: Asker): Promise<unknown> {
  return get(s, 'account');
}
