import {createServer, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {mkdtempSync, readFileSync, realpathSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, expect, test, vi} from 'vitest';
import {Ledger} from '../engine/send/ledger/ledger.ts';
import {Redaction} from '../engine/evidence/redaction.ts';
import type {Hook} from './config.ts';
import {HookUnknown, runHook} from './hook.ts';

/** Requests that followed a redirect. */
let elsewhere = 0;

const HOSTILE: Record<string, (response: ServerResponse) => void> = {
  '/redirect': (response) => response.writeHead(307, {location: '/elsewhere'}).end(),
  '/html': (response) =>
    response.writeHead(200, {'content-type': 'text/html'}).end('<h1>Sign\u001B[2J in</h1>'),
  '/half': (response) => {
    response.writeHead(200, {'content-length': 500}).write('{"a":');
    setImmediate(() => response.destroy());
  },
  '/gzip': (response) => response.writeHead(200, {'content-encoding': 'gzip'}).end('{}'),
  '/pour': (response) => {
    const pour = (): void => {
      while (!response.destroyed && response.write('x'.repeat(500_000)));
      if (!response.destroyed) response.once('drain', pour);
    };
    pour();
  },
  '/not-http': ({socket}) => socket?.end('SSH-2.0-OpenSSH_9.6\r\n'),
  '/closed': ({socket}) => socket?.destroy(),
  '/none': (response) => response.writeHead(204).end(),
};

const server = createServer((request, response) => {
  const {authorization = ''} = request.headers;
  if (request.url === '/text') return void response.end('not JSON');
  if (request.url === '/long') return void response.end(`"${'x'.repeat(3_000_000)}"`);
  if (request.url === '/deep') return void response.end('['.repeat(50_000) + ']'.repeat(50_000));
  if (request.url === '/never') return;
  if (request.url === '/connection')
    return void response.end(JSON.stringify(request.headers.connection));
  const other = HOSTILE[request.url ?? ''];
  if (other) {
    other(response);
    return;
  }
  if (request.url === '/elsewhere') elsewhere += 1;
  if (request.url === '/old') return void response.writeHead(404).end('no such verb');
  response.statusCode = 422;
  response.end(`{"error": "no such role",\n "sent": "${authorization}"}`);
}).listen(0, '127.0.0.1');
await new Promise((ready) => server.once('listening', ready));
afterAll(() => server.close());
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const node = (script: string) => ({command: [process.execPath, '-e', script]});

test('every call has a connection of its own', async () => {
  expect(await runHook({url: `${url}/connection`}, {})).toBe('close');
});

test('a command gets its input and runs in its folder', async () => {
  const script =
    'process.stdin.on("data", (d) => console.log(JSON.stringify([process.cwd(), JSON.parse(d)])))';
  const folder = realpathSync(tmpdir());
  expect(await runHook({...node(script), folder}, {verb: 'mint-key'})).toEqual([
    folder,
    {verb: 'mint-key'},
  ]);
  expect(await runHook(node(''), {})).toBeUndefined();
});

test.each([
  [node('console.error("disk\\nfull"); process.exit(3)'), /ended with exit code 3: disk full$/],
  [node('console.log("done")'), /printed no JSON: done$/],
  [{command: ['/no/such/program']}, /no\/such\/program could not be started \(ENOENT\)$/],
])('a command that fails says how: %#', async (hook, message) => {
  await expect(runHook(hook, {})).rejects.toThrow(message);
});

test('an HTTP hook that fails shows what was answered, without its token', async () => {
  await expect(runHook({url, token: 'a-secret'}, {})).rejects.toThrow(
    `the hook ${url} answered 422: {"error": "no such role", "sent": "Bearer <token>"}`,
  );
  await expect(runHook({url: `${url}/text`}, {})).rejects.toThrow('answered no JSON: not JSON');
});

test('more than a hook may say is refused, and named', async () => {
  const tooLong = /more than 1000000 bytes/;
  const tooDeep = /no JSON that is read: the body nests deeper than 100 levels/;
  await expect(runHook({url: `${url}/long`}, {})).rejects.toThrow(tooLong);
  await expect(runHook({url: `${url}/deep`}, {})).rejects.toThrow(tooDeep);
  await expect(runHook(node('process.stdout.write("x".repeat(3e6))'), {})).rejects.toThrow(tooLong);
  await expect(runHook(node('console.log("[".repeat(1e5))'), {})).rejects.toThrow(tooDeep);
});

test.each([
  ['/redirect', /could not be called \(/],
  ['/html', /answered no JSON: <h1>Sign/],
  ['/half', /broke its answer off/],
  ['/gzip', /broke its answer off/],
  ['/pour', /answered more than 1000000 bytes/],
  ['/not-http', /could not be called \(/],
  ['/closed', /could not be called \(/],
])(
  'an answer that nobody can use is named, and has perhaps done something: %s',
  async (path, says) => {
    const failure = (await runHook({url: url + path, token: 'a-secret'}, {}).catch(
      (error: unknown) => error,
    )) as Error;
    expect(failure).not.toBeInstanceOf(HookUnknown);
    expect(failure.message).toMatch(says);
    expect(failure.message).not.toContain('a-secret');
    expect(elsewhere).toBe(0);
  },
);

test('an answer without a body says nothing', async () => {
  expect(await runHook({url: `${url}/none`}, {})).toBeUndefined();
});

test('a hook is broken off', async () => {
  const broken = async (hook: Hook): Promise<string> => {
    const controller = new AbortController();
    const running = runHook(hook, {}, controller.signal).catch((error: Error) => error.message);
    controller.abort();
    return String(await running);
  };
  expect(await broken(node('setInterval(() => 0, 1000)'))).toMatch(/was broken off/);
  expect(await broken({url: `${url}/never`})).toMatch(/could not be called/);
});

test.each([278, 285, 292, 299])(
  'a key that stands where the message is cut is shown in no part: after %s characters',
  async (before) => {
    const key = 'Key-of-the-deployment';
    const hook = node(`console.error('-'.repeat(${before}) + '${key}+++++'); process.exit(1)`);
    const failure = await runHook(hook, {}).catch((error: Error) => error);
    const ledger = new Ledger();
    ledger.noteSecret(key);
    const text = new Redaction(ledger, true).text((failure as Error).message);
    expect(text.split(': ')[1]?.replaceAll('-', '')).toMatch(/^(?!K)[RECTDA+.]*$/);
    expect(text.length).toBeLessThan(400);
  },
);

test('a hook that does not know its verb says so by a status or an exit code', async () => {
  await expect(runHook({url: `${url}/old`}, {})).rejects.toThrow(HookUnknown);
  await expect(runHook(node('process.exit(127)'), {})).rejects.toThrow(HookUnknown);
  await expect(runHook(node('process.exit(1)'), {})).rejects.not.toThrow(HookUnknown);
});

test.each([
  {command: ['/no/such/program']},
  {command: [process.execPath], folder: '/no/such/folder'},
  {command: [`${import.meta.filename}/below-a-file`]},
  {url: 'http://no-such-host.invalid:8080'},
  {url: 'http://127.0.0.1:59'},
  {url: 'http://localhost:59'},
])('a hook that cannot be called at all has done nothing: %#', async (hook) => {
  await expect(runHook(hook, {})).rejects.toThrow(HookUnknown);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a command that ignores the signal to end is ended in time all the same', async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(1500));
  const file = join(mkdtempSync(join(tmpdir(), 'presscheck-hook-')), 'pid');
  const stubborn =
    `require('node:fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); ` +
    "process.on('SIGTERM', () => 0); setInterval(() => 0, 1000)";
  await expect(runHook(node(stubborn), {})).rejects.toThrow(/took longer than 60 s$/);
  const pid = Number(readFileSync(file, 'utf8'));
  await expect.poll(() => isRunning(pid)).toBe(false);
  spy.mockRestore();
});
