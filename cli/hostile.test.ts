import {createServer as createHttp, type IncomingMessage, type ServerResponse} from 'node:http';
import {createServer as createTcp, type AddressInfo, type Server} from 'node:net';
import {afterEach, expect, inject, test} from 'vitest';
import {loadSpecifications} from '../spec/specification.ts';
import {UsageError} from '../spec/usage-error.ts';
import {allChecks} from '../suites/all-checks.ts';
import {compareExpectations} from '../suites/engine/conclude/expectations.ts';
import type {WaitingClock} from '../spec/clock.ts';
import {realClock} from '../suites/engine/facts/ports.ts';
import {verifyAndRun} from '../suites/engine/run.ts';
import type {RunResult} from '../suites/engine/begin/run-options.ts';
import type {Config} from '../suites/target/config.ts';
import {openProfile} from '../spec/profile.ts';
import {HttpClient} from '../suites/target/client.ts';
import {Deployment} from '../suites/target/deployment.ts';
import {isPlayed} from '../suites/testing/played-checks.ts';
import {answeredIn} from '../suites/target/tool-results.ts';
import {select} from './selection.ts';

const specifications = loadSpecifications();
const all = allChecks(specifications).checks.filter(isPlayed);
const open: Server[] = [];
afterEach(async () => {
  await Promise.all(
    open.splice(0).map((server) => new Promise((fulfil) => server.close(fulfil).unref())),
  );
});

/** Real time for requests, none for waiting. */
const hasty = (): WaitingClock & {slept: number} => {
  const clock = {
    slept: 0,
    now: () => realClock.now() + clock.slept,
    sleep: async (ms: number) => void (clock.slept += Math.max(0, ms)),
  };
  return clock;
};

const listen = async (server: Server): Promise<number> => {
  open.push(server);
  await new Promise<void>((fulfil) => server.listen(0, '127.0.0.1', fulfil));
  return (server.address() as AddressInfo).port;
};
const http = (answer: (request: IncomingMessage, reply: ServerResponse) => void) =>
  listen(createHttp(answer));
const tcp = (answer: string | Buffer | undefined) =>
  listen(
    createTcp((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () =>
        answer === undefined ? socket.resetAndDestroy() : socket.end(answer),
      );
    }),
  );

const ROLES = ['full', 'other-key', 'read-only', 'write-only', 'tools-only', 'second-workspace'];

const configOf = (base: string): Config => ({
  name: 'hostile',
  bases: {workspace: base},
  profiles: {workspace: openProfile(), store: openProfile()},
  credentials: Object.fromEntries(ROLES.map((role) => [role, [`key-of-${role}`]])),
  samples: {
    good: {filename: 'good.epub'},
    unsupported: {filename: 'notes.exe'},
    oversize: {filename: 'big.epub', size_bytes: 1e9},
  },
  uniqueIds: [],
  maxWait: 0,
  timeout: 300,
  hooks: {},
  expected: [],
});

async function certified(
  base: string,
  only = ['workspace/access', 'workspace/account'],
): Promise<RunResult & {exitCode: number; slept: number}> {
  const checks = select(all, specifications, only);
  const clock = hasty();
  const result = await verifyAndRun({
    specifications: specifications,
    checks,
    target: new Deployment(configOf(base), clock),
    seed: 1,
    clock,
    timeout: 300,
  });
  return {
    ...result,
    exitCode: compareExpectations(result.rules, [], '2030-01-01').exitCode,
    slept: clock.slept,
  };
}

test('a run that cannot begin leaves rules of an API that the deployment lacks out', async () => {
  const nobody = await tcp(undefined);
  const {rules, exitCode, couldNotBegin} = await certified(`http://127.0.0.1:${nobody}`, [
    'workspace.account.has-plan',
    'store.plans.has-name',
  ]);
  expect(rules.map(({rule, verdict}) => [rule, verdict])).toEqual([
    ['workspace.account.has-plan', 'inconclusive'],
    ['store.plans.has-name', 'not-applicable'],
  ]);
  expect(couldNotBegin).toContain('check host and port of base_url');
  expect(exitCode).toBe(5);
});

/** The rules that judge nonsense: `npm run test:all` takes those of every chapter. */
const MANY = inject('all') ? ['workspace'] : ['workspace/publications', 'workspace/downloads'];

