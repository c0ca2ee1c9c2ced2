import {spawn, type ChildProcessWithoutNullStreams} from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {stripVTControlCharacters} from 'node:util';
import {afterAll, describe, expect, inject, test, vi} from 'vitest';
import type {RunRecord} from '../spec/run-record.ts';
import {main} from './main.ts';

const bin = resolve(import.meta.dirname, '../bin/presscheck.js');
const folder = mkdtempSync(join(tmpdir(), 'presscheck-cli-'));
afterAll(() => rmSync(folder, {recursive: true, force: true}));

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Runs the command as a user would; `before` stands between node and the program. */
function presscheck(
  args: string[],
  {
    before = [],
    env = {},
    started,
  }: {
    before?: string[];
    env?: Record<string, string>;
    started?: (child: ChildProcessWithoutNullStreams) => void;
  } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [...before, bin, ...args], {
    cwd: folder,
    env: {...process.env, ...env},
  });
  const written = {out: '', err: ''};
  child.stdout.on('data', (chunk: Buffer) => (written.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (written.err += chunk.toString()));
  started?.(child);
  return new Promise((settle) => child.on('close', (code) => settle({code, ...written})));
}

/** The same in this process. */
async function here(args: string[]): Promise<Ended> {
  const written = {out: '', err: ''};
  const taps = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      written[stream === 'stdout' ? 'out' : 'err'] += String(text);
      return true;
    }),
  );
  try {
    await main([process.execPath, bin, ...args]);
    return {code: Number(process.exitCode ?? 0), ...written};
  } finally {
    process.exitCode = undefined;
    for (const tap of taps) tap.mockRestore();
  }
}

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

describe('another runtime', () => {
  const on = (version: string): string =>
    `data:text/javascript,Object.defineProperty(process, 'versions', {value: {...process.versions, node: '${version}'}})`;

  test.each(['18.20.4', '20.18.3', '14.0.0'])('%s gets one sentence and 2', async (version) => {
    expect(await presscheck(['rules'], {before: ['--import', on(version)]})).toEqual({
      code: 2,
      out: '',
      err: `presscheck needs Node 20.19 or newer; this is Node ${version}.\n`,
    });
  });

  test('Bun gets one sentence and 2', async () => {
    const bun = on('24.3.0').replace('node:', "bun: '1.3.0', node:");
    expect(await presscheck(['rules'], {before: ['--import', bun]})).toEqual({
      code: 2,
      out: '',
      err: 'presscheck does not run on Bun 1.3.0: run it with Node 20.19 or newer.\n',
    });
  });

  test.each(['20.19.0', '22.0.0', '100.0.0'])('%s will do', async (version) => {
    expect((await presscheck(['--version'], {before: ['--import', on(version)]})).code).toBe(0);
  });
});

let files = 0;
/** A configuration file of its own. */
const config = (text: string): string => file(`config-${(files += 1)}.yaml`, text);
const STAGING = 'name: staging\nworkspace:\n  base_url: http://localhost:1\ncredentials:\n';

const ELSEWHERE =
  'name: a\nworkspace: {base_url: https://books.example}\ncredentials: {full: {env: PATH}}\n';

/** A fixture of one step of the workspace API. */
const fixtureWith = (call: string): string =>
  `fixture: x\nsteps:\n  - {step: call, id: a, api: workspace, ${call}}\n`;

