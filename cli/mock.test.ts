import {execFile, spawn} from 'node:child_process';
import {appendFile, mkdtemp, readdir, rm, writeFile} from 'node:fs/promises';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {promisify} from 'node:util';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {UsageError} from '../spec/usage-error.ts';
import type {Mock} from '../mock/create-mock.ts';
import type {MockFlags} from './mock-options.ts';
import {serve} from './mock.ts';

let folder: string;
let open: Mock[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'presscheck-'));
  open = [];
});
afterEach(async () => {
  await Promise.all(open.map((mock) => mock.close()));
  await rm(folder, {recursive: true});
});

/** Serves on free ports and gives what was printed. */
async function served(flags: MockFlags = {}): Promise<{mock: Mock; printed: () => string}> {
  const lines: string[] = [];
  const mock = await serve({port: '0', ...flags}, (text) => lines.push(text));
  open.push(mock);
  return {mock, printed: () => lines.join('\n')};
}

const closed = async (mock: Mock): Promise<void> => {
  open = open.filter((each) => each !== mock);
  await mock.close();
};

/** With quotation marks, and commands that would create a file. */
const KEY_FOR_SHELLS = `it's;$(touch\${IFS}stolen)\`id\`"\\x`;

describe('the greeting', () => {
  test('names addresses and every credential', async () => {
    const {mock, printed} = await served();
    for (const url of Object.values(mock.urls)) expect(printed()).toContain(url);
    for (const table of ['keys', 'tokens', 'access_tokens', 'oauth_clients'])
      for (const row of mock.world('demo')!.table(table).all())
        expect(printed()).toContain((row as any).secret);
    expect(printed()).not.toContain('control token');
  });

  test.each([
    ['of the demo world', undefined],
    [
      'that a shell would read otherwise',
      {
        workspaces: [{name: 'Harbour', id: 'ws_harbour', keys: [{key: KEY_FOR_SHELLS}]}],
        stores: [{name: 'R', users: [{email: 'a@b.example', admin: true, token: KEY_FOR_SHELLS}]}],
      },
    ],
  ])('has lines that work when they are pasted, with keys %s', async (_what, seed) => {
    const world = join(folder, 'world.json');
    if (seed) await writeFile(world, JSON.stringify(seed));
    const {mock, printed} = await served(seed && {world});
    const text = printed();
    const lines = text
      .slice(text.indexOf('To paste into a shell:'))
      .split('\n')
      .filter((line) => line.startsWith('  '));
    expect(lines).toHaveLength(7);
    const script = lines.join('\n');
    const {stdout} = await promisify(execFile)('sh', ['-ec', script], {cwd: folder});
    expect(await readdir(folder)).not.toContain('stolen');
    const [account, , registered, user, users] = stdout
      .split('\n')
      .map((line) => (line ? JSON.parse(line) : undefined));
    expect(account).toMatchObject({workspace: 'ws_harbour'});
    expect(registered).toMatchObject({title: 'tides', original_size_bytes: 6});
    expect(user.data.email).toBe('mara@example.com');
    expect(users.data.paginator.data.map((each: any) => each.email)).toContain('mara@example.com');
    expect(
      mock
        .world('demo')!
        .journal.after(0, 100)
        .every(({status}) => status < 300),
    ).toBe(true);
  });

  test('is followed by a line for each refusal', async () => {
    const {mock, printed} = await served();
    await fetch(`${mock.urls.workspace}/api/v1/account`);
    expect(printed()).toMatch(/\n401 GET \/api\/v1\/account {2}expected .*; got .*; /);
  });
});

