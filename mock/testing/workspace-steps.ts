import {defined} from '../../spec/defined.ts';
import type {Got, SuiteWorld} from './client.ts';
import type {OauthTokenRow} from '../workspace/mcp/rows.ts';

/** Reserves, uploads and registers a file. */
export async function publish(
  on: SuiteWorld,
  filename = 'tides.epub',
  bytes = 'tides',
  as = on.key(),
): Promise<Got> {
  const size = Buffer.byteLength(bytes);
  const {body} = await on.reserve(filename, size, as);
  await on.put(body, bytes);
  return register(on, body, filename, bytes, as);
}

/** Registers a reservation with the values of its file. */
export const register = (
  on: SuiteWorld,
  reservation: Parameters<SuiteWorld['register']>[0],
  filename = 'tides.epub',
  bytes = 'tides',
  as = on.key(),
): Promise<Got> =>
  on.register(reservation, {original_filename: filename, size_bytes: Buffer.byteLength(bytes)}, as);

/** Starts a tool on a publication, with an `Idempotency-Key` or without one. */
export function start(
  on: SuiteWorld,
  publication: string,
  tool: string,
  idempotencyKey?: string,
  as = on.key(),
): Promise<Got> {
  const headers = {
    authorization: `Bearer ${as}`,
    'content-type': 'application/json',
    ...(idempotencyKey !== undefined && {'idempotency-key': idempotencyKey}),
  };
  const url = `${on.mock.urls.workspace}/w/w/api/v1/publications/${publication}/runs`;
  return on.send(url, {method: 'POST', headers, body: JSON.stringify({tool})});
}

/** Starts a tool and lets it end. */
export async function ran(on: SuiteWorld, publication: string, tool: string): Promise<Got> {
  const started = await start(on, publication, tool);
  await on.world.advance(60_000);
  return started;
}

/** A member of the account's usage. */
export const used = async (on: SuiteWorld): Promise<number> =>
  (await on.workspace('GET', '/account/usage')).body.daily_runs_used as number;

/** The rows of all pages, by the id of the publication. */
export async function walk(
  on: SuiteWorld,
  between: (page: number) => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = '';
  for (let page = 1; cursor !== null; page += 1) {
    const query = cursor ? `?cursor=${encodeURIComponent(cursor)}` : '';
    const {body}: Got = await on.workspace('GET', `/publications${query}`);
    const {data, next_cursor: next} = body as {data: {id: string}[]; next_cursor: string | null};
    ids.push(...data.map(({id}) => id));
    await between(page);
    cursor = next;
  }
  return ids;
}

/** A tool of the MCP server; gives the structured content, or what it was refused with. */
export type CallTool = (name: string, args?: object) => Promise<Record<string, unknown>>;

/** Opens a session at the MCP server. */
export async function agent(on: SuiteWorld): Promise<CallTool> {
  const rows = [...on.world.table('access_tokens').all()] as OauthTokenRow[];
  const {secret} = defined(
    rows.find(({role}) => role === 'agent'),
    'the token of an agent',
  );
  const post = async (message: object, session?: string): Promise<Got> =>
    on.send(`${on.mock.urls.workspace}/w/w/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(session !== undefined && {'mcp-session-id': session}),
      },
      body: JSON.stringify({jsonrpc: '2.0', id: 1, ...message}),
    });
  const clientInfo = {name: 'ways', version: '1'};
  const params = {protocolVersion: '2025-06-18', capabilities: {}, clientInfo};
  const {headers} = await post({method: 'initialize', params});
  const session = defined(headers.get('mcp-session-id'), 'the session');
  return async (name, args = {}) => {
    const {body} = await post({method: 'tools/call', params: {name, arguments: args}}, session);
    const {structuredContent, content} = body.result;
    return structuredContent ?? JSON.parse(content[0].text);
  };
}
