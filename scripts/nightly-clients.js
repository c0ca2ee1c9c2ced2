// `npm run nightly:clients` makes clients from the published documents with the generators that people use, which it
// installs from their registries into a temporary folder (it needs python3, go, java and mvn), and compiles them. It
// prints one line a client, with the operations that the client has, and exits with 1 unless each has all of them.
//   node scripts/nightly-clients.js [--only NAME,...]   runs some of them, for example openapi-typescript,oapi-codegen
import {spawnSync} from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import {createMock} from '../dist/mock/create-mock.js';

const folder = mkdtempSync(join(tmpdir(), 'presscheck-clients-'));
const APIS = ['workspace', 'store'];

/** Runs a program in a folder below the temporary one, and returns what it printed. */
function run(where, command, ...args) {
  const cwd = join(folder, where);
  mkdirSync(cwd, {recursive: true});
  // Generators look for their formatters in the path.
  const PATH = `${join(folder, 'python/bin')}:${process.env.PATH}`;
  const env = {...process.env, PATH, GOFLAGS: '-mod=mod', GOBIN: join(folder, 'bin')};
  const {status, stdout, stderr, error} = spawnSync(command, args, {
    cwd,
    env,
    encoding: 'utf8',
    timeout: 600_000,
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error ?? stdout + stderr}`);
  return stdout + stderr;
}

const document = (api) => join(folder, `${api}.json`);

function npm(where, ...packages) {
  mkdirSync(join(folder, where), {recursive: true});
  writeFileSync(join(folder, where, 'package.json'), '{"private": true, "type": "module"}');
  run(where, 'npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages);
}

const tsc = (where, ...files) =>
  run(
    where,
    'npx',
    'tsc',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    ...files,
  );

/** Makes the clients of a generator for OpenAPI in Java, which knows many languages. */
const openapiGenerator = (language, compile, ...options) => ({
  install: () =>
    run(
      'openapi-generator',
      'mvn',
      '-q',
      '-B',
      'dependency:copy',
      '-Dartifact=org.openapitools:openapi-generator-cli:7.25.0',
      '-DoutputDirectory=.',
    ),
  make(api, where) {
    const jar = join(folder, 'openapi-generator/openapi-generator-cli-7.25.0.jar');
    const out = join(folder, where);
    run(
      '.',
      'java',
      '-jar',
      jar,
      'generate',
      '-g',
      language,
      '-i',
      document(api),
      '-o',
      out,
      ...options,
    );
    compile(where, api);
  },
});

/** By name: installs a generator, and makes and compiles the client of an API. */
const GENERATORS = {
  'openapi-typescript': {
    install: () => npm('openapi-typescript', 'openapi-typescript@7', 'typescript@5'),
    make(api, where) {
      run(
        'openapi-typescript',
        'npx',
        'openapi-typescript',
        document(api),
        '-o',
        join(folder, where, 'client.ts'),
      );
      tsc('openapi-typescript', join(folder, where, 'client.ts'));
    },
  },
  orval: {
    install: () => npm('orval', 'orval@8', 'typescript@5'),
    make(api, where) {
      const target = join(folder, where, 'client.ts');
      run(
        'orval',
        'npx',
        'orval',
        '--input',
        document(api),
        '--output',
        target,
        '--client',
        'fetch',
      );
      tsc('orval', target);
    },
  },
  'openapi-python-client': {
    install() {
      run('.', 'python3', '-m', 'venv', 'python');
      run('.', 'python/bin/pip', 'install', '--quiet', 'openapi-python-client==0.29.1', 'ruff');
    },
    make(api, where) {
      const out = join(folder, where, 'client');
      const args = ['generate', '--path', document(api), '--meta', 'none', '--output-path', out];
      run('.', 'python/bin/openapi-python-client', ...args, '--fail-on-warning');
      run('.', 'python/bin/python', '-m', 'compileall', '-q', out);
    },
  },
  'oapi-codegen': {
    install: () =>
      run('go', 'go', 'install', 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'),
    make(api, where) {
      const out = join(folder, where, 'client.go');
      run(
        '.',
        join(folder, 'bin/oapi-codegen'),
        '-generate',
        'types,client',
        '-package',
        api,
        '-o',
        out,
        document(api),
      );
      run(where, 'go', 'mod', 'init', `presscheck.example/${api}`);
      run(where, 'go', 'mod', 'tidy');
      run(where, 'go', 'build', './...');
    },
  },
  'openapi-generator-python': openapiGenerator('python', (where) =>
    run(where, 'python3', '-m', 'compileall', '-q', '.'),
  ),
  'openapi-generator-go': openapiGenerator('go', (where) => {
    run(where, 'go', 'mod', 'tidy');
    run(where, 'go', 'build', './...');
  }),
  'openapi-generator-typescript-fetch': openapiGenerator(
    'typescript-fetch',
    (where) => {
      npm('typescript-fetch', 'typescript@5');
      run('typescript-fetch', 'npx', 'tsc', '-p', join(folder, where));
    },
    '--additional-properties=npmName=client,supportsES6=true',
  ),
  'openapi-generator-java': openapiGenerator(
    'java',
    (where) => run(where, 'mvn', '-q', '-B', 'compile', '-Dmaven.test.skip=true'),
    '--library',
    'native',
  ),
};

/** The text of all files that a generator wrote. */
function written(path) {
  if (path.endsWith('node_modules')) return '';
  if (statSync(path).isDirectory())
    return readdirSync(path)
      .map((name) => written(join(path, name)))
      .join('\n');
  return readFileSync(path, 'utf8');
}

/** The operations of a document whose names a client has, in the writing of any language. */
function operationsIn(api, where) {
  const plain = (text) => text.replaceAll(/[^a-z0-9]/gi, '').toLowerCase();
  const client = plain(written(join(folder, where)));
  const {paths} = JSON.parse(readFileSync(document(api), 'utf8'));
  const all = Object.values(paths).flatMap((item) => Object.values(item));
  return {
    all: all.length,
    found: all.filter((one) => client.includes(plain(one.operationId))).length,
  };
}

const {values} = parseArgs({options: {only: {type: 'string'}}});
const names = values.only?.split(',') ?? Object.keys(GENERATORS);
const unknown = names.filter((name) => !Object.hasOwn(GENERATORS, name));
if (unknown.length) {
  console.error(`no client ${unknown.join(', ')}; there are ${Object.keys(GENERATORS).join(', ')}`);
  process.exit(2);
}
let wrong = 0;
try {
  const mock = await createMock({control: false, world: 'demo'});
  for (const api of APIS)
    writeFileSync(document(api), await (await fetch(`${mock.urls[api]}/openapi.json`)).text());
  await mock.close();
  for (const name of names) {
    const {install, make} = GENERATORS[name];
    const counts = [];
    try {
      install();
      for (const api of APIS) {
        const where = `${name}-${api}`;
        mkdirSync(join(folder, where), {recursive: true});
        make(api, where);
        const {found, all} = operationsIn(api, where);
        wrong += found === all ? 0 : 1;
        counts.push(`${api} ${found} of ${all} operations`);
      }
      console.log(`${name}: compiled, ${counts.join(', ')}`);
    } catch (error) {
      wrong += 1;
      console.log(`${name}: FAILED ${String(error.message).slice(0, 2000)}`);
    }
  }
} finally {
  rmSync(folder, {recursive: true, force: true});
}
process.exitCode = wrong ? 1 : 0;