/** Command lines with the complaint that each has to get. */
const WRONG_USAGE: [args: () => string[], complaint: RegExp][] = [
  [() => ['certify'], /needs one target: --mock .* or --config FILE/],
  [() => ['certify', '--mock', '--config', 'x.yaml'], /one target: --mock .*or --config/],
  [
    () => ['certify', '--mock', '--only', 'nothing'],
    /--only nothing matches no rule and no chapter; /,
  ],
  [
    () => ['certify', '--mock', '--only', 'workspace.uploads.link-lives-30-minute'],
    /did you mean workspace\.uploads\.link-lives-30-minutes\?/,
  ],
  [
    () => ['certify', '--mock', '--only', 'account,users'],
    /--only account,users: separate names by blanks: --only account users/,
  ],
  [
    () => ['certify', config(STAGING)],
    /too many arguments: \S+\.yaml; give .* as --config \S+\.yaml/,
  ],
  [() => ['mock', 'extra'], /too many arguments: extra\n/],
  [() => ['certify', '--mock', '--seed', 'one'], /--seed.*whole number/],
  [() => ['certify', '--mock', '--seed', '99999999999999999999'], /--seed.*up to 9007199254740991/],
  [() => ['prove', '--seeds', '0'], /--seeds.*one or more/],
  [() => ['prove', '--seeds', 'x'], /--seeds.*one or more/],
  [() => ['certify', '--mock', '--nonce', 'x'], /--nonce is for deployments/],
  [() => ['replay', '--mock', '--yes', 'x.yaml'], /--yes is for deployments/],
  [() => ['help', 'explor'], /there is no command explor; did you mean explore/],
  [() => ['mock', '--data', '/proc/x', '--port', '0'], /--data \/proc\/x: .*give a folder/],
  [() => ['certify', '--mock', '--max-requests', '-1'], /--max-requests/],
  [() => ['certify', '--mock', '--fast'], /unknown option '--fast'/],
  [() => ['certfy'], /unknown command 'certfy'/],
  [() => ['certify', '--config', 'missing.yaml'], /missing\.yaml: cannot be read \(ENOENT\)/],
  [() => ['certify', '--config', config('name: [')], /\.yaml:\d+: /],
  [() => ['certify', '--config', config('name: staging\n')], /lacks the field `credentials`/],
  [
    () => ['certify', '--config', config(`${STAGING}  full: secret\n`)],
    /\.yaml:5: credentials\.full .*\{env: NAME\} or \{file: PATH\}/,
  ],
  [
    () => ['certify', '--config', config(`${STAGING}  full: {env: PRESSCHECK_NOT_SET}\n`)],
    /\.yaml:5: the environment variable PRESSCHECK_NOT_SET is not set/,
  ],
  [
    () => ['certify', '--config', config(`${STAGING}  boss: {env: PATH}\n`)],
    /\.yaml:5: credentials\.boss: unknown role boss/,
  ],
  [
    () => ['certify', '--config', config(`${STAGING}  full: {env: PATH}\nspend: [everything]\n`)],
    /\.yaml:6: spend.* reads, adds, changes, exhausts/,
  ],
  [() => ['certify', '--mock', '--report', file('taken', '')], /--report .*taken/],
  [() => ['certify', '--mock', '--verbose'], /--verbose: is only for --plan/],
  [
    () => ['certify', '--config', config(`${STAGING}  full: {env: PATH}\n`), '--only', 'store'],
    /--only store: .* the file has no `store`; add it/,
  ],
  [() => ['replay', 'x.yaml'], /one target: --mock .*or --config/],
  [() => ['replay', '--mock'], /missing required argument 'fixture'/],
  [() => ['replay', '--mock', 'missing.yaml'], /missing\.yaml: cannot be read/],
  [
    () => ['replay', '--mock', file('role.yaml', fixtureWith('op: getAccount, as: admin'))],
    /role\.yaml.*steps\.0\.as: is a role of the other API: admin has no credential of the workspace/,
  ],
  [
    () => [
      'replay',
      '--mock',
      file(
        'sample.yaml',
        fixtureWith('op: createUpload, as: full, body: {size_bytes: {$sample: good, at: /size}}'),
      ),
    ],
    /sample\.yaml.*\/?at: is one of \/filename, \/size_bytes; got \/size/,
  ],
  [
    () => [
      'replay',
      '--mock',
      file(
        'wrong.yaml',
        'fixture: x\nsteps:\n  - {step: call, id: a, api: workspace, op: getAcount, as: full}\n',
      ),
    ],
    /wrong\.yaml.*steps\.0\.op: there is no operation `getAcount`; did you mean `getAccount`\?/,
  ],
  [
    () => [
      'replay',
      '--config',
      config(`${ELSEWHERE}hooks: {reset: {url: 'https://books.example/reset'}}\n`),
      'fixtures/examples/upload-walk.yaml',
    ],
    /add --yes to send them; the hook `reset` is called first: everything in the deployment is lost/,
  ],
  [
    () => [
      'explore',
      '--config',
      config(`${ELSEWHERE}hooks: {reset: {url: 'https://books.example/reset'}}\n`),
    ],
    /the hook `reset` is called first: everything in the deployment is lost; add --yes to send them/,
  ],
  [() => ['rules', 'nonsense'], /there is no rule or chapter nonsense; /],
  [() => ['rules', '--profile'], /--profile: name the API/],
  [() => ['rules', 'account', '--place', 'x'], /--place: add --fixture/],
  [() => ['rules', 'account', '--out', 'x'], /--out: add --fixture/],
  [() => ['rules', '--fixture'], /--fixture: name a rule or a chapter, or .*--out DIR/],
  [() => ['rules', 'account', '--fixture', '--defects'], /'--defects' cannot be used with/],
  [() => ['rules', '--search', 'zebra'], /no rule has all these words/],
  [
    () => ['rules', 'workspace/mcp', '--search', 'zebra'],
    /no rule of workspace\/mcp has all these words/,
  ],
  [() => ['replay', '--mock', 'fixtures/missing.yaml'], /fixtures\/missing\.yaml: cannot be read/],
  [() => ['prove', '--only', 'nothing'], /matches no rule/],
  [() => ['mock', '--port', 'x'], /--port x: give a number/],
  [() => ['mock', '--world', 'missing.json'], /--world missing\.json: give `demo`/],
  [() => ['mock', '--limits', 'maybe'], /--limits maybe/],
  [() => ['mock', '--limits', 'on'], /--limits on: give `off`/],
];
describe('wrong usage ends with 2, says what would be right, and sends nothing', () => {
  test.each(WRONG_USAGE.map(([args, complaint]) => [args().join(' '), args(), complaint] as const))(
    '%s',
    async (_line, args, complaint) => {
      const {code, out, err} = await here([...args]);
      expect(err).toMatch(complaint);
      expect(err).not.toMatch(/^\s+at /m);
      expect(out).toBe('');
      expect(code).toBe(2);
    },
  );

  test('each mistake of a file is on a line of its own, and shows no control characters', async () => {
    const path = config(`${STAGING}  boss: {env: PATH}\nspnd: []\n"a\\e[31m": 1\n`);
    const {err} = await here(['certify', '--config', path]);
    expect(
      err.split('\n').map((line) => line.replace(/^.*yaml:|( is|: unknown) .*$/g, '')),
    ).toEqual([
      expect.stringMatching(/^certify: reading the documents/),
      'presscheck: 3 mistakes:',
      '5: credentials.boss',
      '6: spnd',
      String.raw`7: a\x1b[31m`,
      '',
    ]);
  });

  test('and so it does for the process', async () => {
    expect(await presscheck(['certify'])).toMatchObject({code: 2, out: ''});
    expect(await presscheck(['certify', '--mock', '--only', 'nothing'])).toMatchObject({
      code: 2,
      out: '',
    });
  });
});

