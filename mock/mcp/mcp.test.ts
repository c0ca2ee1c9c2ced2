import {request} from 'node:http';
import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {StreamableHTTPClientTransport} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {createMock, type Mock} from '../create-mock.ts';

const AGENT = 'demo-oauth-harbour';
const OTHER = 'demo-oauth-lighthouse';

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({limits: false});
});
afterAll(() => mock.close());

type Json = Record<string, any>;

/** The SDK's own client. */
async function client(token: string): Promise<{
  call(name: string, given?: Json): Promise<Json>;
  list(): Promise<string[]>;
  session(): string;
  close(): Promise<void>;
}> {
  const transport = new StreamableHTTPClientTransport(new URL(`${mock.urls.workspace}/mcp`), {
    requestInit: {headers: {authorization: `Bearer ${token}`}},
  });
  const own = new Client({name: 'foreign', version: '1.0.0'});
  await own.connect(transport as Parameters<Client['connect']>[0]);
  return {
    call: async (name, given = {}) => (await own.callTool({name, arguments: given})) as Json,
    list: async () => (await own.listTools()).tools.map((tool) => tool.name),
    session: () => transport.sessionId!,
    close: () => own.close(),
  };
}

const reasonOf = ({content}: Json): unknown => JSON.parse(content[0].text).reason;

