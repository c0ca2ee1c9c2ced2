import {expect, test} from 'vitest';
import {isObject} from '../../spec/json.ts';
import type {Reply, Request} from './client.ts';
import {ToolClient} from './tool-client.ts';
import {ErasSeen} from './tool-revisions.ts';

const URL = 'http://localhost:1/mcp';
const SCHEMA = {
  type: 'object',
  properties: {
    publication: {type: 'string', 'x-mcp-header': 'Publication'},
    upload: {type: 'object', properties: {title: {type: 'string', 'x-mcp-header': 'Title'}}},
  },
};
const LIST = {tools: [{name: 'startRun', inputSchema: SCHEMA}]};
const CALLED = {content: [{type: 'text', text: '{"id":"r1"}'}]};

const json = (status: number, body: object, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: {'content-type': 'application/json', ...headers},
  text: JSON.stringify(body),
});

interface Rpc {
  id?: number;
  method: string;
  params: Record<string, unknown>;
}

type Server = (message: Rpc, request: Request) => Reply;

const rpc = ({id}: Rpc, result: object): Reply => json(200, {jsonrpc: '2.0', id, result});
const error = ({id}: Rpc, status: number, code: number, data?: object): Reply =>
  json(status, {jsonrpc: '2.0', id, error: {code, message: 'no', data}});

/** Speaks 2026-07-28 alone. */
const modern: Server = (message, {headers}) => {
  const meta = message.params._meta;
  if (!isObject(meta) || headers['mcp-method'] !== message.method)
    return error(message, 400, -32_022, {supported: ['2026-07-28']});
  const more = {resultType: 'complete', ttlMs: 0, cacheScope: 'private'};
  return rpc(message, {...(message.method === 'tools/list' ? LIST : CALLED), ...more});
};

/** Speaks one older revision alone, with a session. */
const legacy =
  (revision: string, offers = true): Server =>
  (message, {headers}) => {
    const {id, method, params} = message;
    if (method === 'initialize') {
      if (!offers && params.protocolVersion !== revision)
        return error(message, 200, -32_602, {supported: [revision]});
      const result = {protocolVersion: revision, capabilities: {}, serverInfo: {}};
      return json(200, {jsonrpc: '2.0', id, result}, {'mcp-session-id': 's1'});
    }
    if (headers['mcp-session-id'] !== 's1' || headers['mcp-protocol-version'] !== revision)
      return json(400, {error: 'no session'});
    if (id === undefined) return {status: 202, headers: {}, text: ''};
    return rpc(message, method === 'tools/list' ? LIST : CALLED);
  };

/** Takes every message as it comes, and has no sessions. */
const careless: Server = (message) => {
  if (message.method === 'initialize') return error(message, 404, -32_601);
  return rpc(message, message.method === 'tools/list' ? LIST : CALLED);
};

/** A sender that records what was sent. */
function sender(server: Server): {send(request: Request): Promise<Reply>; sent: string[]} {
  const sent: string[] = [];
  return {
    sent,
    send: async (request) => {
      const message = JSON.parse(String(request.body)) as Rpc;
      sent.push(message.method);
      return server(message, request);
    },
  };
}

test.each<[name: string, server: Server, revision: string, sent: string[]]>([
  ['2026-07-28', modern, '2026-07-28', ['tools/list']],
  [
    '2025-06-18',
    legacy('2025-06-18'),
    '2025-06-18',
    ['tools/list', 'initialize', 'notifications/initialized', 'tools/list'],
  ],
  [
    '2025-03-26, and refuses others',
    legacy('2025-03-26', false),
    '2025-03-26',
    ['tools/list', 'initialize', 'initialize', 'notifications/initialized', 'tools/list'],
  ],
  ['no type of results', careless, '2026-07-28', ['tools/list', 'initialize']],
])('a server that speaks only %s is spoken to', async (_name, server, revision, expected) => {
  const {send, sent} = sender(server);
  const client = new ToolClient(URL, {});
  expect(await client.open(send)).toBeUndefined();
  expect(client.revision).toBe(revision);
  expect(sent).toEqual(expected);
  expect(await client.call('startRun', {}, send)).toMatchObject({content: {id: 'r1'}});
});

const both: Server = (message, request) =>
  isObject(message.params._meta)
    ? modern(message, request)
    : legacy('2025-11-25')(message, request);

test.each(['modern', 'legacy'] as const)('of both kinds the %s one is preferred', async (era) => {
  const client = new ToolClient(URL, {});
  expect(await client.open(sender(both).send, era)).toBeUndefined();
  expect(client.revision).toBe(era === 'modern' ? '2026-07-28' : '2025-11-25');
});

test('what a server speaks is found out once', async () => {
  const seen = new ErasSeen();
  const {send, sent} = sender(legacy('2025-11-25'));
  await new ToolClient(URL, {}, seen).open(send);
  sent.length = 0;
  await new ToolClient(URL, {}, seen).open(send);
  expect(sent).toEqual(['initialize', 'notifications/initialized', 'tools/list']);
});

test('a refusal of the credential says nothing about the revision', async () => {
  const seen = new ErasSeen();
  const refusing: Server = (message) => json(message.method === 'initialize' ? 400 : 401, {});
  const refused = await new ToolClient(URL, {}, seen).open(sender(refusing).send);
  expect(refused?.reply.status).toBe(401);
  expect(seen.speaks('modern')).toBeUndefined();
  expect(await new ToolClient(URL, {}, seen).open(sender(modern).send)).toBeUndefined();
});

test.each([
  ['of a limit', 429],
  ['of a gateway', 502],
])('a server of a known revision is asked in no other after a refusal %s', async (_of, status) => {
  const seen = new ErasSeen();
  seen.note('modern', true);
  const {send, sent} = sender(() => json(status, {}));
  const refused = await new ToolClient(URL, {}, seen).open(send);
  expect(refused?.reply.status).toBe(status);
  expect(sent).toEqual(['tools/list']);
});

test('arguments are repeated in headers, encoded where HTTP cannot carry them', async () => {
  const client = new ToolClient(URL, {});
  await client.open(sender(modern).send);
  let headers: Record<string, string> = {};
  const given = {publication: 'p 1', upload: {title: 'Straße'}};
  await client.call('startRun', given, async (request) => {
    headers = request.headers;
    return sender(modern).send(request);
  });
  expect(headers).toMatchObject({
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'startRun',
    'mcp-param-publication': 'p 1',
    'mcp-param-title': '=?base64?U3RyYcOfZQ==?=',
  });
});

test('a stream that broke off is taken up again', async () => {
  const session = legacy('2025-11-25');
  const {send} = sender(session);
  const client = new ToolClient(URL, {});
  await client.open(send);
  const events = (text: string): Reply => ({
    status: 200,
    headers: {'content-type': 'text/event-stream'},
    text,
  });
  const breaking = async ({method, headers, body}: Request): Promise<Reply> => {
    if (method === 'POST') {
      lastId = (JSON.parse(String(body)) as Rpc).id;
      return events('id: 7\ndata:\n\n');
    }
    expect(headers['last-event-id']).toBe('7');
    return events(`data: ${JSON.stringify({jsonrpc: '2.0', id: lastId, result: CALLED})}\n\n`);
  };
  let lastId: number | undefined;
  expect(await client.call('startRun', {}, breaking)).toMatchObject({content: {id: 'r1'}});
});
