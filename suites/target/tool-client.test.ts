import {expect, test} from 'vitest';
import type {Reply, Request} from './client.ts';
import {ToolClient} from './tool-client.ts';

const RESULTS: Record<string, object> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: {tools: {}},
    serverInfo: {name: 'x', version: '1'},
  },
  'tools/list': {tools: [{name: 'getAccount', inputSchema: {type: 'object'}}]},
  'tools/call': {content: [{type: 'text', text: '{"workspace":"first"}'}]},
};

/** How a server writes a JSON-RPC message into an HTTP response. */
type Format = (message: object) => Partial<Reply>;

const stream = (text: string): Partial<Reply> => ({
  headers: {'content-type': 'text/event-stream'},
  text,
});
const plain: Format = (message) => ({text: JSON.stringify(message)});

/** A sender that answers as an MCP server does. */
const server =
  (format: Format) =>
  async ({body}: Request): Promise<Reply> => {
    const {id, method} = JSON.parse(String(body)) as {id?: number; method: string};
    if (id === undefined) return {status: 202, headers: {}, text: ''};
    return {
      status: 200,
      headers: {'content-type': 'application/json'},
      text: '',
      ...format({jsonrpc: '2.0', id, result: RESULTS[method]}),
    };
  };

const NOTICE =
  '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}';

test.each<[name: string, format: Format]>([
  ['JSON', plain],
  ['a batch', (message) => plain([JSON.parse(NOTICE), message])],
  ['an event', (message) => stream(`data: ${JSON.stringify(message)}\n\n`)],
  [
    'an event with a name',
    (message) => stream(`event: message\ndata: ${JSON.stringify(message)}\n\n`),
  ],
  [
    'an event with all that there is',
    (message) =>
      stream(
        ': hello\r\n\r\nid: 1\r\nretry: 5\r\nevent:message\r\n' +
          `data:${JSON.stringify(message)}\r\n\r\n`,
      ),
  ],
  [
    'an event of several lines',
    (message) =>
      stream(
        `${JSON.stringify(message, null, 1)
          .split('\n')
          .map((line) => `data: ${line}\n`)
          .join('')}\n`,
      ),
  ],
  [
    'an event after others',
    (message) =>
      stream(
        `data: ${NOTICE}\n\nevent: other\ndata: x\n\n` +
          `event: message\ndata: ${JSON.stringify(message)}\n\n`,
      ),
  ],
])('an answer as %s is read', async (_name, format) => {
  const send = server(format);
  const client = new ToolClient('http://localhost:1/mcp', {});
  expect(await client.open(send)).toBeUndefined();
  expect(client.tools).toMatchObject([{name: 'getAccount', arguments: []}]);
  expect(await client.call('getAccount', {}, send)).toMatchObject({
    content: {workspace: 'first'},
    reply: {status: 200},
  });
});

test('the id of a call is of the kind that is wanted', async () => {
  const ids: unknown[] = [];
  const client = new ToolClient('http://localhost/mcp', {});
  const send = server(plain);
  await client.open(send);
  for (const messageId of [undefined, 'zero', 'text', 'large', undefined] as const)
    await client.call(
      'getAccount',
      {},
      (request) => {
        ids.push((JSON.parse(String(request.body)) as {id: unknown}).id);
        return send(request);
      },
      {messageId},
    );
  expect(ids).toEqual([
    expect.any(Number),
    0,
    expect.stringMatching(/^a-\d+$/),
    expect.toSatisfy((id) => Number.isSafeInteger(id) && Number(id) > 2 ** 32),
    expect.any(Number),
  ]);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each<[name: string, format: Format]>([
  ['nothing', () => ({})],
  ['202', () => ({status: 202})],
  ['no JSON', () => ({text: '{'})],
  ['an empty list', () => plain([])],
  ['null', () => ({text: 'null'})],
  ['a notice', () => ({text: NOTICE})],
  ['the answer to another', (message) => plain({...message, id: 99})],
  [
    'an error of nobody',
    () => plain({jsonrpc: '2.0', id: null, error: {code: -32700, message: 'x'}}),
  ],
  ['an answer of no version', (message) => plain({...message, jsonrpc: '1.0'})],
  [
    'an event that is no answer',
    (message) => stream(`data: ${JSON.stringify({...message, result: 7})}\n\n`),
  ],
])(
  '%s in the place of an answer is reported at once',
  async (_name, format) => {
    const client = new ToolClient('http://localhost:1/mcp', {});
    expect(await client.open(server(format))).toMatchObject({
      problem: 'the response is no answer to the message with the id 2',
    });
    const good = new ToolClient('http://localhost:1/mcp', {});
    await good.open(server(plain));
    expect(await good.call('getAccount', {}, server(format))).toMatchObject({
      problem: 'the response is no answer to the message with the id 4',
    });
  },
  5000,
);

test.each<[name: string, format: Format]>([
  ['an empty stream', () => stream('')],
  [
    'a message in a stream of events, without an event',
    (message) => stream(JSON.stringify(message)),
  ],
  [
    'an event of another kind',
    (message) => stream(`event: other\ndata: ${JSON.stringify(message)}\n\n`),
  ],
])(
  '%s is no answer',
  async (_name, format) => {
    expect(await new ToolClient('http://localhost:1/mcp', {}).open(server(format))).toMatchObject({
      reply: {status: 0},
      problem: 'the stream ended without an answer',
    });
  },
  5000,
);

test('a notification that a gateway refused is told as the refusal of the gateway', async () => {
  const usual = server(plain);
  const send = async (request: Request): Promise<Reply> =>
    String(request.body).includes('notifications/initialized')
      ? {status: 504, headers: {'content-type': 'text/html'}, text: '<html></html>'}
      : usual(request);
  const refused = await new ToolClient('http://localhost:1/mcp', {}).open(send);
  expect(refused?.reply.status).toBe(504);
});

test('a refusal with the code that the library uses for its own timeouts is read as a refusal', async () => {
  const client = new ToolClient('http://localhost:1/mcp', {});
  await client.open(server(plain));
  const error = {code: -32001, message: 'No file yet.', data: {reason: 'file_not_found'}};
  const refusing = server((message) => plain({...message, result: undefined, error}));
  expect(await client.call('getAccount', {}, refusing)).toMatchObject({
    refused: true,
    content: {reason: 'file_not_found'},
  });
});
