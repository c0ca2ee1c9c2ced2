import type {Asker, Json, Probes} from '../corpus/asking.ts';
import {PROBES_F} from './probes-f.ts';
import {PROBES_G} from './probes-g.ts';
import {PROBES_H} from './probes-h.ts';

const HOUR = 3_600_000;

/** Reserves an upload, lets it land, and registers it under a name. @returns the id of the publication */
async function published(s: Asker, name = 'a.epub', bytes = 'bytes', as = name): Promise<string> {
  const {reserved, upload_url, transfer} = await reserve(s, name, bytes.length);
  const {id, key} = reserved as Json;
  const headers = (transfer as Json)['headers'] as Record<string, string>;
  await s.ask('PUT', String(upload_url).replace(/^http:..[^/]+/, ''), {
    role: null,
    body: bytes,
    headers,
  });
  const body = {publication_id: id, key, original_filename: as, size_bytes: bytes.length};
  await s.ask('POST', '/api/v1/publications', {body});
  return String(id);
}

function reserve(s: Asker, name: string, size: number): Promise<Json> {
  return s.ask('POST', '/api/v1/uploads', {body: {file_name: name, byte_count: size}});
}

function run(s: Asker, id: string, tool: string, role = 'full'): Promise<Json> {
  const headers = {'idempotency-key': 'k'};
  return s.ask('POST', `/api/v1/publications/${id}/runs`, {role, body: {tool}, headers});
}

/** Starts a run, does something, and starts it again with the same key. */
async function again(s: Asker, between: () => void, role?: string): Promise<void> {
  const id = await published(s);
  await run(s, id, 'structure-check');
  between();
  await run(s, id, 'structure-check', role);
}

/** An access token that the token endpoint gives to a client. */
async function account(s: Asker, client: string): Promise<void> {
  const body = `grant_type=client_credentials&client_id=${client}&client_secret=${client}-secret`;
  const {access_token} = await s.ask('POST', '/oauth/token', {role: null, body});
  const params = {name: 'show-account', arguments: {}};
  const call = {jsonrpc: '2.0', id: 1, method: 'tools/call', params};
  await s.ask('POST', '/mcp', {role: String(access_token), body: call});
}

/** Requests that show a fault which changes nothing of what the suite is answered. */
export const PROBES: Probes = {
  ...PROBES_F,
  ...PROBES_G,
  ...PROBES_H,
  'body-before-ability': (s) => s.ask('POST', '/api/v1/uploads', {role: 'read-only', body: '{'}),
  'rate-forgives-forbidden': async (s) => {
    for (let sent = 0; sent < 61; sent += 1)
      await s.ask('GET', '/api/v1/account', {role: 'tools-only'});
  },
  'oauth-token-cached-for-all-clients': async (s) => {
    await account(s, 'harbour-agent');
    await account(s, 'hill-agent');
  },
  'list-empty-204': (s) => s.ask('GET', '/api/v1/publications'),
  'retry-key-kept-an-hour': (s) => again(s, () => s.wait(2 * HOUR)),
  'retry-key-per-api-key': (s) => again(s, () => undefined, 'other-key'),
  'tool-slug-trimmed': async (s) => run(s, await published(s), ' structure-check '),
  'tool-slug-case': async (s) => run(s, await published(s), 'STRUCTURE-CHECK'),
  'register-name-any-normal-form': (s) => published(s, '\u00e9.epub', 'bytes', 'e\u0301.epub'),
  'size-limit-itself-refused': (s) => reserve(s, 'a.docx', 40 * 1024 * 1024),
  'storage-cuts-at-64k': (s) => published(s, 'a.epub', 'x'.repeat(70_000)),
  'format-by-prototype': (s) => reserve(s, 'book.constructor', 5),
};
