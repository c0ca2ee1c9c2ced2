import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, describe, expect, inject, test, vi} from 'vitest';
import {createMock, type Mock} from '../mock/create-mock.ts';
import {demoClientSecret, demoSecret} from '../proof/demo-credentials.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {UsageError} from '../spec/usage-error.ts';
import {allChecks} from '../suites/all-checks.ts';
import {verifyAndRun} from '../suites/engine/run.ts';
import type {RunResult} from '../suites/engine/begin/run-options.ts';
import {readConfig} from '../suites/target/config/reader.ts';
import {Deployment} from '../suites/target/deployment.ts';
import {isPlayed} from '../suites/testing/played-checks.ts';
import {main} from './main.ts';
import {select} from './selection.ts';

const specifications = loadSpecifications();
const all = allChecks(specifications).checks.filter(isPlayed);
const folder = mkdtempSync(join(tmpdir(), 'presscheck-agents-'));

/** Time that passes only while somebody waits, for the mock and the suite alike. */
const time = {
  at: Date.UTC(2026, 2, 2, 9, 30),
  now: () => time.at,
  sleep: async (ms: number) => void (time.at += Math.max(0, ms)),
};

let mock: Mock;
beforeAll(async () => {
  const machine = {now: time.now, wait: time.sleep, later: () => () => {}, chance: () => 1};
  mock = await createMock({world: 'demo', limits: false, control: false, machine});
});
afterAll(async () => {
  await mock.close();
  rmSync(folder, {recursive: true});
});
afterEach(() => {
  process.exitCode = 0;
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const SECRETS = {
  KEY: demoSecret('full'),
  SECOND_KEY: demoSecret('second-workspace'),
  TOKEN: demoSecret('agent'),
  SCOPELESS: demoSecret('scopeless-agent'),
  CLIENT: demoClientSecret('demo-client-harbour'),
  SECOND_CLIENT: demoClientSecret('demo-client-lighthouse'),
  WRONG: 'demo-secret-of-nobody',
};
const AGENT = '{client_id: demo-client-harbour, client_secret: {env: CLIENT}}';
const SECOND_AGENT = '{client_id: demo-client-lighthouse, client_secret: {env: SECOND_CLIENT}}';

/** The demo world as its owner would describe it. */
function described(credentials: Record<string, string>, base = mock.urls.workspace): string {
  const file = join(folder, 'presscheck.yaml');
  const roles = {full: '{env: KEY}', 'second-workspace': '{env: SECOND_KEY}', ...credentials};
  writeFileSync(
    file,
    `name: the demo world
workspace: {base_url: '${base}'}
credentials:
${Object.entries(roles)
  .map(([role, value]) => `  ${role}: ${value}\n`)
  .join('')}samples:
  good: {filename: the-quiet-harbour.epub}
  unsupported: {filename: notes.exe}
  unknown_file: file_nobodys
  metered_tool: blurb-writing
  unmetered_tool: file-validation
  unknown_tool: no-such-tool
max_wait: 120
`,
  );
  return file;
}

async function certified(
  credentials: Record<string, string>,
  only: string[],
  base = mock.urls.workspace,
): Promise<RunResult> {
  const config = readConfig(described(credentials, base), specifications, SECRETS);
  const checks = select(all, specifications, only);
  return verifyAndRun({
    specifications: specifications,
    checks,
    target: new Deployment(config, time),
    seed: 1,
    clock: time,
    timeout: 1000,
  });
}

const LISTING = 'workspace.mcp.server-answers-at-mcp';
const FOREIGN = 'workspace.mcp.foreign-is-not-found';
const SCOPE = 'workspace.mcp.scope-is-needed';

/** Paths that were requested since the last call. */
const requestedPaths = (() => {
  let last = 0;
  return (): string[] => {
    const entries = mock.world('demo')!.journal.after(last, 5000);
    last = entries.at(-1)?.n ?? last;
    return entries.map(({path}) => path);
  };
})();

test('the whole chapter, with agents from client credentials', async () => {
  const {rules} = await certified(
    {agent: AGENT, 'second-agent': SECOND_AGENT, 'scopeless-agent': '{env: SCOPELESS}'},
    ['workspace/mcp'],
  );
  expect(rules.filter(({verdict}) => verdict !== 'passed' && verdict !== 'not-exercised')).toEqual(
    [],
  );
  // The others need a hook, or where a run is read.
  expect(rules.filter(({verdict}) => verdict === 'passed').length).toBeGreaterThan(8);
  expect(requestedPaths().filter((path) => path === '/oauth/token')).toHaveLength(2);
});

test('a token that ends within the run is fetched anew in time', async () => {
  const world = mock.world('demo')!;
  let answered = 0;
  await world.setNumber('workspace.mcp.access_token_seconds', 90);
  requestedPaths();
  const config = readConfig(
    described({agent: AGENT, 'scopeless-agent': '{env: SCOPELESS}'}),
    specifications,
    SECRETS,
  );
  const checks = select(all, specifications, [
    'workspace.mcp.tool-answers-as-the-operation',
    SCOPE,
    'workspace.mcp.key-is-no-token',
  ]);
  const {rules} = await verifyAndRun({
    specifications: specifications,
    checks,
    target: new Deployment(config, time),
    seed: 1,
    clock: time,
    timeout: 1000,
    onExchange: () => {
      answered += 1;
      time.at += 5000;
    },
  });
  expect(answered).toBeGreaterThan(20);
  expect(
    rules
      .flatMap(({places}) => places)
      .filter(({verdict, reason}) => verdict !== 'passed' && !reason?.includes('paths.readRun')),
  ).toEqual([]);
  expect(requestedPaths().filter((path) => path === '/oauth/token').length).toBeGreaterThan(2);
  await world.setNumber('workspace.mcp.access_token_seconds', 3600);
});

test.each<[credentials: Record<string, string>, only: string, complaint: RegExp]>([
  [
    {agent: AGENT.replace('CLIENT', 'WRONG')},
    LISTING,
    /^credentials\.agent: POST http:\S+\/oauth\/token was answered 401 .*invalid_client .*`client_secret` is not valid there/,
  ],
  [
    {agent: AGENT.replace('demo-client', 'no-client')},
    LISTING,
    /^credentials\.agent: .*invalid_client/,
  ],
  [
    {agent: AGENT.replace('}}', '}, scope: everything}')},
    LISTING,
    /^credentials\.agent: .*invalid_scope .*name another `scope`/,
  ],
  [
    {agent: AGENT, 'scopeless-agent': AGENT},
    SCOPE,
    /credentials\.scopeless-agent: granted was `mcp:use`, and this role is to lack mcp:use/,
  ],
])(
  '%j is a mistake of the configuration, reported before anything is judged',
  async (credentials, only, complaint) => {
    await expect(certified(credentials, [only])).rejects.toThrow(UsageError);
    await expect(certified(credentials, [only])).rejects.toThrow(complaint);
  },
);

test.each<[credentials: Record<string, string>, only: string, reason: RegExp]>([
  [
    {agent: '{env: WRONG}'},
    LISTING,
    /agent was answered 401, as every other .*either credentials\.agent/,
  ],
  [
    {agent: '{env: SCOPELESS}'},
    LISTING,
    /agent was answered 403, as every other .*either credentials\.agent/,
  ],
  [
    {agent: SECOND_AGENT},
    LISTING,
    /agent 1 shows another workspace than that of credentials\.full/,
  ],
  [{agent: `[${AGENT}, ${SECOND_AGENT}]`}, LISTING, /agent 2 shows another workspace/],
])(
  '%j may be wrong, or the deployment: the rule is undecided',
  async (credentials, only, reason) => {
    const {rules} = await certified(credentials, [only]);
    expect(rules).toMatchObject([{rule: only, verdict: 'inconclusive'}]);
    expect(rules[0]?.reason).toMatch(reason);
  },
);

test('agents that no rule of the run needs are left alone', async () => {
  requestedPaths();
  const wrong = {agent: AGENT.replace('CLIENT', 'WRONG'), 'second-agent': '{env: WRONG}'};
  expect((await certified(wrong, ['workspace.account.has-plan'])).rules[0]).toMatchObject({
    verdict: 'passed',
  });
  expect(
    (await certified({agent: '{env: TOKEN}', 'second-agent': '{env: WRONG}'}, [LISTING])).rules[0],
  ).toMatchObject({verdict: 'passed'});
  expect(requestedPaths().filter((path) => /oauth|well-known/.test(path))).toEqual([]);
});

/** Runs the command in this process, and reads all that it wrote. */
async function presscheck(args: string[]): Promise<{code: number; output: string}> {
  for (const [name, value] of Object.entries(SECRETS)) vi.stubEnv(name, value);
  let output = '';
  for (const stream of ['stdout', 'stderr'] as const)
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      output += String(text);
      return true;
    });
  const report = join(folder, 'report');
  await main([
    process.execPath,
    'presscheck',
    ...args,
    ...(args[0] === 'certify' ? ['--report', report] : []),
  ]);
  vi.restoreAllMocks();
  for (const entry of args[0] === 'certify' && !args.includes('--plan')
    ? readdirSync(report, {recursive: true, withFileTypes: true})
    : [])
    if (entry.isFile()) output += readFileSync(join(entry.parentPath, entry.name), 'utf8');
  return {code: Number(process.exitCode ?? 0), output};
}

