import fc from 'fast-check';
import {afterAll, beforeAll, expect, inject, test} from 'vitest';
import {oddJson} from '../testing/arbitrary/bodies.ts';
import {createMock, type Mock} from '../create-mock.ts';

const MESSAGES = inject('all') ? 3000 : 1000;
const SEED = 20_260_301;

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({limits: false});
});
afterAll(() => mock.close());

const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  authorization: 'Bearer demo-oauth-harbour',
};
const BEGIN = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: {name: 'fuzz', version: '1'},
  },
};

const METHODS = [
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'tools/call',
  'tools/call',
  'notifications/initialized',
  'notifications/cancelled',
  'resources/list',
  'logging/setLevel',
  'constructor',
  '',
];
const TOOLS = [
  'getAccount',
  'getAccountUsage',
  'listTools',
  'createUpload',
  'listPublications',
  'createPublication',
  'getPublication',
  'listPublicationFiles',
  'getCurrentPublicationFile',
  'getPublicationReader',
  'startRun',
  'readRun',
  'readReport',
  'downloadFile',
  '__proto__',
  'toString',
  'getaccount',
  '',
];
const NAMES = [
  'publication',
  'file',
  'run',
  'cursor',
  'tool',
  'idempotency_key',
  'original_filename',
  'size_bytes',
  'publication_id',
  'key',
  '__proto__',
  'constructor',
  'x',
];

const given = fc.oneof(
  oddJson,
  fc
    .array(
      fc.tuple(
        fc.constantFrom(...NAMES),
        fc.oneof(
          oddJson,
          fc.constantFrom<unknown>(
            'a.epub',
            9,
            'file-validation',
            'pub_nothing',
            '../account',
            'a?b=c',
            'a\r\nX-Evil: 1',
          ),
        ),
      ),
      {maxLength: 5},
    )
    .map((pairs) => {
      const made = {};
      for (const [name, value] of pairs)
        Object.defineProperty(made, name, {
          value,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      return made as unknown;
    }),
);

/** From well-meant to hostile: a message of the protocol, with something odd in it. */
const message: fc.Arbitrary<unknown> = fc.oneof(
  {
    arbitrary: fc.tuple(fc.constantFrom(...TOOLS), given).map(([name, args]): unknown => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {name, arguments: args},
    })),
    weight: 6,
  },
  {
    arbitrary: fc
      .tuple(fc.constantFrom(...METHODS), oddJson, oddJson)
      .map(([method, id, params]): unknown => ({jsonrpc: '2.0', id, method, params})),
    weight: 3,
  },
  {
    arbitrary: fc.tuple(fc.constantFrom(...TOOLS), oddJson).map(([name, meta]): unknown => ({
      jsonrpc: '2.0',
      id: 'a',
      method: 'tools/call',
      params: {name, _meta: meta, task: meta},
    })),
    weight: 1,
  },
  {arbitrary: oddJson, weight: 1},
);

const body = fc
  .oneof(
    {arbitrary: message, weight: 8},
    {arbitrary: fc.array(message, {maxLength: 3}) as fc.Arbitrary<unknown>, weight: 1},
  )
  .map((value) => JSON.stringify(value) ?? '');

const header = fc.constantFrom<Record<string, string>>(
  {},
  {},
  {},
  {},
  {'mcp-session-id': 'nobodys'},
  {'mcp-protocol-version': '2025-06-18'},
  {'mcp-protocol-version': 'x'},
  {'mcp-protocol-version': '2026-07-28'},
  {'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'getAccount'},
  {'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'startRun'},
  {accept: '*/*'},
  {'content-type': 'application/json; charset=utf-16'},
  {'last-event-id': '7'},
  {authorization: 'Bearer'},
  {authorization: 'Bearer demo-oauth-lighthouse'},
  {origin: 'null'},
  {'content-type': 'application/jsonx'},
);

/** A call as revision 2026-07-28 has it, if the text is an object with parameters. */
function withRevision(text: string): string {
  const message = JSON.parse(text) as {params?: unknown} | null;
  if (typeof message?.params !== 'object' || message.params === null) return text;
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return JSON.stringify({...message, params: {...message.params, _meta}});
}

const TITLE =
  'messages of any kind: a response of the protocol, never 5xx, and a refusal changes nothing';

test(`${MESSAGES} ${TITLE}`, async () => {
  const url = `${mock.urls.workspace}/mcp`;
  const begun = await fetch(url, {method: 'POST', headers: HEADERS, body: JSON.stringify(BEGIN)});
  const session = {'mcp-session-id': begun.headers.get('mcp-session-id')!};
  await begun.text();
  const world = mock.world('demo')!;
  const tally: Record<string, number> = {};
  const rows = (): string => JSON.stringify(world.image().tables);
  let before = rows();
  for (const [text, more] of fc.sample(fc.tuple(body, header), {seed: SEED, numRuns: MESSAGES})) {
    const reply = await fetch(url, {
      method: 'POST',
      headers: {...HEADERS, ...session, ...more},
      body: more['mcp-method'] === undefined ? text : withRevision(text),
    });
    const answer = await reply.text();
    const what =
      `${reply.status} ${answer.slice(0, 200)} to ${text.slice(0, 300)} ` +
      `with ${JSON.stringify(more)}`;
    expect([200, 202, 400, 401, 403, 404, 406, 413, 415], what).toContain(reply.status);
    const answers = answer === '' ? [] : ([JSON.parse(answer)] as any[]).flat();
    // Whatever is wrong is the client's: -32603 would be a fault of the mock.
    for (const each of answers) expect(each.error?.code, what).not.toBe(-32603);
    const done =
      reply.status === 200 && answers.some((answer) => answer.result && !answer.result.isError);
    const after = rows();
    if (!done) expect(after, what).toBe(before);
    before = after;
    const kind = done
      ? 'done'
      : answers.some((answer) => answer.result?.isError)
        ? 'refused by an operation'
        : `${reply.status}`;
    tally[kind] = (tally[kind] ?? 0) + 1;
  }
  expect(tally).toMatchObject({
    done: expect.any(Number),
    'refused by an operation': expect.any(Number),
    200: expect.any(Number),
    400: expect.any(Number),
    401: expect.any(Number),
  });
  expect(world.journal.after(0, 5000).filter(({status}) => status >= 500)).toEqual([]);
});