describe('flags', () => {
  test.each<[MockFlags, RegExp]>([
    [{port: '70000'}, /--port 70000/],
    [{host: 'http://x'}, /--host/],
    [{host: 'no-such-host.invalid'}, /--host no-such-host\.invalid/],
    [{publicUrl: ['x']}, /--public-url/],
    [{publicUrl: ['http://press.example:7910']}, /write --one-port --public-url/],
    [{controlToken: 'x'}, /--control-token: /],
    [{cors: ['*', 'http://localhost:5173/app']}, /--cors .*: give http:\/\/localhost:5173$/],
    [{limits: 'none'}, /--limits/],
    [{speed: '1h'}, /--speed 1h: give a number/],
    [{world: '/nowhere/world.json'}, /--world \/nowhere\/world\.json/],
    [{fsync: true}, /--fsync: without --data nothing is written to disk/],
    [{data: '/dev/null/x'}, /--data \/dev\/null\/x: ENOTDIR/],
  ])('%j is refused in a sentence', async (flags, complaint) => {
    const refused = serve({port: '0', ...flags}, () => {});
    await expect(refused).rejects.toThrow(complaint);
    await expect(refused).rejects.toBeInstanceOf(UsageError);
  });

  test('a port that is taken is named', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((settle) => other.once('listening', settle));
    const {port} = other.address() as {port: number};
    await expect(serve({port: String(port - 2)}, () => {})).rejects.toThrow(
      /port \d+ is in use: .*--port/,
    );
    const data = join(folder, 'data');
    await expect(serve({port: String(port - 2), data}, () => {})).rejects.toThrow(
      /port \d+ is in use: .*--port/,
    );
    await served({data}); // the folder was let go
    await new Promise((settle) => other.close(settle));
  });
});

describe('worlds of a mock', () => {
  test('--data keeps what was done, for one at a time', async () => {
    const data = join(folder, 'data');
    const first = await served({data});
    const [key] = [...first.mock.world('demo')!.table('keys').all()] as any[];
    await fetch(`${first.mock.urls.control}/worlds/demo/workspaces/${key.tenant}`, {
      method: 'PATCH',
      headers: {'content-type': 'application/json'},
      body: '{"publications_left": 3}',
    });
    await expect(serve({port: '0', data}, () => {})).rejects.toThrow(
      /is in use by another presscheck/,
    );
    await closed(first.mock);
    await expect(serve({port: '0', data, world: 'empty'}, () => {})).rejects.toThrow(
      'already contains a world',
    );
    const second = await served({data, limits: 'off', speed: '60', skipWaits: true});
    const root = second.mock.world('demo')!;
    expect([root.clock.speed, root.settings.skipWaits]).toEqual([60, true]);
    const account = await fetch(`${second.mock.urls.workspace}/api/v1/account`, {
      headers: {authorization: `Bearer ${key.secret}`},
    });
    expect(await account.json()).toMatchObject({publications_left: 3});
    expect(second.mock.world('demo')!.settings.limits).toBe(false);
    await closed(second.mock);

    const [file] = await readdir(join(data, 'worlds', 'demo', '1'));
    await appendFile(join(data, 'worlds', 'demo', '1', file!), '}');
    await expect(serve({port: '0', data}, () => {})).rejects.toThrow(
      `${file}: its content does not match its checksum`,
    );
  });

  test('--world FILE serves a snapshot, objects too', async () => {
    const {mock} = await served();
    const snapshot = await (await fetch(`${mock.urls.control}/worlds/demo/snapshot`)).text();
    const file = join(folder, 'world.json');
    await writeFile(file, snapshot);
    const {mock: copy} = await served({world: file});
    expect(await (await fetch(`${copy.urls.control}/worlds/demo/snapshot`)).text()).toBe(snapshot);
    expect(copy.world('demo')!.objects.list().length).toBeGreaterThan(0);
    expect([...(await served({world: 'empty'})).mock.world('demo')!.table('keys').all()]).toEqual(
      [],
    );
  });
});

