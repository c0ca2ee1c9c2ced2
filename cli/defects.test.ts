import {afterAll, expect, test, vi} from 'vitest';
import {createMock as createLibraryMock} from '../mock/library.ts';
import {allDefects} from '../proof/all-defects.ts';
import {UsageError} from '../spec/usage-error.ts';
import {main} from './main.ts';
import {serve} from './mock.ts';

const GENERIC = 'workspace.account.has-plan @ getAccount account /plan: dropped';
const NAMED = 'store.users.own-external-id-is-accepted: an update with external_id is refused';

const open: {close(): Promise<void>}[] = [];
afterAll(() => Promise.all(open.map((mock) => mock.close())));

/** What the account of the demo world looks like. */
async function accountAt(url: string): Promise<Record<string, unknown>> {
  const headers = {authorization: 'Bearer demo-key-harbour-full'};
  const response = await fetch(`${url}/api/v1/account`, {headers});
  return (await response.json()) as Record<string, unknown>;
}

test('every defect has a name of its own', () => {
  const names = allDefects().map(({name}) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('the demo world has the defects, and the greeting names them first and last', async () => {
  const printed: string[] = [];
  const mock = await serve({port: '0', defect: [GENERIC, NAMED]}, (text) => printed.push(text));
  open.push(mock);
  const account = await accountAt(mock.urls.workspace);
  expect(account).toMatchObject({workspace: 'ws_harbour'});
  expect(account).not.toHaveProperty('plan');
  const [text = ''] = printed;
  expect(text.split('WRONG ON PURPOSE')).toHaveLength(3);
  expect(text).toContain('It breaks these rules, and perhaps others that the same fault touches:');
  for (const words of [GENERIC, NAMED, "The account has the workspace's plan."])
    expect(text).toContain(words);
});

test('a world that is made in it obeys the documents', async () => {
  const mock = await serve({port: '0', defect: [GENERIC]}, () => {});
  open.push(mock);
  await mock.worlds.create({id: 'other', template: 'demo', credentials: 'demo'});
  expect(await accountAt(`${mock.urls.workspace}/w/other`)).toHaveProperty('plan');
});

test.each([
  [{defect: ['workspace.account.has-plan: missing']}, GENERIC],
  [{defect: ['store.users.own-external-id-is-accepted: none']}, NAMED],
  [{defect: [NAMED], data: '/tmp'}, 'leave out --data'],
  [{defect: [NAMED], world: 'file.json'}, '--world demo or empty'],
])('%j is refused in a sentence', async (flags, complaint) => {
  const refused = serve({port: '0', ...flags}, () => {});
  await expect(refused).rejects.toThrow(complaint);
  await expect(refused).rejects.toBeInstanceOf(UsageError);
});

test('the rules list the names, quoted for a shell', async () => {
  let out = '';
  const tap = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  await main(['node', 'presscheck', 'rules', 'workspace.account.has-plan', '--defects']);
  tap.mockRestore();
  expect(out).toMatch(/^workspace\.account\.has-plan\n {2}--defect '/);
  expect(out).toContain(`\n  --defect '${GENERIC}'\n`);
});

test('the library takes the defects of chapters by name', async () => {
  const mock = await createLibraryMock({
    defects: [
      'workspace.uploads.original-size-is-what-was-sent: the registration shows one byte more',
    ],
  });
  open.push(mock);
  expect(mock.credentials().keys.length).toBeGreaterThan(0);
  await expect(createLibraryMock({defects: [NAMED.slice(0, -3)]})).rejects.toThrow(NAMED);
  await expect(createLibraryMock({defects: [NAMED], data: '/tmp'})).rejects.toThrow('in memory');
});
