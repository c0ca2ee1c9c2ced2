import {spawn} from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {afterEach, beforeEach, expect, test, vi} from 'vitest';

const bin = resolve(import.meta.dirname, '../bin/presscheck.js');
let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'presscheck-serving-'))));
afterEach(() => rmSync(folder, {recursive: true}));

interface Written {
  out: string;
  err: string;
}

/**
 * Starts `presscheck mock` on free ports, calls `during` after its first line, and stops it.
 * @param during gets what is written, which grows; undefined for a mock that ends by itself
 */
async function mock(
  args: string[],
  during?: (line: string, written: Readonly<Written>) => Promise<void>,
  env: NodeJS.ProcessEnv = {},
) {
  const child = spawn(process.execPath, [bin, 'mock', '--port', '0', ...args], {
    cwd: folder,
    env: {...process.env, ...env},
  });
  const written = {out: '', err: ''};
  child.stderr.on('data', (chunk: Buffer) => (written.err += chunk.toString()));
  const ended = new Promise<number | null>((settle) => child.on('close', settle));
  const ready = new Promise<void>((settle) =>
    child.stdout.on('data', (chunk: Buffer) => {
      written.out += chunk.toString();
      if (/\}\n|Ctrl-C ends/.test(written.out)) settle();
    }),
  );
  if (during) {
    await ready;
    try {
      await during(written.out, written);
    } finally {
      child.kill('SIGTERM');
    }
  }
  return {code: await ended, ...written};
}

test('--json prints one line and nothing else; refusals go to standard error', async () => {
  const {code, out, err} = await mock(['--json'], async (line) => {
    const {urls, credentials} = JSON.parse(line);
    const headers = {authorization: `Bearer ${credentials.keys[0].key}`};
    expect((await fetch(`${urls.workspace}/api/v1/account`, {headers})).status).toBe(200);
    expect((await fetch(`${urls.workspace}/api/v1/account`)).status).toBe(401);
  });
  expect(code).toBe(143);
  expect(out).toMatch(/^\{.*\}\n$/);
  expect(err).toMatch(/^401 GET \/api\/v1\/account/);
});