test('the plan announces what is fetched, and sends nothing', async () => {
  const config = described({
    agent: AGENT,
    'second-agent': SECOND_AGENT,
    'scopeless-agent': '{env: SCOPELESS}',
  });
  requestedPaths();
  const {code, output} = await presscheck([
    'certify',
    '--config',
    config,
    '--plan',
    '--only',
    LISTING,
    FOREIGN,
    SCOPE,
  ]);
  expect(output).toContain(
    'access tokens are fetched for agent, second-agent; requests for them are not counted',
  );
  expect(code).toBe(0);
  expect(
    (await presscheck(['certify', '--config', config, '--plan', '--only', 'workspace/account']))
      .output,
  ).not.toContain('access tokens');
  expect(requestedPaths()).toEqual([]);
});

test('tokens that are issued elsewhere are fetched after --yes only', async () => {
  const config = described({
    agent: AGENT.replace('}}', "}, token_url: 'https://login.example/token'}"),
  });
  const {code, output} = await presscheck(['certify', '--config', config, '--only', LISTING]);
  expect(output).toContain(
    'to other machines: https://login.example (access tokens); read the plan above, and add --yes',
  );
  expect(code).toBe(2);
});

test('no report shows a client secret or a token, whatever the verdict', async () => {
  const given = (): string[] =>
    [...mock.world('demo')!.table('access_tokens').all()].map((row) =>
      String(Reflect.get(row, 'secret')),
    );
  const config = described({agent: AGENT, 'scopeless-agent': '{env: TOKEN}'});
  const {code, output} = await presscheck([
    'certify',
    '--config',
    config,
    '--only',
    LISTING,
    SCOPE,
    'workspace.mcp.key-is-no-token',
  ]);
  expect(code).toBe(1);
  expect(output).toContain('Bearer $TOKEN');
  for (const secret of [
    ...given(),
    SECRETS.CLIENT,
    Buffer.from(`demo-client-harbour:${SECRETS.CLIENT}`).toString('base64'),
  ])
    expect(output).not.toContain(secret);
});

