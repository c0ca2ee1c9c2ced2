import {spawn} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';

const bin = resolve(import.meta.dirname, '../bin/presscheck.js');
let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'presscheck-serving-'))));
afterEach(() => rmSync(folder, {recursive: true}));

/**
 * Starts `presscheck mock` on free ports, calls `during` after its first line, and stops it.
 * @param during may be undefined for a mock that ends by itself
 */
async function mock(args: string[], during?: (line: string) => Promise<void>) {
  const child = spawn(process.execPath, [bin, 'mock', '--port', '0', ...args], {cwd: folder});
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
    await during(written.out);
    child.kill('SIGTERM');
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
