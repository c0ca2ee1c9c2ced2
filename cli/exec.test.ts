import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';

const bin = resolve(import.meta.dirname, '../bin/presscheck.js');
let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'presscheck-exec-'))));
afterEach(() => rmSync(folder, {recursive: true}));

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Runs `presscheck exec`. @param during gets the process and what it has written so far, with each line */
function exec(
  args: string[],
  during: (child: ChildProcess, out: string) => void = () => {},
): Promise<Ended> {
  // Of a runner, whose output is no terminal.
  const {FORCE_COLOR: _forced, ...given} = process.env;
  const env = {...given, CI: 'true'};
  const child = spawn(process.execPath, [bin, 'exec', ...args], {cwd: folder, env});
  const written = {out: '', err: ''};
  child.stdout.on('data', (chunk: Buffer) => {
    written.out += chunk.toString();
    during(child, written.out);
  });
  child.stderr.on('data', (chunk: Buffer) => (written.err += chunk.toString()));
  return new Promise((settle) => child.on('close', (code) => settle({code, ...written})));
}

/** A program for `exec`. */
const node = (code: string): string[] => [
  '--',
  process.execPath,
  '--input-type=module',
  '-e',
  code,
];

/** Asks for the account with a key. */
const ACCOUNT = `const account = (key) => fetch(process.env.PRESSCHECK_WORKSPACE_URL + '/api/v1/account',
  {headers: {authorization: 'Bearer ' + key}}).then(({status}) => status);`;

test('a command has the addresses and credentials of a mock that serves, and its output and exit code are passed on', async () => {
  const {code, out, err} = await exec(
    node(`${ACCOUNT}
    const control = await fetch(process.env.PRESSCHECK_CONTROL_URL + '/worlds',
      {headers: {authorization: 'Bearer ' + process.env.PRESSCHECK_CONTROL_TOKEN}});
    console.log(await account(process.env.PRESSCHECK_KEY_FULL), control.status,
      Object.entries(process.env).filter(([name]) => name.startsWith('PRESSCHECK_')).length);
    console.log(process.env.PRESSCHECK_TOKEN_SECOND_ADMIN, process.env.PRESSCHECK_ACCESS_TOKEN_AGENT,
      process.env.PRESSCHECK_CLIENT_SECRET_CI_2, process.env.PRESSCHECK_CONTROL_TOKEN === '');
    process.exit(7);`),
  );
  expect(out).toMatch(/^200 200 \d+\n/);
  expect(out).toContain(
    'demo-token-riverside-second-admin demo-oauth-harbour demo-secret-lighthouse true\n',
  );
  expect({code, err}).toEqual({code: 7, err: ''});
});

test('-v lists every request, and says first where they can be watched', async () => {
  const {err} = await exec([
    '-v',
    '--control-token',
    'rosebud-rosebud',
    ...node(`${ACCOUNT}
    const {status} = await fetch(process.env.PRESSCHECK_CONTROL_URL + '/?token=rosebud-rosebud');
    console.log(status, await account(process.env.PRESSCHECK_KEY_FULL));`),
  ]);
  const [address, listed] = err.split('\n');
  expect(address).toMatch(
    /^presscheck exec: the console is at http:\/\/localhost:\d+\/\?token=TOKEN$/,
  );
  expect(listed).toContain('200 GET /api/v1/account');
});

test.each<[string, string[], number, RegExp]>([
  [
    'is not found',
    ['--', 'no-such-program-here'],
    127,
    /no-such-program-here: there is no such command/,
  ],
  ['is not executable', ['--', import.meta.filename], 126, /cannot be run \(EACCES\)/],
  ['is ended by a signal', node(`process.kill(process.pid, 'SIGKILL')`), 137, /got no request/],
])('a command %s', async (_what, args, code, complaint) => {
  const ended = await exec(args);
  expect(ended.code).toBe(code);
  expect(ended.err).toMatch(complaint);
});

test('a command gets signals, and may end as it likes', async () => {
  const handles = node(
    `process.on('SIGTERM', () => process.exit(9)); setInterval(() => {}, 1000); console.log('waits');`,
  );
  const ended = await exec(handles, (child, out) => out === 'waits\n' && child.kill('SIGTERM'));
  expect(ended.code).toBe(9);
  const ignorant = node(`setInterval(() => {}, 1000); console.log('waits');`);
  expect((await exec(ignorant, (child) => child.kill('SIGINT'))).code).toBe(130);
});

