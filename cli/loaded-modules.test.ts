import {spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {relative, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** Prints the address of each module that is loaded, behind the output of the command. */
const HOOKS = `import {writeSync} from 'node:fs';
export async function load(url, context, next) {
  writeSync(2, 'loaded ' + url + '\\n');
  return next(url, context);
}`;
const asUrl = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;
const REGISTERS = asUrl(
  `import {register} from 'node:module'; register(${JSON.stringify(asUrl(HOOKS))});`,
);

/** The modules of the project that a command loads, for example `mock/create-mock.js`; also those in a bundled file. */
function modulesLoadedBy(...args: string[]): string[] {
  const {stderr} = spawnSync(
    process.execPath,
    ['--import', REGISTERS, 'bin/presscheck.js', ...args],
    {cwd: root, encoding: 'utf8'},
  );
  const urls = [...stderr.matchAll(/^loaded (file:.*\/dist\/.*)$/gm)].map(([, url = '']) => url);
  return urls.flatMap((url) => {
    const file = fileURLToPath(url);
    const joined = [...readFileSync(file, 'utf8').matchAll(/^\/\/ (\S+\.js)$/gm)];
    return [relative(resolve(root, 'dist'), file), ...joined.map(([, module = '']) => module)];
  });
}

const ofTheServerAndTheSuite = (modules: string[]): string[] =>
  modules.filter((module) => /^(mock|suites)\//.test(module));

test.each([['--help'], ['--version'], ['mock', '--help'], ['no-such-command']])(
  '%s %s loads nothing of the server and of the suite',
  (...args) => {
    const modules = modulesLoadedBy(...args);
    expect(modules).toContain('cli/version.js');
    expect(ofTheServerAndTheSuite(modules)).toEqual([]);
  },
);

test.each([
  [['rules', 'workspace/uploads'], false],
  [['rules', 'workspace.uploads.link-lives-30-minutes'], false],
  [['rules', 'workspace.uploads.link-lives-30-minutes', '--fixture'], true],
])('%j loads the checks: %s', (args, isLoading) => {
  expect(modulesLoadedBy(...args).includes('suites/all-checks.js')).toBe(isLoading);
});

test('what a command needs is loaded, and is seen', () => {
  expect(ofTheServerAndTheSuite(modulesLoadedBy('explore', '--help'))).not.toEqual([]);
});
