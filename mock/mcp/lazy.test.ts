import {spawnSync} from 'node:child_process';
import {expect, test} from 'vitest';

/** Prints what a process loads of the protocol's library. */
const HOOK = `data:text/javascript,${encodeURIComponent(`
  import {register} from 'node:module';
  register('data:text/javascript,' + encodeURIComponent("export async function resolve(name, context, next) { if (name.includes('modelcontextprotocol')) process._rawDebug('loaded ' + name); return next(name, context); }"));
`)}`;

/** Starts a mock in a process of its own and requests a path. Returns what the process printed. */
const loadedFor = (path: string): string => {
  const program = `
    import {createMock} from ${JSON.stringify(new URL('../../dist/mock/create-mock.js', import.meta.url).href)};
    const mock = await createMock();
    await (await fetch(mock.urls.workspace + ${JSON.stringify(path)}, {headers: {authorization: 'Bearer demo-key-harbour-full'}})).text();
    await mock.close();`;
  const {status, stderr} = spawnSync(
    process.execPath,
    ['--import', HOOK, '--input-type=module', '-e', program],
    {encoding: 'utf8', timeout: 60_000},
  );
  expect(status, stderr).toBe(0);
  return stderr;
};

test('the library of the protocol is loaded by the first request that is for it', () => {
  expect(loadedFor('/api/v1/account')).not.toContain('loaded');
  expect(loadedFor('/mcp')).toContain('loaded @modelcontextprotocol/server');
});
