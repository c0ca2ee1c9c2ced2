import {afterAll, expect, it} from 'vitest';
import {suiteWorld, type Got, type SuiteWorld} from '../../testing/client.ts';
import type {NewWorld} from '../../world/worlds.ts';
import {seedPublications} from '../publications/seed.ts';

const open: SuiteWorld[] = [];
const world = async (spec: NewWorld = {}): Promise<SuiteWorld> => {
  const on = await suiteWorld({}, {limits: false, ...spec});
  open.push(on);
  return on;
};
afterAll(() => Promise.all(open.map(({mock}) => mock.close())));

const of = (on: SuiteWorld, publication: string) => ({
  list: (): Promise<Got> => on.workspace('GET', `/publications/${publication}/files`),
  current: (as?: string): Promise<Got> =>
    on.workspace('GET', `/publications/${publication}/files/current`, undefined, as),
  read: (): Promise<Got> => on.workspace('GET', `/publications/${publication}`),
});

it('the original is the working version until a tool replaces it, in all three places', async () => {
  const on = await world({frozenAt: Date.UTC(2026, 2, 2)});
  const {body: made} = await on.publish();
  const {list, current, read} = of(on, made.id);
  const original = (await current()).body;
  expect((await list()).body).toEqual({data: [original], current_file_id: made.working_file_id});
  await on.workspace('POST', `/publications/${made.id}/runs`, {tool: 'accessibility-repair'});
  await on.workspace('POST', `/publications/${made.id}/runs`, {tool: 'convert-to-pdf'});
  await on.world.advance(60_000);
  const {data, current_file_id: id} = (await list()).body;
  expect(data.map((row: any) => [row.kind, row.tool, row.current])).toEqual([
    ['original', null, false],
    ['derived', 'accessibility-repair', true],
    ['derived', 'convert-to-pdf', false],
  ]);
  expect(data[0]).toEqual({...original, current: false});
  expect([id, (await current()).body.id, (await read()).body.working_file_id]).toEqual([
    data[1].id,
    data[1].id,
    data[1].id,
  ]);
  expect((await read()).body.working_file_size_bytes).toBe(data[1].size_bytes);
});

it('a publication without a file has an empty list and no working version', async () => {
  const on = await world();
  const home: any = on.world.table('workspaces').all().next().value;
  const [empty] = seedPublications(on.world, home.key, 1, false).ids;
  const {list, current} = of(on, empty!);
  expect((await list()).body).toEqual({data: [], current_file_id: null});
  expect(await current()).toMatchObject({status: 404, body: {reason: 'file_not_found'}});
  expect(await current(on.key('second-workspace'))).toMatchObject({
    status: 404,
    body: {reason: 'publication_not_found'},
  });
});

it('a file may come later than its publication', async () => {
  const on = await world({
    frozenAt: Date.UTC(2026, 2, 2),
    freedoms: {'files.appear_after_ms': 5000},
  });
  const {body: made} = await on.publish();
  const {list, current, read} = of(on, made.id);
  expect([made.working_file_id, (await list()).body.data, (await current()).status]).toEqual([
    null,
    [],
    404,
  ]);
  await on.world.advance(5000);
  const {body} = await current();
  expect((await read()).body).toMatchObject({working_file_id: body.id, working_file_size_bytes: 5});
  expect((await list()).body).toEqual({data: [body], current_file_id: body.id});
});