test('a command is not run when the mock cannot start', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const {port} = other.address() as {port: number};
  const ran = node(`console.log('ran')`);
  for (const [flags, complaint] of [
    [['--port', String(port)], /port \d+ is in use/],
    [['--fail-on', 'anything'], /--fail-on anything: give refused, unfired, or refused,unfired/],
    [
      ['--save', 'no/such/folder.json'],
      /--save no\/such\/folder\.json: there is no folder no\/such/,
    ],
  ] as const) {
    const {code, out, err} = await exec([...flags, ...ran]);
    expect({code, out}).toEqual({code: 2, out: ''});
    expect(err).toMatch(complaint);
  }
  other.close();
});

test('what the client did wrong is grouped with reasons; --fail-on refused makes it fail', async () => {
  const client = (code: number): string[] =>
    node(`${ACCOUNT}
    await account('demo-key-harbour-ful'); await account('demo-key-harbour-ful');
    await fetch(process.env.PRESSCHECK_STORE_URL + '/integration-api/v1/dashboard/plans');
    process.exit(${code});`);
  const {code, err} = await exec(client(0));
  expect(code).toBe(0);
  expect(err).toMatch(
    /^presscheck exec: 3 requests refused:\n {2}2 x 401 GET \/api\/v1\/account {2}expected .*; got /,
  );
  expect(err).toMatch(/\n {2}1 x 401 GET \/integration-api\/v1\/dashboard\/plans {2}expected/);
  expect((await exec(['--fail-on', 'refused', ...client(0)])).code).toBe(1);
  expect((await exec(['--fail-on', 'refused,unfired', ...client(5)])).code).toBe(5);
});

test('a response that the client asked for is not its mistake', async () => {
  const {code, err} = await exec([
    '--fail-on',
    'refused',
    ...node(`await fetch(process.env.PRESSCHECK_WORKSPACE_URL + '/api/v1/account', {headers:
      {authorization: 'Bearer ' + process.env.PRESSCHECK_KEY_FULL, prefer: 'code=429'}});`),
  ]);
  expect({code, err}).toEqual({code: 0, err: ''});
});

test('a wait that was skipped as ordered is not a mistake of the command', async () => {
  const {code, out, err} = await exec([
    '--skip-waits',
    ...node(`const api = process.env.PRESSCHECK_WORKSPACE_URL + '/api/v1';
    const headers = {authorization: 'Bearer ' + process.env.PRESSCHECK_KEY_FULL, 'content-type': 'application/json'};
    const ask = async (path, init) => (await fetch(api + path, {headers, ...init})).json();
    const [book] = (await ask('/publications')).data;
    const {id} = await ask('/publications/' + book.id + '/runs', {method: 'POST', body: '{"tool": "blurb-writing"}'});
    for (let reads = 0; reads < 3; reads++) var {state} = await ask('/runs/' + id);
    console.log(state);`),
  ]);
  expect({code, out, err}).toEqual({code: 0, out: 'succeeded\n', err: ''});
});

test('--save writes a world with which the next mock begins; no other file is replaced', async () => {
  const save = ['--save', 'world.json'];
  const book =
    node(`await fetch(process.env.PRESSCHECK_STORE_URL + '/integration-api/v1/dashboard/users', {method: 'POST',
    headers: {'x-user-token': process.env.PRESSCHECK_TOKEN_ADMIN, 'content-type': 'application/json'},
    body: '{"email": "ida@example.com", "new_password": "correct horse", "external_id": "crm-9"}'});`);
  expect((await exec([...save, ...book])).code).toBe(0);
  expect(statSync(join(folder, 'world.json')).mode & 0o777).toBe(0o600);
  const reads =
    node(`const users = await fetch(process.env.PRESSCHECK_STORE_URL + '/integration-api/v1/dashboard/users',
    {headers: {'x-user-token': process.env.PRESSCHECK_TOKEN_ADMIN}}); console.log(await users.text());`);
  const again = await exec(['--world', 'world.json', ...save, ...reads]);
  expect(again.out).toContain('ida@example.com');
  writeFileSync(join(folder, 'notes.txt'), 'mine');
  const refused = await exec(['--save', 'notes.txt', ...reads]);
  expect(refused.code).toBe(2);
  expect(refused.err).toMatch(/--save notes\.txt: this is there already/);
  expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('mine');
});