test('the names that a profile uses are listed', async () => {
  const {code, out} = await here(['rules', 'workspace', '--profile']);
  expect(out).toContain('  Account#/publications_left  integer or null  NS-WS-53\n');
  expect(out).toContain('  readRun (its path is open)\n');
  expect(out).toMatch(
    / {2}createUpload\n( {4}.+\n)* {4}oversize {2}The file exceeds the size limit of its format\.\n/,
  );
  expect(out).toContain(
    '    repeated  The same upload registered again, answered with its publication.\n',
  );
  expect(out).toContain('    repetition-refused  This upload is registered already.\n');
  expect(code).toBe(0);
});

describe('a run', () => {
  test('on the mock, of one rule: the target first and last, every format, 0', async () => {
    const {code, out} = await presscheck([
      'certify',
      '--mock',
      '--only',
      'workspace.uploads.link-lives-30-minutes',
      '--report',
      'one',
    ]);
    expect(code).toBe(0);
    const verdict = 'Passed: embedded mock. The selected rule passed.';
    const lines = stripVTControlCharacters(out).trimEnd().split('\n');
    expect([lines[0], lines.at(-2)]).toEqual([verdict, verdict]);
    expect(out.toLowerCase()).not.toContain('certified');
    for (const format of ['report.json', 'report.html', 'junit.xml', 'report.txt'])
      expect(existsSync(join(folder, 'one', format)), format).toBe(true);
  });

  test('that exercised nothing is not 0', async () => {
    const {code} = await here([
      'certify',
      '--mock',
      '--only',
      'workspace.uploads.link-lives-30-minutes',
      '--max-requests',
      '0',
      '--report',
      join(folder, 'none'),
    ]);
    expect(code).toBe(3);
  });

  test('two runs with one seed give the same verdicts', async () => {
    const record = async (report: string): Promise<unknown> => {
      const only = ['--only', 'workspace.account', '--seed', '11'];
      await here(['certify', '--mock', ...only, '--report', join(folder, report)]);
      const {rules, requests} = JSON.parse(
        readFileSync(join(folder, report, 'report.json'), 'utf8'),
      ) as RunRecord;
      return {
        requests,
        rules: rules.map(({rule, verdict, witnesses}) => [rule, verdict, witnesses]),
      };
    };
    expect(await record('first')).toEqual(await record('second'));
  });
});

describe('a reader that ends early', () => {
  const closed = (args: string[], stream: 'stdout' | 'stderr'): Promise<Ended> =>
    presscheck(args, {started: (child) => child[stream].destroy()});

  test('of the report leaves the exit code as it is', async () => {
    const only = ['--only', 'workspace.tools'];
    const args = ['certify', '--mock', ...only, '--max-requests', '0', '--report', 'closed'];
    expect(await closed(args, 'stdout')).toMatchObject({
      code: 3,
      err: expect.stringMatching(/^certify: reading the documents/),
    });
    expect(existsSync(join(folder, 'closed', 'report.json'))).toBe(true);
  });

  test('of the complaints too', async () => {
    expect(await closed(['certify'], 'stderr')).toMatchObject({code: 2, out: ''});
  });
});

