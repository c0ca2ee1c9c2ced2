// Packs a clean copy of the project, installs the tarball into an empty folder, and uses it there as
// a stranger to the project would: every command, the library from ES modules, CommonJS and TypeScript.
//   node scripts/package.js [FILE]   writes {passed, failed} to FILE as JSON
import {spawn, spawnSync} from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';

const MAX_MEGABYTES = 57;
const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'presscheck-package-'));
const copy = join(folder, 'copy');
const user = join(folder, 'user');
const installed = join(user, 'node_modules/presscheck');
const bin = join(user, 'node_modules/.bin/presscheck');
const result = {passed: 0, failed: 0};

/**
 * Records one expectation, and returns whether it is met.
 * @param what printed, with `why` when it is not met
 */
function check(what, holds, why = '') {
  result[holds ? 'passed' : 'failed'] += 1;
  console.log(`${holds ? 'passed' : 'FAILED'}  ${what}${holds || !why ? '' : `\n${why}`}`);
  return holds;
}

/** Runs a program; returns its exit code and its whole output. */
function run(cwd, command, ...args) {
  const {status, stdout, stderr} = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    // A busy machine is slow.
    timeout: 600_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  return {code: status, out: stdout, all: `${stdout}${stderr}`};
}

/** Runs the installed command, and checks its exit code and output. */
function presscheck(args, {code = 0, prints}) {
  const ended = run(user, bin, ...args);
  check(`presscheck ${args.join(' ')}`, ended.code === code && prints.test(ended.all), ended.all);
}

/** Writes a program into the user's folder, runs it with Node, and checks its output. */
function program(file, text, prints) {
  writeFileSync(join(user, file), text);
  const {code, all} = run(user, process.execPath, file);
  check(`node ${file}`, code === 0 && prints.test(all), all);
}

/** Every file below a folder, by its relative path. */
const filesOf = (from) =>
  readdirSync(from, {recursive: true, withFileTypes: true})
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name));

function pack() {
  const leave = new Set(['node_modules', '.git', 'dist', 'presscheck-report']);
  const filter = (from) => !leave.has(from.slice(root.length + 1));
  cpSync(root, copy, {recursive: true, filter});
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  mkdirSync(user);
  const {code, all} = run(copy, 'npm', 'pack', '--silent', '--pack-destination', user);
  return check('npm pack', code === 0, all);
}

function install() {
  writeFileSync(join(user, 'package.json'), '{"private": true}\n');
  const [tarball] = readdirSync(user).filter((file) => file.endsWith('.tgz'));
  const {code, all} = run(user, 'npm', 'i', '--prefer-offline', '--no-audit', `./${tarball}`);
  return check(`npm i ./${tarball}`, code === 0, all);
}

/** Megabytes on disk, in blocks of 4 kB like `du`. */
function checkSize() {
  const blocks = filesOf(join(user, 'node_modules')).map((file) =>
    Math.ceil(statSync(file).size / 4096),
  );
  const megabytes = blocks.reduce((sum, one) => sum + one, 0) / 256;
  const size = `${megabytes.toFixed(0)} MB installed`;
  check(`${size}, at most ${MAX_MEGABYTES}`, megabytes <= MAX_MEGABYTES);
}

/** The package has programs, declarations and data, but no tests, sources and source maps. */
function checkFiles() {
  const files = filesOf(installed).map((file) => file.slice(installed.length + 1));
  const foreign = files.filter((file) => /\.test\.|\.map$|(?<!\.d)\.c?ts$/.test(file));
  check('no tests, sources and source maps', foreign.length === 0, foreign.join('\n'));
}