/** Every rule is undecided, and says why. */
async function undecidedBecause(base: string, reason: RegExp): Promise<void> {
  const {rules, exitCode, requests} = await certified(base);
  expect(rules.length).toBeGreaterThan(20);
  for (const rule of rules)
    expect({verdict: rule.verdict, reason: rule.reason}).toEqual({
      verdict: 'inconclusive',
      reason: expect.stringMatching(reason),
    });
  expect(exitCode).toBe(5);
  expect(requests).toBe(0);
}

const json = (
  reply: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void =>
  void reply
    .writeHead(status, {'content-type': 'application/json', ...headers})
    .end(JSON.stringify(body));

test('nobody listens', async () => {
  const port = await tcp('');
  await new Promise((fulfil) => open.pop()!.close(fulfil));
  await undecidedBecause(`http://127.0.0.1:${port}`, /connection refused/);
});

test('the connection is reset', async () =>
  undecidedBecause(
    `http://127.0.0.1:${await tcp(undefined)}`,
    /no answer \((ECONNRESET|UND_ERR_SOCKET)/,
  ));

test('headers never come', async () =>
  undecidedBecause(`http://127.0.0.1:${await http(() => undefined)}`, /no answer in time/));

test('a body that never comes', async () =>
  undecidedBecause(
    `http://127.0.0.1:${await http((_, reply) => void reply.writeHead(200, {'content-type': 'application/json'}).write('{"workspace":'))}`,
    /no answer in time/,
  ));

test('a body that drips', async () => {
  const port = await http(async (_, reply) => {
    reply.writeHead(200, {'content-type': 'application/json'});
    for (; !reply.destroyed; await realClock.sleep(20)) reply.write(' ');
  });
  await undecidedBecause(`http://127.0.0.1:${port}`, /no answer in time/);
});

test('a body that never ends', async () => {
  const port = await http((_, reply) => {
    reply.writeHead(200, {'content-type': 'application/json'});
    reply.on('error', () => undefined);
    const pour = (): void => {
      while (!reply.destroyed && reply.write('x'.repeat(1_000_000)));
      if (!reply.destroyed) reply.once('drain', pour);
    };
    pour();
  });
  await undecidedBecause(
    `http://127.0.0.1:${port}`,
    /the body is larger than 8 MB|no answer in time/,
  );
});

test('HTML for everything', async () =>
  undecidedBecause(
    `http://127.0.0.1:${await http((_, reply) => void reply.writeHead(200, {'content-type': 'text/html'}).end('<h1>Welcome</h1>'))}`,
    /200 text\/html: something else/,
  ));

test('plain words for everything', async () =>
  undecidedBecause(
    `http://127.0.0.1:${await http((_, reply) => void reply.writeHead(404).end('404 page not found'))}`,
    /something else/,
  ));

test.each([502, 503, 504])('a proxy that answers %i for it', async (status) =>
  undecidedBecause(
    `http://127.0.0.1:${await http((_, reply) => void reply.writeHead(status).end('no upstream'))}`,
    new RegExp(`answered ${status}`),
  ),
);

test('a log-in page that wants a password', async () =>
  undecidedBecause(
    `http://127.0.0.1:${await http((_, reply) => void reply.writeHead(401, {'content-type': 'text/html', 'www-authenticate': 'Basic'}).end('<p>'))}`,
    /401 text\/html/,
  ));

test('redirects in a loop are not followed, and no credential goes where they lead', async () => {
  const elsewhere: IncomingMessage[] = [];
  const other = await http((request, reply) => {
    elsewhere.push(request);
    json(reply, 200, {});
  });
  const port = await http(
    (_, reply) => void reply.writeHead(302, {location: `http://127.0.0.1:${other}/login`}).end(),
  );
  await undecidedBecause(`http://127.0.0.1:${port}`, /redirects are not followed/);
  expect(elsewhere).toEqual([]);
});

test.each([
  [
    'a content-length that is too long',
    'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{}',
    /no answer \(/,
  ],
  ['no HTTP at all', 'SSH-2.0-OpenSSH_9.6\r\n', /no answer \(/],
  ['a status line without end', `HTTP/1.1 200 ${'O'.repeat(200_000)}`, /no answer \(/],
  [
    'headers that are too large',
    `HTTP/1.1 200 OK\r\nx-filler: ${'f'.repeat(200_000)}\r\n\r\n`,
    /no answer \(/,
  ],
  [
    'a body that is no gzip though it says so',
    'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-encoding: gzip\r\ncontent-length: 2\r\n\r\n{}',
    /does not have its Content-Encoding/,
  ],
  ['nothing, and goodbye', '', /no answer \(/],
])('%s', async (_name, bytes, reason) =>
  undecidedBecause(`http://127.0.0.1:${await tcp(bytes)}`, reason),
);

test('no TLS where https is configured', async () =>
  undecidedBecause(
    `https://127.0.0.1:${await http((_, reply) => json(reply, 200, {}))}`,
    /no TLS at that port: write http/,
  ));

test.each([{}, {'retry-after': '7'}, {'retry-after': 'soon'}])(
  '429 for everything, %j: waited for, and nobody is accused',
  async (headers) => {
    let requests = 0;
    const port = await http((_, reply) => {
      requests += 1;
      const body = {error: 'Too many requests.', reason: 'rate_limited', detail: null};
      json(reply, 429, body, headers as Record<string, string>);
    });
    const {rules, exitCode, slept} = await certified(`http://127.0.0.1:${port}`, MANY);
    expect(rules.filter(({verdict}) => verdict === 'failed')).toEqual([]);
    expect(rules.some(({reason}) => reason?.includes('the run stopped early'))).toBe(true);
    expect(exitCode).toBe(5);
    expect(requests).toBeLessThan(40);
    expect(slept).toBeLessThanOrEqual(5 * 60_000);
  },
);

test('a quota that is used up for hours leaves everything undecided', async () => {
  const headers = {'retry-after': '99999'};
  const port = await http((_, reply) => json(reply, 429, {reason: 'quota'}, headers));
  await undecidedBecause(`http://127.0.0.1:${port}`, /Retry-After: 99999/);
});

test('a limit that the deployment sets too low is waited out', async () => {
  let requests = 0;
  const port = await after(0, (request, reply) => {
    requests += 1;
    if (requests % 9 === 0) return json(reply, 429, {error: 'Slow.', reason: 'slow', detail: null});
    json(reply, request.headers.authorization ? 404 : 401, {
      error: 'No.',
      reason: 'no',
      detail: null,
    });
  });
  const {rules} = await certified(`http://127.0.0.1:${port}`, ['workspace/account']);
  const limited = rules.filter(({reason}) => reason?.includes('429'));
  expect(limited).toEqual([]);
});

test('401 for everything is a mistake in the configuration', async () => {
  const port = await http((_, reply) => json(reply, 401, {reason: 'unauthenticated'}));
  await expect(certified(`http://127.0.0.1:${port}`)).rejects.toThrow(UsageError);
  await expect(certified(`http://127.0.0.1:${port}`)).rejects.toThrow(
    /credentials\.full is not valid there/,
  );
});

/** Requests before anything else. */
const PREFLIGHT = 13;

/** Answers the preflight and as many requests more, then what the test says. */
const after = (served: number, then: (request: IncomingMessage, reply: ServerResponse) => void) => {
  let count = 0;
  return http((request, reply) => {
    count += 1;
    if (count > PREFLIGHT + served) return then(request, reply);
    const key = String(request.headers.authorization);
    const isRefused =
      request.method === 'POST'
        ? /read-only|tools-only/.test(key)
        : /write-only|tools-only/.test(key) && !request.url?.endsWith('/tools');
    if (isRefused) return json(reply, 403, {reason: 'forbidden'});
    if (request.method === 'POST') return json(reply, 422, {reason: 'wrong'});
    json(reply, 200, {
      workspace: /second/.test(key) ? 'ws_2' : 'ws_1',
      plan: null,
      paid_work: false,
      publications_left: 3,
    });
  });
};

test('a deployment that dies in mid-run: the run stops early and says so', async () => {
  let later = 0;
  const port = await after(10, (request) => {
    later += 1;
    request.socket.resetAndDestroy();
  });
  const {rules, exitCode} = await certified(`http://127.0.0.1:${port}`);
  expect(later).toBeLessThan(20);
  const early = rules.filter((rule) =>
    /the run stopped early: .* requests in a row without an answer/.test(rule.reason ?? ''),
  );
  expect(early.length).toBeGreaterThan(3);
  expect(rules.filter((rule) => rule.verdict === 'harness-error')).toEqual([]);
  expect([1, 5]).toContain(exitCode);
});

test.each([
  ['nonsense', {unexpected: true}],
  ['a list', []],
  ['null', null],
  ['a number', 7],
  [
    'members of other types',
    {
      workspace: {},
      plan: [],
      paid_work: 'x',
      publications_left: {},
      data: 3,
      id: [],
      reason: {},
      errors: 'no',
      message: 4,
    },
  ],
  ['rows that are none', {data: [null, 1, 'x', {}], next_cursor: {}, has_more: 'yes'}],
])(
  'valid JSON that is %s for everything: no exception, no green rule that saw nothing',
  async (_name, body) => {
    const port = await after(0, (request, reply) =>
      json(reply, request.method === 'POST' ? 201 : 200, body),
    );
    const {rules} = await certified(`http://127.0.0.1:${port}`, MANY);
    expect(
      rules
        .filter((rule) => rule.verdict === 'harness-error')
        .map((rule) => `${rule.rule}: ${rule.reason}`),
    ).toEqual([]);
    expect(
      rules
        .filter((rule) => rule.verdict === 'passed' && !rule.note && !rule.witnesses)
        .map((rule) => rule.rule),
    ).toEqual([]);
  },
  20_000,
);

test('JSON without a bottom, and very wide JSON, in mid-run: nobody breaks down', async () => {
  const deep = `{"data":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
  const wide = `{"data":[${'{"id":[[[]]]},'.repeat(500_000)}{}]}`;
  const since = realClock.now();
  let count = 0;
  const port = await after(0, (_request, reply) => {
    count += 1;
    reply.writeHead(200, {'content-type': 'application/json'});
    reply.end(count % 2 ? wide : deep);
  });
  const {rules} = await certified(`http://127.0.0.1:${port}`);
  const reasons = rules.map(({reason}) => reason ?? '');
  expect(rules.filter(({verdict}) => verdict === 'harness-error')).toEqual([]);
  expect(reasons.some((reason) => reason.includes('nests deeper than 100 levels'))).toBe(true);
  expect(reasons.some((reason) => reason.includes('more than 200000 values'))).toBe(true);
  expect(realClock.now() - since).toBeLessThan(40_000);
}, 60_000);

test('a stream of events that has no answer takes no time that grows with the square of it', async () => {
  const notice = `data: {"jsonrpc":"2.0","method":"notifications/message"}\n\n`.repeat(1000);
  const port = await http(async (_, reply) => {
    reply.writeHead(200, {'content-type': 'text/event-stream'});
    for (let part = 0; part < 120 && !reply.destroyed; part += 1) {
      reply.write(notice);
      await realClock.sleep(1);
    }
    reply.end();
  });
  const client = new HttpClient(5000);
  const since = realClock.now();
  const url = `http://127.0.0.1:${port}`;
  const {text} = await client.send({method: 'GET', url, headers: {}, isComplete: answeredIn});
  await client.close();
  expect(text.length).toBe(120 * notice.length);
  expect(realClock.now() - since).toBeLessThan(8000);
}, 30_000);

test.each([500, 404, 418, 204, 304])(
  '%i for everything in mid-run: no exception',
  async (status) => {
    const port = await after(0, (_, reply) =>
      status === 204 || status === 304
        ? void reply.writeHead(status).end()
        : json(reply, status, {reason: 'whatever'}),
    );
    const {rules} = await certified(`http://127.0.0.1:${port}`, MANY);
    expect(
      rules
        .filter((rule) => rule.verdict === 'harness-error')
        .map((rule) => `${rule.rule}: ${rule.reason}`),
    ).toEqual([]);
  },
  20_000,
);

test('an interrupt ends the run, and a wait in it, with what is there', async () => {
  const controller = new AbortController();
  const port = await after(3, (_, reply) => {
    controller.abort(130);
    json(reply, 200, {});
  });
  const clock = hasty();
  const checks = select(all, specifications, ['workspace/access']);
  const {rules} = await verifyAndRun({
    specifications: specifications,
    checks,
    target: new Deployment(configOf(`http://127.0.0.1:${port}`), clock),
    seed: 1,
    clock,
    timeout: 300,
    signal: controller.signal,
  });
  expect(
    rules.filter(
      (rule) =>
        rule.reason?.startsWith('the run was interrupted') ||
        rule.reason?.startsWith('the run ended before'),
    ).length,
  ).toBeGreaterThan(5);
  expect(rules.filter((rule) => rule.verdict === 'harness-error')).toEqual([]);
});