describe('addresses', () => {
  test('--host off loopback: the control plane asks for the token that is printed', async () => {
    const {mock, printed} = await served({host: '0.0.0.0'});
    const [, token] = /control token +(\S+)/.exec(printed())!;
    const control = `http://127.0.0.1:${new URL(mock.urls.control!).port}/worlds`;
    expect((await fetch(control)).status).toBe(401);
    expect((await fetch(control, {headers: {authorization: `Bearer ${token}`}})).status).toBe(200);
    expect(token!.length).toBeGreaterThanOrEqual(24);
    const [, address] = /^ +in a browser +(\S+)/m.exec(printed())!;
    expect(address).toBe(`${mock.urls.control}/?token=${token}`);
  });

  test.each([
    ['http://press.example', 401],
    ['http://localhost', 200],
  ])('--public-url %s: the control plane answers %i without a token', async (publicUrl, status) => {
    const {mock, printed} = await served({publicUrl: [publicUrl]});
    expect(printed()).toContain(`links lead to             ${publicUrl}\n`);
    const control = `http://127.0.0.1:${new URL(mock.urls.control!).port}/worlds`;
    expect((await fetch(control)).status).toBe(status);
  });

  test('what is printed is where it listens', async () => {
    for (const [host, shown] of [
      ['127.0.0.2', '127.0.0.2'],
      ['::1', '[::1]'],
      ['0.0.0.0', 'localhost'],
    ] as const) {
      const {mock, printed} = await served({host});
      for (const url of Object.values(mock.urls)) {
        expect(new URL(url).hostname).toBe(shown);
        expect(printed()).toContain(url);
        expect((await fetch(`${url}/ready`)).status, url).toBe(200);
      }
    }
  });

  test('--one-port: one port, with links where it is called', async () => {
    const {mock, printed} = await served({onePort: true});
    const {origin, port} = new URL(mock.urls.workspace);
    expect(printed()).toContain(`object storage            ${origin}/_storage\n`);
    const [, token] = /control token +(\S+)/.exec(printed())!;
    const control = `http://127.0.0.1:${port}/_presscheck/worlds/demo`;
    const headers = {authorization: `Bearer ${token}`};
    const {urls} = (await (await fetch(control, {headers})).json()) as any;
    expect(urls.objects).toBe(`http://127.0.0.1:${port}/_storage`);
    expect((await fetch(control)).status).toBe(401);
  });

  test('--control-token: the control plane asks for it, and it is not printed', async () => {
    const {mock, printed} = await served({controlToken: 'rosebud-rosebud'});
    const ask = async (token: string): Promise<number> =>
      (await fetch(`${mock.urls.control}/worlds`, {headers: {authorization: `Bearer ${token}`}}))
        .status;
    expect([await ask('another-one'), await ask('rosebud-rosebud')]).toEqual([401, 200]);
    expect(printed()).toContain('control token             the one that was given');
    expect(printed()).not.toContain('rosebud');
  });
});

describe('more flags', () => {
  test('--freedom: the default world does something else where the documents leave it open', async () => {
    for (const defect of [
      [],
      ['workspace.uploads.link-lives-30-minutes: the link never expires'],
    ]) {
      const {mock} = await served({freedom: ['orders.wrapped=true'], defect});
      expect(mock.world('demo')!.freedom('orders.wrapped')).toBe(true);
    }
    await expect(served({freedom: ['orders.wrapped=banana']})).rejects.toThrow(
      /^--freedom: freedom `orders.wrapped`: expected false or true, got "banana"; `GET/,
    );
  });
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends it cleanly with %i', async (signal, code) => {
  const data = join(folder, 'data');
  const child = spawn(process.execPath, [
    resolve(import.meta.dirname, '../bin/presscheck.js'),
    'mock',
    '--port',
    '0',
    '--data',
    data,
  ]);
  let printed = '';
  const ended = new Promise((settle) => child.on('close', settle));
  await new Promise<void>((settle) =>
    child.stdout.on(
      'data',
      (chunk: Buffer) => (printed += chunk.toString()).includes('Ctrl-C ends') && settle(),
    ),
  );
  child.kill(signal);
  expect(await ended).toBe(code);
  expect(await readdir(data)).not.toContain('.presscheck.lock');
});

describe('--faults', () => {
  const wrong: [string, string][] = [
    [
      '- act: {status: 503}\n- act: {status: 200}\n',
      ':2: faults[1].act.status: must be >= 400; A status from 400 to 599',
    ],
    [
      'faults:\n  - id: a\n    act:\n      reset: later\n',
      ':4: faults[0].act.reset: unknown value `later`: did you mean `after`?',
    ],
    ['faults: 3\n', ':1: faults: must be a list of rules'],
    [
      '- {id: a, act: {never: true}}\n- {id: a, act: {never: true}}\n',
      ':2: faults[1].id: another rule has the id `a`',
    ],
  ];
  test.each(wrong)('refuses %j before anything is served', async (text, message) => {
    const file = join(folder, 'faults.yaml');
    await writeFile(file, text);
    await expect(served({faults: file})).rejects.toThrow(`${file}${message}`);
  });

  test('orders the faults of a file for the default world', async () => {
    const file = join(folder, 'faults.yaml');
    await writeFile(file, '- {id: down, act: {status: 503}}\n');
    const {mock, printed} = await served({faults: file});
    expect((await fetch(`${mock.urls.workspace}/api/v1/account`)).status).toBe(503);
    expect(printed()).toContain('503 GET /api/v1/account  fault down: status 503');
  });
});