function checkCommands() {
  const rule = 'workspace.uploads.link-lives-30-minutes';
  presscheck(['--version'], {prints: /^\d+\.\d+\.\d+\n$/});
  presscheck(['rules', 'workspace/uploads'], {prints: /workspace\.uploads\.link-lives-30-minutes/});
  presscheck(['rules', rule, '--defects'], {prints: /--defect '.*link-lives-30-minutes: /});
  presscheck(['certify', '--mock', '--only', 'workspace/account'], {prints: /passed, 0 failed/});
  presscheck(['certify'], {code: 2, prints: /--mock/});
  presscheck(['rules', rule], {prints: /check +dist\/suites\/workspace\/.*\.js:\d+/});
  const client = 'console.log(process.env.PRESSCHECK_KEY_FULL); process.exit(3)';
  presscheck(['exec', '--', process.execPath, '-e', client], {
    code: 3,
    prints: /^demo-key-harbour-full\n/,
  });
  presscheck(['prove', '--only', 'workspace/account'], {
    prints: /Every check detected its defects/,
  });
  checkFixtures();
}

/** Shipped fixtures, and fixtures that the package makes, pass on the embedded mock. */
function checkFixtures() {
  presscheck(['rules', 'store/plans', '--fixture', '--out', 'made'], {
    prints: /made\/store\/plans\//,
  });
  const files = [
    ...filesOf(join(installed, 'fixtures/examples')),
    ...filesOf(join(user, 'made/store/plans')).filter((_, index) => index % 10 === 0),
    'fixtures/workspace/uploads/link-needs-no-key.yaml',
    'store.users.email-is-unique',
  ];
  const {code, out} = run(user, bin, 'replay', '--mock', ...files);
  const verdicts = out.split('\n').filter((line) => /^\S/.test(line));
  const others = verdicts.filter((line) => !line.startsWith('passed '));
  const all = code === 0 && verdicts.length >= files.length && others.length === 0;
  const why = [`ended with ${code}`, ...others].join('\n');
  check(`presscheck replay --mock, ${files.length} fixtures`, all, why);
}

/** Starts the installed mock, and returns its output once it serves. */
async function started(...args) {
  const server = spawn(process.execPath, [
    join(installed, 'bin/presscheck.js'),
    'mock',
    '--port',
    '0',
    ...args,
  ]);
  const ended = new Promise((settle) => server.once('close', settle));
  let printed = '';
  await new Promise((settle) => {
    server.stdout.on('data', (chunk) => (printed += chunk).includes('Ctrl-C ends') && settle());
    server.stderr.on('data', (chunk) => (printed += chunk));
    server.once('close', settle);
  });
  const stop = async () => {
    server.kill('SIGINT');
    return ended;
  };
  return {printed, stop};
}

async function checkMock() {
  const {printed, stop} = await started();
  const [, url] = /Workspace Publishing API +(\S+)/.exec(printed) ?? [];
  const get = (headers) => fetch(`${url}/api/v1/account`, {headers});
  const authorization = 'Bearer demo-key-harbour-full';
  const statuses = url && [
    (await get({authorization})).status,
    (await get({authorization, prefer: 'code=429'})).status,
    (await get({})).status,
  ];
  const code = await stop();
  check(
    'presscheck mock answers and ends',
    String([statuses, code]) === '200,429,401,130',
    printed,
  );
}

const PLAIN = `const mock = await createMock();
const {keys} = mock.credentials();
const headers = {authorization: 'Bearer ' + keys[0].key};
const {status} = await fetch(mock.urls.workspace + '/api/v1/account', {headers});
const world = await mock.world({from: {stores: [{name: 'Riverside Books'}]}});
const [store] = world.credentials().stores;
await mock.close();
console.log(status, store.id);
`;

const TYPED = `import {createMock, type Fault, type Mock, type MockOptions, type World} from 'presscheck';

const options: MockOptions = {world: 'demo', limits: false};
const mock: Mock = await createMock(options);
const first: string | undefined = mock.credentials().keys[0]?.key;
const url: string = mock.urls.workspace;
const world: World = await mock.world({template: 'demo'});
const fault: Fault = await world.faults.add({act: {status: 503}});
const fired: number = fault.fired;
await world.clock.speed(60);
await world.drop();
await mock.close();
export {fired, first, url};
`;

const TYPED_COMMON = `import presscheck = require('presscheck');

const rule: presscheck.FaultRule = {act: {status: 503}};
const started: Promise<presscheck.Mock> = presscheck.createMock({limits: false, faults: [rule]});
export = started;
`;

const TESTED = `import {expect} from 'vitest';
import {test} from 'presscheck/vitest';

test('a test has a world', async ({world}) => {
  const headers = {authorization: 'Bearer ' + world.keys['full']};
  expect((await fetch(world.urls.workspace + '/api/v1/account', {headers})).status).toBe(200);
});
`;

/** Checks that rarely used modules are loaded only by their first use. */
const LAZY = `const {createMock} = require('presscheck');
const loaded = () => Object.keys(require.cache).some((file) => file.includes('openapi-sampler'));
(async () => {
  const mock = await createMock();
  const get = async (prefer) => {
    const headers = {authorization: 'Bearer demo-key-harbour-full', ...prefer};
    return (await fetch(mock.urls.workspace + '/api/v1/account', {headers})).status;
  };
  const before = [await get({}), loaded()];
  const after = [await get({prefer: 'code=200'}), loaded()];
  await mock.close();
  console.log(...before, ...after);
})();
`;

/** With the Vitest of this project in place of one that the user has installed. */
function checkVitest() {
  symlinkSync(join(root, 'node_modules/vitest'), join(user, 'node_modules/vitest'));
  writeFileSync(join(user, 'world.test.mts'), TESTED);
  const {code, all} = run(user, process.execPath, 'node_modules/vitest/vitest.mjs', 'run');
  check('presscheck/vitest gives a test a world', code === 0 && /1 passed/.test(all), all);
  compile(
    'tests of TypeScript users compile',
    '--skipLibCheck',
    '--lib',
    'es2023,dom',
    'world.test.mts',
  );
}

/** Compiles files of the user, without the types of other packages in the folders above. */
function compile(what, ...files) {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const flags = '--noEmit --strict --module node20 --target es2023 --lib es2023 --types'.split(' ');
  const {code, all} = run(user, process.execPath, tsc, ...flags, '', ...files);
  check(what, code === 0, all);
}

function checkLibrary() {
  program(
    'plain.mjs',
    `import {createMock} from 'presscheck';\n${PLAIN}`,
    /^200 riverside-books\n$/,
  );
  program(
    'plain.cjs',
    `const {createMock} = require('presscheck');\n(async () => {${PLAIN}})();\n`,
    /^200 riverside-books\n$/,
  );
  program('lazy.cjs', LAZY, /^200 false 200 true\n$/);
  writeFileSync(join(user, 'typed.mts'), TYPED);
  writeFileSync(join(user, 'typed.cts'), TYPED_COMMON);
  compile('TypeScript users compile', 'typed.mts', 'typed.cts');
}

try {
  if (pack() && install()) {
    checkSize();
    checkFiles();
    checkCommands();
    await checkMock();
    checkLibrary();
    checkVitest();
  }
} finally {
  rmSync(folder, {recursive: true, force: true});
}
console.log(`package: ${result.passed} passed, ${result.failed} failed`);
const [, , file] = process.argv;
if (file) writeFileSync(file, JSON.stringify(result));
process.exitCode = result.failed ? 1 : 0;
