import {spawnSync} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';

/** Prints every module that a process loads. */
const HOOK = `data:text/javascript,${encodeURIComponent(`
  import {register} from 'node:module';
  register('data:text/javascript,' + encodeURIComponent(
    "export async function load(url, context, next) { process._rawDebug('loaded ' + url); return next(url, context); }"
  ));
`)}`;

const built = (file: string): string => new URL(`../../dist/mock/${file}`, import.meta.url).href;

/** Requests to each server of a mock; prints the status of the account. */
const REQUESTS = `
  const authorization = 'Bearer demo-key-harbour-full';
  const headers = {authorization, 'content-type': 'application/json'};
  const {urls} = mock;
  const account = await fetch(urls.workspace + path + '/api/v1/account', {headers});
  console.log(account.status);
  const body = JSON.stringify({original_filename: 'tides.epub', size_bytes: 5});
  await fetch(urls.workspace + '/api/v1/uploads', {method: 'POST', headers, body});
  await fetch(urls.workspace + '/api/v1/publications?cursor=none', {headers});
  await fetch(urls.workspace + '/mcp', {method: 'POST', headers, body: '{}'});
  await fetch(urls.store + '/integration-api/v1/dashboard/users');
  await fetch(urls.objects + '/none');
  await fetch(urls.control + '/worlds');
  await mock.close();`;

/** Runs a program; gives what it printed, and which modules of the project it loaded. */
function run(program: string): {printed: string; modules: string[]} {
  const {status, stdout, stderr} = spawnSync(
    process.execPath,
    ['--import', HOOK, '--input-type=module', '-e', program],
    {encoding: 'utf8', timeout: 120_000},
  );
  expect(status, stderr).toBe(0);
  const modules = [...stderr.matchAll(/^loaded file:.*\/dist\/(.*)$/gm)].map(([, file]) => file!);
  return {printed: stdout.trim(), modules};
}

const ofDefects = (file: string): boolean => /^mock\/defects?[./]/.test(file);

test('a mock without defects loads nothing that breaks it', () => {
  const {printed, modules} = run(`
    import {createMock} from ${JSON.stringify(built('create-mock.js'))};
    const path = '';
    const mock = await createMock();
    ${REQUESTS}`);
  expect(printed).toBe('200');
  expect(modules).toContain('mock/http/pipeline.js');
  expect(modules).toContain('mock/mcp/mcp-app.js');
  expect(modules).toContain('mock/control/control-app.js');
  expect(modules.filter(ofDefects)).toEqual([]);
});

test('a mock with defects loads them, and breaks the worlds that ask for them alone', () => {
  const {printed, modules} = run(`
    import {createMock} from ${JSON.stringify(built('create-mock.js'))};
    import {withDefects} from ${JSON.stringify(built('defects/apply/with-defects.js'))};
    const breaks = 'workspace.account.read-answers-200';
    const defect = {name: 'teapot', breaks, seam: 'status', situation: 'account', as: 418};
    const mock = await createMock({defects: withDefects([defect])});
    await mock.worlds.create({id: 'broken', template: 'demo', credentials: 'demo', defects: ['teapot']});
    const broken = await fetch(mock.urls.workspace + '/w/broken/api/v1/account', {
      headers: {authorization: 'Bearer demo-key-harbour-full'},
    });
    console.log(broken.status);
    const path = '';
    ${REQUESTS}`);
  expect(printed.split('\n')).toEqual(['418', '200']);
  expect(modules.filter(ofDefects)).toContain('mock/defects/apply/pipeline.js');
});

test.each(['http', 'world', 'workspace', 'store', 'mcp', 'objects', 'persistence', 'control'])(
  'mock/%s imports nothing of defects, not even types',
  (room) => {
    const folder = new URL(`../${room}/`, import.meta.url);
    const files = readdirSync(folder, {recursive: true, encoding: 'utf8'});
    for (const file of files.filter((one) => /(?<!\.test)\.ts$/.test(one)))
      expect(readFileSync(new URL(file, folder), 'utf8'), file).not.toMatch(
        /from '.*\/defects?[./]/,
      );
  },
);
