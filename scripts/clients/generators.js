// How each generator is installed from its registry, and how the client that it makes of a document is compiled and run.
import {spawnSync} from 'node:child_process';
import {copyFileSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {program} from './calls-in-typescript.js';

/** The temporary folder of everything that is installed and made. */
export const folder = mkdtempSync(join(tmpdir(), 'presscheck-clients-'));

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
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')}: ${error ?? ''}${stderr}${stdout}`);
  return stdout;
}

function npm(where, ...packages) {
  mkdirSync(join(folder, where), {recursive: true});
  writeFileSync(join(folder, where, 'package.json'), '{"private": true, "type": "module"}');
  run(where, 'npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages);
}

/** Copies a runner that stands beside this file. */
const copy = (name, where, as = name) =>
  copyFileSync(new URL(name, import.meta.url), join(folder, where, as));

const PYTHON = join(folder, 'python/bin/python');

/** Installs Python packages of the one environment. */
function pip(...packages) {
  run('.', 'python3', '-m', 'venv', 'python');
  run('.', PYTHON, '-m', 'pip', 'install', '--quiet', ...packages);
}

function callInPython(generator, {where, planFile}) {
  copy('call.py', where);
  return run(where, PYTHON, 'call.py', generator, planFile);
}

function callInGo(runner, {where, planFile}) {
  copy('call.go', where);
  copy(runner, where, 'generator.go');
  run(where, 'go', 'mod', 'tidy');
  return run(where, 'go', 'run', '.', planFile);
}

/** Compiles a client with a program in TypeScript in the folder of its compiler, and runs it. */
function callInTypeScript(dialect, tools, {where, plan}) {
  writeFileSync(join(folder, where, 'calls.ts'), program(dialect, plan));
  const strict = ['--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'nodenext'];
  run(tools, 'npx', 'tsc', ...strict, join(folder, where, 'calls.ts'));
  return run(tools, 'node', join(folder, where, 'calls.js'));
}

/** Makes the clients of a generator for OpenAPI in Java, which knows many languages. */
const openapiGenerator = (language, call, ...options) => ({
  install() {
    const artifact = 'org.openapitools:openapi-generator-cli:7.25.0';
    const goal = ['dependency:copy', `-Dartifact=${artifact}`, '-DoutputDirectory=.'];
    run('openapi-generator', 'mvn', '-q', '-B', ...goal);
  },
  make(task) {
    const jar = join(folder, 'openapi-generator/openapi-generator-cli-7.25.0.jar');
    const out = ['-i', task.document, '-o', join(folder, task.where)];
    run('.', 'java', '-jar', jar, 'generate', '-g', language, ...out, ...options);
    return call(task);
  },
});

/**
 * By name: installs a generator; makes the client of a document in the folder `where`, makes the calls of the plan with
 * it, and returns what the runner printed.
 */
export const GENERATORS = {
  'openapi-typescript': {
    install: () =>
      npm('openapi-typescript', 'openapi-typescript@7', 'openapi-fetch@0', 'typescript@5'),
    make(task) {
      const where = `openapi-typescript/${task.where}`;
      run(
        'openapi-typescript',
        'npx',
        'openapi-typescript',
        task.document,
        '-o',
        `${task.where}/client.ts`,
      );
      return callInTypeScript('openapi-fetch', 'openapi-typescript', {...task, where});
    },
  },
  orval: {
    install: () => npm('orval', 'orval@8', 'typescript@5'),
    make(task) {
      const where = `orval/${task.where}`;
      const target = `${task.where}/client.ts`;
      run(
        'orval',
        'npx',
        'orval',
        '--input',
        task.document,
        '--output',
        target,
        '--client',
        'fetch',
      );
      return callInTypeScript('orval', 'orval', {...task, where});
    },
  },
  'openapi-python-client': {
    install: () => pip('openapi-python-client==0.29.1', 'ruff'),
    make(task) {
      const out = ['--meta', 'none', '--output-path', join(folder, task.where, 'client')];
      const args = ['generate', '--path', task.document, ...out, '--fail-on-warning'];
      run('.', 'python/bin/openapi-python-client', ...args);
      return callInPython('openapi-python-client', task);
    },
  },
  'oapi-codegen': {
    install: () =>
      run('go', 'go', 'install', 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'),
    make(task) {
      const options = ['-generate', 'types,client', '-package', 'main', '-o', 'client.go'];
      run(task.where, join(folder, 'bin/oapi-codegen'), ...options, task.document);
      run(task.where, 'go', 'mod', 'init', 'presscheck.example/client');
      return callInGo('oapi-codegen.go', task);
    },
  },
  'openapi-generator-python': openapiGenerator('python', (task) => {
    pip('-r', join(folder, task.where, 'requirements.txt'));
    return callInPython('openapi-generator', task);
  }),
  'openapi-generator-go': openapiGenerator(
    'go',
    (task) => callInGo('openapi-generator.go', task),
    '--additional-properties=packageName=main',
  ),
  'openapi-generator-typescript-fetch': openapiGenerator(
    'typescript-fetch',
    ({where, plan}) => {
      npm('typescript-fetch', 'typescript@5');
      writeFileSync(join(folder, where, 'src/calls.ts'), program('typescript-fetch', plan));
      run('typescript-fetch', 'npx', 'tsc', '-p', join(folder, where));
      return run(where, 'node', 'dist/calls.js');
    },
    '--additional-properties=npmName=client,supportsES6=true',
  ),
  'openapi-generator-java': openapiGenerator(
    'java',
    ({where, planFile}) => {
      copy('Call.java', `${where}/src/main/java`);
      const goals = ['compile', 'dependency:build-classpath', '-Dmdep.outputFile=classpath.txt'];
      run(where, 'mvn', '-q', '-B', ...goals, '-Dmaven.compiler.parameters=true');
      const apis = readdirSync(join(folder, where, 'src/main/java/org/openapitools/client/api'));
      const names = apis.map((file) => basename(file, '.java'));
      const classes = `target/classes:${run(where, 'cat', 'classpath.txt').trim()}`;
      return run(where, 'java', '-cp', classes, 'Call', planFile, ...names);
    },
    '--library',
    'native',
  ),
};
