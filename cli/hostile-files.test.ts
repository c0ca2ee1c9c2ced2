import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {afterAll, beforeAll, describe, expect, test, vi} from 'vitest';
import {canonicalText} from '../spec/json.ts';
import {main} from './main.ts';

const bin = resolve(import.meta.dirname, '../bin/presscheck.js');
const folder = mkdtempSync(join(tmpdir(), 'presscheck-files-'));
afterAll(() => rmSync(folder, {recursive: true, force: true}));

// A machine that is very busy takes long to begin a command.
vi.setConfig({testTimeout: 120_000});

/** Runs the command in this process. */
async function run(args: string[]): Promise<{code: number; err: string}> {
  const written = {stdout: '', stderr: ''};
  const taps = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      written[stream] += String(text);
      return true;
    }),
  );
  try {
    await main([process.execPath, bin, ...args]);
    return {code: Number(process.exitCode ?? 0), err: written.stderr};
  } finally {
    process.exitCode = undefined;
    for (const tap of taps) tap.mockRestore();
  }
}

const at = (name: string): string => join(folder, name);

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(at(name), content);
  return at(name);
}

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({length: count}, (_, index) => line(index)).join('\n');

beforeAll(() => {
  file(
    'anchors.yaml',
    lines(40_000, (i) => `a${i}: &a${i} ${i}`),
  );
  file(
    'binary.yaml',
    Uint8Array.from({length: 4096}, (_, i) => i % 256),
  );
  execFileSync('mkfifo', [at('pipe.yaml')]);
  mkdirSync(at('folder.yaml'));
});

const NO_FILES: [name: string, says: RegExp][] = [
  ['pipe.yaml', /it is a pipe/],
  ['folder.yaml', /it is a folder/],
  ['/dev/zero', /it is a device/],
];
const CASES: [name: string, says: RegExp][] = [
  ['anchors.yaml', /more than 50000 tokens/],
  ['binary.yaml', /no text in UTF-8/],
  ['pipe.yaml', /it is a pipe/],
];

async function refused(args: string[], says: RegExp): Promise<void> {
  const {code, err} = await run(args);
  expect(err).toMatch(says);
  expect(err.length).toBeLessThan(2000);
  expect(code).toBe(2);
}

describe.each([
  ['a configuration', (path: string) => ['certify', '--config', path, '--report', at('report')]],
  ['a fixture', (path: string) => ['replay', '--mock', path]],
])('%s', (_what, args) => {
  test.each(CASES)('that is %s', (name, says) => refused(args(resolve(folder, name)), says));
});

/** A configuration of which one part names a file. */
const naming = (part: string, path: string): string =>
  file(
    'names.yaml',
    `name: x\nworkspace: {base_url: http://localhost:1${part === 'profile' ? `, profile: {file: ${path}}` : ''}}\n` +
      `credentials: {full: ${part === 'secret' ? `{file: ${path}}` : '{env: HOME}'}}\n` +
      (part === 'sample' ? `samples: {good: {file: ${path}}}\n` : ''),
  );

describe.each(['sample', 'secret'])('what a configuration names as %s', (part) => {
  test.each(NO_FILES)('that is %s', async (name, says) => {
    const config = naming(part, resolve(folder, name));
    await refused(['certify', '--config', config, '--plan'], says);
  });
});

describe('a seed or snapshot', () => {
  test.each([
    ...NO_FILES,
    ['binary.yaml', /binary\.yaml: line 1, column 1: must be object/] as const,
  ])('that is %s', (name, says) =>
    refused(['mock', '--port', '0', '--world', resolve(folder, name)], says),
  );

  test('that was edited and has the checksum that belongs to it', async () => {
    const held = {image: {}, objects: []};
    const sum = createHash('sha256').update(canonicalText(held)).digest('hex');
    const edited = file(
      'edited.json',
      JSON.stringify({presscheck: 'snapshot', version: 1, sum, ...held}),
    );
    const data = at('data-of-edited');
    const args = ['mock', '--port', '0', '--data', data, '--world', edited];
    await refused(
      args,
      /edited\.json: image: must have required property 'meta'; restore a snapshot/,
    );
    expect(existsSync(data)).toBe(false);
  });
});

describe('the folder of a report', () => {
  test.each([
    ['/proc/presscheck', /cannot be written \(ENOENT\)/],
    ['/dev/null', /cannot be written/],
    ['binary.yaml/report', /cannot be written/],
  ])('that is %s', (path, says) =>
    refused(
      ['certify', '--mock', '--only', 'workspace/account', '--report', resolve(folder, path)],
      says,
    ),
  );

  test('in which a pipe stands where a report is written', async () => {
    mkdirSync(at('with-pipe'));
    execFileSync('mkfifo', [join(at('with-pipe'), 'report.html')]);
    const args = ['certify', '--mock', '--only', 'workspace.account.has-plan', '--report'];
    await refused([...args, at('with-pipe')], /report\.html: is not a regular file/);
  });
});

test('hostile files of a corpus are left aside, and stay as they are', async () => {
  const corpus = at('corpus');
  mkdirSync(corpus);
  const names = ['bomb.yaml', 'binary.yaml', 'pipe.yaml'];
  file(
    'corpus/bomb.yaml',
    lines(40_000, (i) => `a${i}: &a${i} ${i}`),
  );
  file('corpus/binary.yaml', new Uint8Array(100));
  execFileSync('mkfifo', [join(corpus, 'pipe.yaml')]);
  const {err} = await run(['explore', '--mock', '--corpus', corpus, '--max-requests', '1']);
  expect(err).toContain('3 files of the corpus cannot be replayed');
  expect(readdirSync(corpus)).toEqual(expect.arrayContaining(names));
});