/** Sends one HTTP request to `/mcp`. */
async function post(
  body: string,
  headers: Record<string, string | undefined> = {},
  method = 'POST',
): Promise<{status: number; headers: Headers; message: Json}> {
  const all = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${AGENT}`,
    ...headers,
  };
  const reply = await fetch(`${mock.urls.workspace}/mcp`, {
    method,
    ...(method === 'POST' && {body}),
    headers: Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
  });
  const text = await reply.text();
  return {
    status: reply.status,
    headers: reply.headers,
    message: text === '' ? {} : (JSON.parse(text) as Json),
  };
}

describe('the client of the SDK', () => {
  it('goes from upload to report, and results fit the output schemas', async () => {
    const {call, list, close} = await client(AGENT);
    // From here on the client validates every result against the schema of its tool.
    expect(await list()).toHaveLength(14);
    const file = {original_filename: 'tides.epub', size_bytes: 6};
    const {structuredContent: reserved} = await call('createUpload', file);
    expect(
      (
        await fetch(reserved.upload_url, {
          method: 'PUT',
          headers: reserved.upload_headers,
          body: 'a book',
        })
      ).status,
    ).toBe(200);
    const {structuredContent: made} = await call('createPublication', {
      publication_id: reserved.publication_id,
      key: reserved.key,
      ...file,
    });
    const given = {publication: made.id, tool: 'file-validation', idempotency_key: 'once'};
    const {structuredContent: run} = await call('startRun', given);
    expect((await call('startRun', given)).structuredContent.id).toBe(run.id);
    expect(reasonOf(await call('readReport', {run: run.id}))).toBe('report_unavailable');
    await mock.world('demo')!.advance(60_000);
    expect((await call('readRun', {run: run.id})).structuredContent.state).toBe('succeeded');
    expect((await call('readReport', {run: run.id})).isError).toBeUndefined();
    const {structuredContent: current} = await call('getCurrentPublicationFile', {
      publication: made.id,
    });
    const {structuredContent: link} = await call('downloadFile', {file: current.id});
    expect(await (await fetch(link.location)).text()).toBe('a book');
    for (const [name, more] of Object.entries({
      getAccount: {},
      getAccountUsage: {},
      listTools: {},
      listPublications: {},
      getPublication: {publication: made.id},
      listPublicationFiles: {publication: made.id},
      getPublicationReader: {publication: made.id},
    }))
      expect((await call(name, more)).isError, name).toBeUndefined();
    await close();
  });
});

describe('clients of the SDK', () => {
  it('is one of several at once, each in its own workspace', async () => {
    const all = await Promise.all([AGENT, OTHER, AGENT, OTHER].map(client));
    const accounts = await Promise.all(all.map(({call}) => call('getAccount')));
    expect(accounts.map(({structuredContent}) => structuredContent.workspace)).toEqual([
      'ws_harbour',
      'ws_lighthouse',
      'ws_harbour',
      'ws_lighthouse',
    ]);
    expect(new Set(all.map(({session}) => session())).size).toBe(4);
    const list = await all[1]!.call('listPublications');
    const [theirs] = list.structuredContent.data;
    expect(reasonOf(await all[0]!.call('getPublication', {publication: theirs.id}))).toBe(
      'publication_not_found',
    );
    await Promise.all(all.map(({close}) => close()));
  });

  it('gets an error of the protocol for a malformed call', async () => {
    const {call, close} = await client(AGENT);
    await expect(call('getPublicaton', {})).rejects.toThrow(/no tool `getPublicaton`/);
    await expect(call('getPublication', {})).rejects.toThrow(/`publication` has to be a text/);
    await expect(call('getPublication', {publication: 7})).rejects.toThrow(
      /`publication` has to be a text/,
    );
    await expect(call('createUpload', {filename: 'a.epub'})).rejects.toThrow(
      /no argument `filename`; there are original_filename, size_bytes/,
    );
    expect(reasonOf(await call('createUpload', {original_filename: 'a.epub'}))).toBe(
      'invalid_request',
    );
    await close();
  });
});

const ping = (id: unknown = 1): string => JSON.stringify({jsonrpc: '2.0', id, method: 'ping'});
const begin = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: {name: 'raw', version: '1'},
  },
});
const opened = async (headers: Record<string, string> = {}): Promise<string> =>
  (await post(begin, headers)).headers.get('mcp-session-id')!;

it.each<
  [
    what: string,
    body: string,
    headers: Record<string, string | undefined>,
    status: number,
    code: number | undefined,
  ]
>([
  ['broken JSON', '{"jsonrpc":', {}, 400, -32700],
  ['nothing', '', {}, 400, -32700],
  ['JSON that is no message', '{"a": 1}', {}, 400, -32600],
  ['a number', '7', {}, 400, -32600],
  ['an empty batch', '[]', {}, 400, -32600],
  ['a batch with something else in it', `[${ping()}, 7]`, {}, 400, -32600],
  [
    'a batch where the protocol has none',
    `[${ping()}]`,
    {'mcp-protocol-version': '2025-06-18'},
    400,
    -32600,
  ],
  ['no session', ping(), {}, 400, -32600],
  ['a session that is none', ping(), {'mcp-session-id': 'nobodys'}, 404, -32001],
  ['two beginnings at once', `[${begin}, ${begin}]`, {}, 400, -32600],
  ['another content type', ping(), {'content-type': 'text/plain'}, 415, -32600],
  ['no room for events', begin, {accept: 'application/json'}, 406, -32000],
  [
    'an oversized body',
    JSON.stringify({jsonrpc: '2.0', id: 1, method: 'ping', params: {x: 'x'.repeat(1_100_000)}}),
    {},
    413,
    -32600,
  ],
  [
    'an unknown protocol version',
    ping(),
    {'mcp-session-id': 'SESSION', 'mcp-protocol-version': '1999-01-01'},
    400,
    -32000,
  ],
  ['a page of another site', begin, {origin: 'https://elsewhere.example'}, 403, -32600],
  [
    'a message without a bottom',
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"getPublication","arguments":{"publication":${'['.repeat(400_000)}${']'.repeat(400_000)}}}}`,
    {'mcp-session-id': 'SESSION'},
    400,
    -32600,
  ],
  [
    'an answer without a bottom',
    `{"jsonrpc":"2.0","id":1,"result":{"a":${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}}}`,
    {'mcp-session-id': 'SESSION'},
    400,
    -32600,
  ],
  ['compressed bytes', begin, {'content-encoding': 'gzip'}, 400, -32600],
  ['no token', begin, {authorization: undefined}, 401, undefined],
  ['an API key', begin, {authorization: 'Bearer demo-key-harbour-full'}, 401, undefined],
  [
    'a token without the scope',
    begin,
    {authorization: 'Bearer demo-oauth-harbour-scopeless'},
    403,
    undefined,
  ],
])(
  'a bad message is refused, and nothing is lost: %s',
  async (_what, body, headers, status, code) => {
    const before = JSON.stringify(mock.world('demo')!.image().tables);
    const {'mcp-session-id': session} = headers;
    const got = await post(
      body,
      session === 'SESSION' ? {...headers, 'mcp-session-id': await opened()} : headers,
    );
    expect([got.status, got.message.error?.code]).toEqual([status, code]);
    if (status === 401 || status === 403)
      expect(code !== undefined || got.headers.get('www-authenticate')).toBeTruthy();
    expect(JSON.stringify(mock.world('demo')!.image().tables)).toBe(before);
  },
);

