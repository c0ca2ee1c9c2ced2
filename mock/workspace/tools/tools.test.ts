import {afterAll, beforeAll, expect, it} from 'vitest';
import {suiteWorld, type SuiteWorld} from '../../testing/client.ts';
import {TOOLS, isPublic, toolOf} from './catalog.ts';

let on: SuiteWorld;
beforeAll(async () => void (on = await suiteWorld({}, {limits: false})));
afterAll(() => on.mock.close());

const slugs = async (world = on): Promise<string[]> =>
  (await world.workspace('GET', '/tools')).body.data.map(({slug}: any) => slug);

it('the catalogue lists every public tool once, and no other', async () => {
  const listed = await slugs();
  expect(new Set(listed).size).toBe(listed.length);
  expect(listed).toEqual(TOOLS.filter(isPublic).map(({slug}) => slug));
  for (const hidden of ['cover-studio', 'rights-ledger']) {
    expect(toolOf(hidden)).toBeDefined();
    expect(listed).not.toContain(hidden);
  }
});

it('a tool is listed with documented members only', async () => {
  const {body} = await on.workspace('GET', '/tools');
  expect(Object.keys(body.data[0])).toEqual([
    'slug',
    'name',
    'category',
    'description',
    'metered',
    'replaces_working_file',
  ]);
});

it('it is for keys that may run tools', async () => {
  expect((await on.workspace('GET', '/tools', undefined, on.key('tools-only'))).status).toBe(200);
  expect((await on.workspace('GET', '/tools', undefined, on.key('read-only'))).status).toBe(403);
});

it('its order is a freedom', async () => {
  const other = await suiteWorld({}, {freedoms: {'tools.order': 'by_slug'}});
  expect(await slugs(other)).toEqual([...(await slugs())].sort());
  await other.mock.close();
});