test('--write-env holds the variables while the mock serves, for its owner alone', async () => {
  const file = join(folder, 'mock.env');
  writeFileSync(file, '# A presscheck mock serves here; this file goes when it stops.\nSTALE=1\n');
  await mock(['--write-env', 'mock.env'], async () => {
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(/\nPRESSCHECK_WORKSPACE_URL=http:\/\/localhost:\d+\n/);
    expect(text).toContain('\nPRESSCHECK_KEY_READ_ONLY=demo-key-harbour-read-only\n');
    expect(text).not.toContain('STALE');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
  expect(existsSync(file)).toBe(false);
  writeFileSync(file, 'SECRET=mine\n');
  const refused = await mock(['--write-env', 'mock.env']);
  expect(refused.code).toBe(2);
  expect(refused.err).toMatch(
    /--write-env mock\.env: this is there already, and presscheck did not/,
  );
  expect(readFileSync(file, 'utf8')).toBe('SECRET=mine\n');
});

test('presscheck.mock.yaml of the working folder is used, and said; its mistakes are named by line', async () => {
  writeFileSync(join(folder, 'presscheck.mock.yaml'), 'world: empty\nsave: world.json\n');
  const {out} = await mock([], async () => {});
  expect(out).toMatch(/^flags from presscheck\.mock\.yaml: world, save\n/);
  expect(JSON.parse(readFileSync(join(folder, 'world.json'), 'utf8')).presscheck).toBe('snapshot');
  writeFileSync(join(folder, 'presscheck.mock.yaml'), '\nlimits: off\nhost: "http://x"\n');
  const refused = await mock([]);
  expect(refused).toMatchObject({code: 2, out: 'flags from presscheck.mock.yaml: limits, host\n'});
  expect(refused.err).toMatch(
    /^presscheck: presscheck\.mock\.yaml:3: host http:\/\/x: give a host/,
  );
});

test('--json names a control token that the mock made, and none that was given', async () => {
  const tokenOf = async (args: string[], env?: NodeJS.ProcessEnv): Promise<unknown> => {
    let token: unknown;
    const {out} = await mock(
      ['--json', '--one-port', ...args],
      async (line) => void (token = JSON.parse(line).control_token),
      env,
    );
    expect(out).not.toContain('rosebud');
    return token;
  };
  expect(await tokenOf([])).toMatch(/^\w{20,}$/);
  expect(await tokenOf(['--control-token', 'rosebud-rosebud'])).toBeUndefined();
  expect(await tokenOf([], {PRESSCHECK_CONTROL_TOKEN: 'rosebud-rosebud'})).toBeUndefined();
});

/** A seed of one workspace. */
const seed = (name: string): string =>
  `workspaces:\n  - {name: ${name}, keys: [{key: harbour-key, role: full}, {role: reader}]}\n`;

test('--watch orders the faults of a changed file, resets the world to a changed seed, and says so', async () => {
  const [faults, world] = ['faults.yaml', 'world.yaml'].map((name) => join(folder, name)) as [
    string,
    string,
  ];
  writeFileSync(faults, '- act: {status: 503}\n');
  writeFileSync(world, seed('Harbour'));
  const args = ['--watch', '--faults', 'faults.yaml', '--world', 'world.yaml'];
  const {code, out} = await mock(args, async (line, written) => {
    const [, url] = /Workspace Publishing API +(\S+)/.exec(line) ?? [];
    const [, control] = /control plane +(\S+)/.exec(line) ?? [];
    const headers = {authorization: 'Bearer harbour-key'};
    const account = async () => fetch(`${url}/api/v1/account`, {headers});
    const keys = async (): Promise<string[]> => {
      const shown = (await (await fetch(`${control}/worlds/demo`)).json()) as {
        keys: {key: string}[];
      };
      return shown.keys.map(({key}) => key);
    };
    /** Changes a file, and waits for a line. */
    const after = async (change: () => void, words: string): Promise<void> => {
      const from = written.out.length;
      change();
      await vi.waitFor(() => expect(written.out.slice(from)).toContain(words), {timeout: 20_000});
    };
    expect((await account()).status).toBe(503);
    const before = await keys();

    await after(
      () => writeFileSync(faults, '- act: {status: 500}\n- act: {status: 200}\n'),
      'faults.yaml:2: faults[1].act.status: must be >= 400',
    );
    expect((await account()).status).toBe(503);

    // As editors do that write a new file and give it the old name.
    const replace = (text: string): void => {
      writeFileSync(`${faults}.new`, text);
      renameSync(`${faults}.new`, faults);
    };
    await after(() => replace('- act: {status: 502}\n'), 'it orders 1 fault, which count from 0');
    expect((await account()).status).toBe(502);
    await after(() => rmSync(faults), 'faults.yaml: cannot be read (ENOENT)');
    await after(() => replace('[]'), 'it orders 0 faults');
    expect((await account()).status).toBe(200);

    await after(
      () => writeFileSync(world, `${seed('Hilltop')}stores: [{name: X, nam: x}]\n`),
      'world.yaml: line 3, column 20: stores[0].nam: unknown member',
    );
    expect(await (await account()).text()).toContain('ws_harbour');
    await after(
      () => writeFileSync(world, seed('Hilltop')),
      'world.yaml has changed: the default world was reset to it',
    );
    expect(await (await account()).text()).toContain('ws_hilltop');
    // A client goes on with the credentials that it has.
    expect(await keys()).toEqual(before);
  });
  expect(code).toBe(143);
  expect(out.match(/; nothing was changed\n/g)).toHaveLength(3);
});

test('--watch needs a file', async () => {
  const {code, err} = await mock(['--watch', '--world', 'empty']);
  expect(code).toBe(2);
  expect(err).toMatch(/^presscheck: --watch: there is no file to watch; give --faults FILE/);
});