it.each([
  ['a page of this machine', 'http://localhost:3000', 'http://localhost:3000'],
  ['a page of another site', 'https://elsewhere.example', null],
])('%s may read a response, or may not', async (_what, origin, allowed) => {
  const {headers} = await post(begin, {origin});
  expect(headers.get('access-control-allow-origin')).toBe(allowed);
});

describe('requests that the transport refuses', () => {
  it('a page whose name was rebound to this machine is refused', async () => {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${AGENT}`,
      host: 'evil.example:4010',
      origin: 'http://evil.example:4010',
    };
    const status = await new Promise((resolve, reject) => {
      request(`${mock.urls.workspace}/mcp`, {method: 'POST', headers}, (answered) =>
        resolve(answered.resume().statusCode),
      )
        .on('error', reject)
        .end(begin);
    });
    expect(status).toBe(403);
  });

  it('an unknown method is refused with those that there are', async () => {
    for (const method of ['PUT', 'PATCH', 'HEAD']) {
      const {status, headers} = await post('', {}, method);
      expect([status, headers.get('allow')]).toEqual([405, 'GET, POST, DELETE']);
    }
  });

  it('refusals of the transport are journaled too', async () => {
    await post(begin, {accept: 'application/json'});
    const [entry] = mock.world('demo')!.journal.after(0, 5000).slice(-1);
    expect(entry).toMatchObject({
      status: 406,
      why: {
        got: expect.stringContaining('must accept both'),
        todo: 'send Accept: application/json, text/event-stream',
      },
    });
  });

  it('a name or value of a megabyte is neither repeated nor kept', async () => {
    const session = await opened();
    const long = 'x'.repeat(900_000);
    for (const params of [
      {name: long},
      {name: 'getAccount', arguments: {[long]: 1}},
      {name: 'readRun', arguments: {run: [long]}},
      {name: 'getPublication', arguments: {publication: long}},
    ]) {
      const {message} = await post(
        JSON.stringify({jsonrpc: '2.0', id: 1, method: 'tools/call', params}),
        {'mcp-session-id': session},
      );
      expect(JSON.stringify(message).length).toBeLessThan(1000);
      const {request, ...entry} = mock.world('demo')!.journal.newest(1)[0]!;
      expect(JSON.stringify(entry).length).toBeLessThan(5000);
      expect(request!.body!.length).toBeLessThanOrEqual(8192);
    }
  });
});

describe('sessions and the ids of requests', () => {
  it("somebody else's session is no session", async () => {
    const session = await opened();
    expect((await post(ping(), {'mcp-session-id': session})).status).toBe(200);
    expect(
      (await post(ping(), {'mcp-session-id': session, authorization: `Bearer ${OTHER}`})).status,
    ).toBe(404);
  });

  it('a session that was ended is none, and the journal says so once', async () => {
    const session = await opened();
    expect((await post('', {'mcp-session-id': session}, 'DELETE')).status).toBe(200);
    expect((await post(ping(), {'mcp-session-id': session})).status).toBe(404);
    expect(mock.world('demo')!.journal.newest(1)[0]!.why).toEqual({
      expected: 'a session that this client began in this workspace, since the mock started',
      got: 'another, or one that has ended',
      todo: 'begin again with `initialize`',
    });
  });

  it('an unknown method and a tool call without a name are answered as such', async () => {
    const session = await opened();
    const send = (method: string, params: unknown) =>
      post(JSON.stringify({jsonrpc: '2.0', id: 1, method, params}), {'mcp-session-id': session});
    expect((await send('nothing', {})).message.error.code).toBe(-32601);
    expect((await send('tools/call', {})).message.error.code).toBe(-32602);
    expect((await send('tools/call', {name: 'getAccount', arguments: 7})).message.error.code).toBe(
      -32602,
    );
  });

  it('of requests under way with the same id one is answered', async () => {
    const session = await opened();
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        post(
          JSON.stringify({
            jsonrpc: '2.0',
            id: 'same',
            method: 'tools/call',
            params: {name: 'getAccount'},
          }),
          {'mcp-session-id': session},
        ),
      ),
    );
    for (const {status} of answers) expect([200, 400]).toContain(status);
    expect(answers.some(({status}) => status === 200)).toBe(true);
  });
});

it('a tool call is journaled as its operation, a refusal with its reason', async () => {
  const {call, close} = await client(AGENT);
  await call('getPublication', {publication: 'nothing'});
  const [entry] = mock.world('demo')!.journal.after(0, 5000).slice(-1);
  expect(entry).toMatchObject({
    path: '/mcp (getPublication)',
    status: 404,
    operation: 'getPublication',
    why: {got: 'nothing'},
  });
  await close();
});

/** The metadata of every request of revision 2026-07-28. */
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

describe('revision 2026-07-28', () => {
  const ask = (method: string, params: Json = {}, headers: Record<string, string> = {}) =>
    post(JSON.stringify({jsonrpc: '2.0', id: 1, method, params: {...params, _meta: META}}), {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...headers,
    });
  const named = (name: string) => ({'mcp-name': name});

  it('is spoken without a session, beside the others', async () => {
    const discovered = await ask('server/discover');
    expect(discovered.message.result).toMatchObject({supportedVersions: ['2026-07-28']});
    expect(discovered.headers.get('mcp-session-id')).toBeNull();
    const {message} = await ask('tools/list');
    expect(message.result).toMatchObject({resultType: 'complete', ttlMs: expect.any(Number)});
    expect(message.result.tools).toHaveLength(14);
    const called = await ask('tools/call', {name: 'getAccount'}, named('getAccount'));
    expect(called.message.result.structuredContent).toMatchObject({workspace: 'ws_harbour'});
    const {call, close} = await client(AGENT);
    expect((await call('getAccount')).structuredContent).toMatchObject({workspace: 'ws_harbour'});
    await close();
  });

  it('answers malformed parameters as such', async () => {
    const unnamed = await ask('tools/call', {}, named('getAccount'));
    const mistyped = {name: 'getAccount', arguments: 7};
    const other = await ask('tools/call', mistyped, named('getAccount'));
    expect([unnamed, other].map(({message}) => message.error.code)).toEqual([-32_602, -32_602]);
  });

  it('has the same reasons and the same tokens', async () => {
    const of = {name: 'getPublication', arguments: {publication: 'pub_nothing'}};
    const refused = await ask('tools/call', of, named('getPublication'));
    expect(refused.message.result).toMatchObject({isError: true, resultType: 'complete'});
    expect(reasonOf(refused.message.result)).toBe('publication_not_found');
    expect((await ask('tools/list', {}, {authorization: 'Bearer nobodys'})).status).toBe(401);
    expect((await ask('tools/list', {}, {origin: 'https://evil.example'})).status).toBe(403);
  });

  it.each<
    [what: string, method: string, params: Json, headers: Json, status: number, code: number]
  >([
    ['another version', 'tools/list', {}, {'mcp-protocol-version': '2025-11-25'}, 400, -32_020],
    ['another name', 'tools/call', {name: 'startRun'}, named('getAccount'), 400, -32_020],
    ['no method of it', 'initialize', {}, {}, 404, -32_601],
    ['no tool of it', 'tools/call', {name: 'nothing'}, named('nothing'), 200, -32_602],
  ])('refuses %s', async (_what, method, params, headers, status, code) => {
    const refused = await ask(method, params, headers);
    expect([refused.status, refused.message.error.code]).toEqual([status, code]);
    if (status === 200) return;
    const [entry] = mock.world('demo')!.journal.after(0, 5000).slice(-1);
    expect(entry).toMatchObject({situation: 'refused-by-the-transport', status});
  });
});

/** The statuses with which a mock answers `initialize`, and a request without a session. */
async function statusesOf(revisions: string): Promise<number[]> {
  const other = await createMock({freedoms: {'mcp.revisions': revisions}});
  const clientInfo = {name: 'x', version: '1'};
  const begin = {protocolVersion: '2025-11-25', capabilities: {}, clientInfo};
  const statuses: number[] = [];
  for (const [method, params, revision] of [
    ['initialize', begin, '2025-11-25'],
    ['tools/list', {_meta: META}, '2026-07-28'],
  ] as const) {
    const reply = await fetch(`${other.urls.workspace}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${AGENT}`,
        'mcp-protocol-version': revision,
        'mcp-method': method,
      },
      body: JSON.stringify({jsonrpc: '2.0', id: 1, method, params}),
    });
    statuses.push(reply.status);
  }
  await other.close();
  return statuses;
}

it('a world can be made to speak only one kind of revision', async () => {
  expect(await statusesOf('legacy')).toEqual([200, 400]);
  expect(await statusesOf('modern')).toEqual([400, 200]);
});
