import {spawn} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {once} from 'node:events';
import {createServer, request as ask, type IncomingMessage} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {text} from 'node:stream/consumers';
import {afterAll, afterEach, expect, inject, test, vi} from 'vitest';
import {createMock, type Mock} from '../mock/create-mock.ts';
import type {RunRecord} from '../spec/run-record.ts';
import {realClock} from '../suites/engine/facts/ports.ts';

const bin = resolve(import.meta.dirname, '../bin/presscheck.js');
const folder = mkdtempSync(join(tmpdir(), 'presscheck-interrupt-'));
afterAll(() => rmSync(folder, {recursive: true, force: true}));

// A machine that is very busy takes long to begin a command.
vi.setConfig({testTimeout: 240_000});

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A deployment between a run and a mock. */
interface Deployment {
  mock: Mock;
  url: string;
}

/**
 * Starts a deployment that hands requests on to a mock, which has no limits.
 * @param sees gets each request when the mock has answered it, before the run gets the response; the
 * run gets none while it has not resolved
 */
async function deployment(
  sees: (request: string, status: number) => Promise<void> | void,
): Promise<Deployment> {
  const mock = await createMock({limits: false});
  closing.push(() => mock.close());
  const server = createServer(async (request, response) => {
    const {method = '', url = '', headers} = request;
    const {host: _host, connection: _connection, ...handed} = headers;
    const asked = ask(mock.urls.store + url, {method, headers: handed});
    request.pipe(asked);
    const [answered] = (await once(asked, 'response')) as [IncomingMessage];
    const content = await text(answered);
    const status = answered.statusCode ?? 500;
    await sees(`${method} ${url}`, status);
    const type = answered.headers['content-type'] ?? 'application/json';
    response.writeHead(status, {'content-type': type}).end(content);
  }).listen(0, '127.0.0.1');
  closing.push(() => (server.closeAllConnections(), server.close()));
  await new Promise((ready) => server.once('listening', ready));
  return {mock, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`};
}

/** A run of the command, as a user starts it. */
function started(args: string[], {url}: Deployment) {
  const config = join(folder, 'presscheck.yaml');
  writeFileSync(
    config,
    `name: interrupted\nstore: {base_url: '${url}'}\ncredentials: {admin: {env: TOKEN}}\n`,
  );
  const env = {...process.env, TOKEN: 'demo-token-riverside-admin'};
  const child = spawn(process.execPath, [bin, ...args, '--config', config], {cwd: folder, env});
  const ended = new Promise<number | null>((settle) => child.on('close', settle));
  const err = text(child.stderr);
  const out = text(child.stdout);
  return {child, ended, err, out};
}

const SETTINGS = ['certify', '--only', 'store/users', '--report'];

/** The state of a user or order. */
const statusOf = (row: object): string => {
  const {state, status} = row as {state?: string; status?: string};
  return state ?? status ?? '';
};

/** What a run has made that is in use: users, orders, plans and content. */
function inUse(mock: Mock): string[] {
  const world = mock.world('demo')!;
  const nonce = /pc-[a-z0-9]{6}/;
  return ['users', 'issues', 'plans', 'orders'].flatMap((table) =>
    [...world.table(table).all()]
      .filter((row) => nonce.test(JSON.stringify(row)))
      .filter((row) => !/deactivated|anonymized|cancelled/.test(statusOf(row)))
      .filter((row) => (row as {deleted?: unknown}).deleted !== true)
      .map(({key}) => `${table} ${key}`),
  );
}

const INTERRUPTED: [signal: NodeJS.Signals, code: number, chapter: string, most: number][] = [
  ['SIGTERM', 143, 'users', 2],
  ['SIGINT', 130, 'content', 4],
];

// The tests below send SIGINT, too; the other chapter is cleaned up by the same code.
test.each(inject('all') ? INTERRUPTED : INTERRUPTED.slice(0, 1))(
  '%s puts out of use what the run made',
  async (signal, code, chapter, most) => {
    let made = 0;
    let stop = (): unknown => undefined;
    const target = await deployment((request, status) => {
      if (!/^POST .*(issues|users|plans)$/.test(request) || status >= 300) return;
      made += 1;
      if (made === most) stop();
    });
    const {child, ended, err} = started(
      ['certify', '--only', `store/${chapter}`, '--report', signal],
      target,
    );
    stop = () => child.kill(signal);
    expect(await ended).toBe(code);
    expect(await err).toContain('Interrupted: cleaning up what was created');
    expect(inUse(target.mock)).toEqual([]);
    const report = readFileSync(join(folder, signal, 'report.json'), 'utf8');
    const record = JSON.parse(report) as RunRecord;
    expect(record).toMatchObject({interrupted: true, exitCode: code});
    expect(record.leftInUse).toBeUndefined();
  },
  120_000,
);

test('a deployment that hangs is waited for ten seconds, and what remains is named', async () => {
  let made = 0;
  let since = 0;
  let stop = (): unknown => undefined;
  const target = await deployment(async (request, status) => {
    if (since) return new Promise(() => undefined);
    if (/^POST .*users$/.test(request) && status < 300) made += 1;
    if (made !== 2) return undefined;
    since = realClock.now();
    stop();
    return undefined;
  });
  const {child, ended, out} = started([...SETTINGS, 'hangs'], target);
  stop = () => child.kill('SIGINT');
  expect(await ended).toBe(130);
  expect(realClock.now() - since).toBeLessThan(10_000 + 4000 * inject('patience'));
  expect(await out).toMatch(/still in use: user \d+/);
});

test('a second signal ends a run at once', async () => {
  let isStopped = false;
  let stop = (): unknown => undefined;
  const target = await deployment((request) => {
    if (isStopped) return new Promise<void>(() => undefined);
    if (!/^POST .*users$/.test(request)) return undefined;
    isStopped = true;
    stop();
    return undefined;
  });
  const {child, ended} = started([...SETTINGS, 'twice'], target);
  stop = () => {
    child.kill('SIGINT');
    child.stderr.on('data', (words: Buffer) => {
      if (words.includes('Interrupted')) child.kill('SIGINT');
    });
  };
  expect(await ended).toBe(130);
  // It had no time to write its report.
  expect(existsSync(join(folder, 'twice', 'report.json'))).toBe(false);
});

/** Kills a run of the users' chapter while the response to its second creation is still to come. */
async function killedRun(report: string): Promise<Deployment> {
  let made = 0;
  let stop = (): unknown => undefined;
  const target = await deployment((request, status) => {
    if (!/^POST .*users$/.test(request) || status >= 300) return undefined;
    made += 1;
    if (made !== 2) return undefined;
    stop();
    return new Promise<void>(() => undefined);
  });
  const {child, ended} = started([...SETTINGS, report], target);
  stop = () => child.kill('SIGKILL');
  await ended;
  return target;
}

test('what a killed run has made is removed by `presscheck clean`, even what no response told', async () => {
  const target = await killedRun('killed');
  expect(inUse(target.mock).length).toBeGreaterThan(1);
  const unreadable = join(folder, 'presscheck.created', 'unreadable.jsonl');
  mkdirSync(unreadable);
  expect(readFileSync(join(folder, 'killed', 'summary.md'), 'utf8')).toContain('presscheck clean');
  const {ended, out, err} = started(['clean'], target);
  expect([await ended, inUse(target.mock)]).toEqual([5, []]);
  expect(await out).toMatch(/Run [a-z0-9]{6}, until .* UTC: (\d+) of \1 things removed/);
  expect(await err).toContain(`${unreadable}: what a run created cannot be read (it is a folder)`);
  rmSync(unreadable, {recursive: true});
  const again = started(['clean'], target);
  expect([await again.ended, await again.out]).toEqual([
    0,
    'No earlier run has left anything in use on interrupted.\n',
  ]);
});

test('`presscheck clean` touches nothing of a run that is still going on, and says at once that it is', async () => {
  let requests = 0;
  let made = 0;
  let isWaiting: () => void = () => undefined;
  const waits = new Promise<void>((settle) => (isWaiting = settle));
  const target = await deployment((request, status) => {
    requests += 1;
    if (!/^POST .*users$/.test(request) || status >= 300) return undefined;
    made += 1;
    if (made !== 2) return undefined;
    isWaiting();
    return new Promise<void>(() => undefined);
  });
  const run = started([...SETTINGS, 'live'], target);
  await waits;
  const before = [requests, inUse(target.mock)];
  const clean = started(['clean'], target);
  expect(await clean.ended).toBe(5);
  expect(await clean.err).toMatch(
    new RegExp(
      `run [a-z0-9]{6} is still going on \\(pid ${run.child.pid}\\); nothing of it was touched`,
    ),
  );
  expect(await clean.out).toBe('');
  expect([requests, inUse(target.mock)]).toEqual(before);
  run.child.kill('SIGKILL');
  await run.ended;
  const again = started(['clean'], target);
  expect([await again.ended, inUse(target.mock)]).toEqual([0, []]);
  expect(await again.err).toMatch(/run [a-z0-9]{6}: clean-up, 1 of \d/);
});

test('what somebody else has under the id of a killed run is left alone', async () => {
  const target = await killedRun('reset');
  await fetch(`${target.mock.urls.control}/worlds/demo/reset`, {method: 'POST'});
  const create = (n: number) =>
    fetch(`${target.mock.urls.store}/integration-api/v1/dashboard/users`, {
      method: 'POST',
      headers: {'X-User-Token': 'demo-token-riverside-admin', 'Content-Type': 'application/json'},
      body: JSON.stringify({
        email: `u${n}@b.example`,
        new_password: 'correct horse',
        external_id: `u${n}`,
      }),
    });
  for (const n of [1, 2, 3, 4]) expect((await create(n)).status).toBe(201);
  const {ended, out} = started(['clean'], target);
  expect(await ended).toBe(5);
  expect(await out).toMatch(/still in use, or perhaps: user \d+/);
  const users = [...target.mock.world('demo')!.table('users').all()] as {external_id?: string}[];
  expect(users.filter((one) => /^u\d$/.test(String(one.external_id))).map(statusOf)).not.toContain(
    'deactivated',
  );
});