test.each([[['certify', '--only', LISTING]], [['replay', join(folder, 'fixture.yaml')]]])(
  'a wrong client secret ends %j with 2',
  async (args) => {
    writeFileSync(
      join(folder, 'fixture.yaml'),
      'fixture: an account\nsteps:\n  - {step: call, id: a, api: workspace, op: getAccount, as: agent, interface: mcp, expects: account}\n',
    );
    const {code, output} = await presscheck([
      ...args,
      '--config',
      described({agent: AGENT.replace('CLIENT', 'WRONG'), 'scopeless-agent': '{env: SCOPELESS}'}),
    ]);
    expect(code).toBe(2);
    expect(output).toContain('credentials.agent: POST');
    expect(output).not.toContain(SECRETS.WRONG);
  },
);

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

/**
 * Serves an API of two workspaces.
 * @param mcp answers everything that is not below /api
 */
async function api(
  mcp: (request: IncomingMessage, reply: ServerResponse) => void,
): Promise<string> {
  server = createServer((request, reply) => {
    if (!request.url!.startsWith('/api/')) return mcp(request, reply);
    const workspace = request.headers.authorization?.includes('lighthouse') ? 'second' : 'first';
    reply
      .writeHead(200, {'content-type': 'application/json'})
      .end(JSON.stringify({workspace, plan: null, paid_work: false, publications_left: 3}));
  });
  await new Promise<void>((settle) => server!.listen(0, '127.0.0.1', settle));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What stands where an MCP server should be, by name. */
const NO_MCP_SERVERS: [
  name: string,
  answer: (request: IncomingMessage, reply: ServerResponse) => void,
][] = [
  ['404', (_, reply) => void reply.writeHead(404, {'content-type': 'application/json'}).end('{}')],
  ['405', (_, reply) => void reply.writeHead(405).end()],
  ['HTML', (_, reply) => void reply.writeHead(200, {'content-type': 'text/html'}).end('<p>')],
  [
    'a log-in page',
    (_, reply) => void reply.writeHead(401, {'content-type': 'text/html'}).end('<p>'),
  ],
  ['503', (_, reply) => void reply.writeHead(503).end()],
  ['a redirect', (_, reply) => void reply.writeHead(302, {location: '/login'}).end()],
  ['a reset', (request) => request.socket.resetAndDestroy()],
  [
    'JSON that is no message',
    (_, reply) => void reply.writeHead(200, {'content-type': 'application/json'}).end('[]'),
  ],
  [
    'an event that is no message',
    (_, reply) =>
      void reply
        .writeHead(200, {'content-type': 'text/event-stream'})
        .end('data: {"jsonrpc":"2.0","id":0,"result":7}\n\n'),
  ],
  [
    'an event of another kind',
    (_, reply) =>
      void reply
        .writeHead(200, {'content-type': 'text/event-stream'})
        .end('event: other\ndata: {"jsonrpc":"2.0","id":0,"result":{}}\n\n'),
  ],
  [
    'the message of another request',
    (_, reply) =>
      void reply
        .writeHead(200, {'content-type': 'application/json'})
        .end('{"jsonrpc":"2.0","id":99,"result":{}}'),
  ],
  ['nothing', (_, reply) => void reply.writeHead(202).end()],
];

describe('where the API is, and no MCP server', () => {
  test.each(NO_MCP_SERVERS)('%s: the rules decide', async (_name, answer) => {
    const {rules} = await certified({agent: '{env: TOKEN}'}, [LISTING], await api(answer));
    expect(rules.map(({rule, verdict}) => ({rule, verdict}))).toEqual([
      {rule: LISTING, verdict: expect.stringMatching(/^(failed|inconclusive)$/)},
    ]);
  });

  // A client asks for its token before the rules see the server: `npm test` tries each third one.
  test.each(NO_MCP_SERVERS.filter((_, index) => inject('all') || index % 3 === 0))(
    '%s: a client gets no token there, and nothing is decided',
    async (_name, answer) => {
      const {rules} = await certified({agent: AGENT}, [LISTING], await api(answer));
      expect(rules).toMatchObject([
        {
          rule: LISTING,
          verdict: 'inconclusive',
          reason: expect.stringMatching(/^credentials\.agent: /),
        },
      ]);
    },
  );

  test('429 is waited for, and accuses nobody', async () => {
    let count = 0;
    const base = await api((_, reply) => {
      count += 1;
      reply.writeHead(429, {'content-type': 'application/json', 'retry-after': '7'}).end('{}');
    });
    const {rules} = await certified({agent: '{env: TOKEN}'}, [LISTING], base);
    expect(rules).toMatchObject([{verdict: 'inconclusive', reason: expect.stringMatching(/429/)}]);
    // The list of tools, and a call with an id of each of four kinds: nine requests each at most.
    expect(count).toBeLessThan(50);
  });
});

/**
 * An MCP server whose tool shows these workspaces to the second agent, in turn, and the first to every
 * other.
 */
function showing(...workspaces: string[]) {
  return async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const {id, method} = JSON.parse(text) as {id?: number; method: string};
    if (id === undefined) return void reply.writeHead(202).end();
    const isSecond = request.headers.authorization === `Bearer ${SECRETS.SCOPELESS}`;
    const isShown = isSecond && method === 'tools/call';
    const workspace = (isShown && workspaces.shift()) || 'first';
    const account = {workspace, plan: null, paid_work: false, publications_left: 3};
    const results: Record<string, object> = {
      initialize: {
        protocolVersion: '2025-06-18',
        capabilities: {tools: {}},
        serverInfo: {name: 's', version: '1'},
      },
      'tools/list': {tools: [{name: 'get_account', inputSchema: {type: 'object'}}]},
      'tools/call': {
        content: [{type: 'text', text: JSON.stringify(account)}],
        structuredContent: account,
      },
    };
    reply
      .writeHead(200, {'content-type': 'application/json'})
      .end(JSON.stringify({jsonrpc: '2.0', id, result: results[method] ?? {}}));
  };
}

test.each([
  ['first', 'first'],
  ['first', 'second'],
])('a second agent that is shown %s and then %s ends no run', async (...workspaces) => {
  const server = showing(...workspaces);
  const base = await api((...call) => void server(...call));
  const agents = {agent: '{env: TOKEN}', 'second-agent': '{env: SCOPELESS}'};
  await expect(certified(agents, [FOREIGN], base)).resolves.toMatchObject({
    rules: [{rule: FOREIGN}],
  });
});