test('at quick effort a rule says at how many of its places it passed', async () => {
  const report = join(folder, 'quick');
  const only = ['--only', 'workspace.access.missing-key-is-refused'];
  const args = ['certify', '--mock', '--effort', 'quick', ...only, '--report', report];
  expect((await here(args)).code).toBe(0);
  const {rules} = JSON.parse(readFileSync(join(report, 'report.json'), 'utf8')) as RunRecord;
  expect(rules[0]?.note).toMatch(/^passed at 1 of \d\d places$/);
});

test('a run that is refused leaves its mistakes in place of the report before it', async () => {
  const read = (file: string): string => readFileSync(join(folder, 'refused', file), 'utf8');
  const run = (...args: string[]) =>
    here(['certify', ...args, '--report', join(folder, 'refused')]);
  await run('--mock', '--only', 'workspace.tools.has-slug');
  const before = read('junit.xml');
  writeFileSync(join(folder, 'typo.yaml'), 'nmae: staging\n');
  expect(await run('--config', join(folder, 'typo.yaml'))).toMatchObject({code: 2});
  expect(read('summary.md')).toMatch(/Nothing was tested[^]*nmae[^]*Exit code 2/);
  expect(read('junit.xml')).toMatch(/errors="[1-9]/);
  expect(read('earlier/junit.xml')).toBe(before);
  expect(existsSync(join(folder, 'refused', 'report.json'))).toBe(false);
});

const full = '/dev/full';

test.runIf(existsSync(full))('output on a full disk is no failed rule', async () => {
  const disk = openSync(full, 'w');
  const child = spawn(process.execPath, [bin, 'rules'], {stdio: ['ignore', disk, 'pipe']});
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  expect(await new Promise((settle) => child.on('close', settle))).toBe(4);
  closeSync(disk);
  expect(said).toMatch(/^presscheck: the output cannot be written and is lost: ENOSPC[^\n]*\n$/);
});

test('a configuration that only the package has is to be copied', async () => {
  const {code, err} = await presscheck(['certify', '--config', 'examples/store.yaml']);
  expect(code).toBe(2);
  expect(err).toMatch(/there is no such file here; copy .*store\.yaml and adapt the copy/);
});

test('a fixture of the package plays from any folder', async () => {
  const fixture = 'fixtures/examples/upload-walk.yaml';
  expect(existsSync(join(folder, fixture))).toBe(false);
  const {code, out} = await presscheck(['replay', '--mock', fixture]);
  expect(out).toMatch(/^passed/);
  expect(code).toBe(0);
});

const SIGNALS: [NodeJS.Signals, code: number][] = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
];

// cli/interrupt.test.ts sends both, where something was made.
describe.each(inject('all') ? SIGNALS : SIGNALS.slice(0, 1))('%s in the middle', (signal, code) => {
  test(`ends with ${code}, and the partial report is written`, async () => {
    let requests = 0;
    let child: {kill(signal: NodeJS.Signals): void} | undefined;
    const server: Server = createServer((request, reply) => {
      requests += 1;
      if (requests === 4) child?.kill(signal);
      const known = request.headers.authorization === 'Bearer fake-key';
      const [status, body] = known
        ? [200, {workspace: 'ws_1'}]
        : [401, {error: 'no', reason: 'unauthorized'}];
      reply.writeHead(status, {'content-type': 'application/json'}).end(JSON.stringify(body));
    });
    await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
    const {port} = server.address() as AddressInfo;
    const config = file(
      `${signal}.yaml`,
      `name: a server that is stopped at\nworkspace: {base_url: 'http://127.0.0.1:${port}'}\ncredentials: {full: {env: FAKE_KEY}}\nmax_wait: 60\n`,
    );
    const args = ['certify', '--config', config, '--only', 'workspace.access'];
    const ended = await presscheck([...args, '--report', signal], {
      env: {FAKE_KEY: 'fake-key'},
      started: (one) => (child = one),
    });
    server.close();
    expect(ended.code).toBe(code);
    const record = JSON.parse(
      readFileSync(join(folder, signal, 'report.json'), 'utf8'),
    ) as RunRecord;
    expect(record).toMatchObject({
      interrupted: true,
      exitCode: code,
      target: {name: 'a server that is stopped at'},
    });
    expect(ended.out).toContain('Interrupted');
    expect(JSON.stringify(record)).not.toContain('fake-key');
    expect(record.rules.some((rule) => rule.verdict === 'not-exercised')).toBe(true);
  });
});
