import {afterAll, beforeAll, expect, it} from 'vitest';
import {suiteWorld, type Got, type SuiteWorld} from '../../testing/client.ts';
import type {PublicationRow} from '../publications/rows.ts';
import {seedMirrors} from './seed.ts';

let on: SuiteWorld;
beforeAll(async () => void (on = await suiteWorld({}, {limits: false})));
afterAll(() => on.mock.close());

const read = (id: string, world = on, as = world.key()): Promise<Got> =>
  world.workspace('GET', `/publications/${id}/reader`, undefined, as);
const push = (id: string, world = on): unknown =>
  seedMirrors(world.world, world.world.table('publications').get(id) as PublicationRow, [
    'original',
    'modified',
  ]);

it('a publication has mirrors once it was pushed, and one of each however often', async () => {
  const {body: made} = await on.publish();
  const {body: other} = await on.publish();
  expect((await read(made.id)).body).toEqual({configured: true, mirrors: []});
  await push(made.id);
  await push(made.id);
  const {body} = await read(made.id);
  expect(body.mirrors.map(({mirror}: any) => mirror).sort()).toEqual(['modified', 'original']);
  expect(Object.keys(body.mirrors[0])).toEqual([
    'mirror',
    'conversion_status',
    'push_in_flight',
    'last_sync_error',
  ]);
  expect((await read(other.id)).body.mirrors).toEqual([]);
});

it('of another workspace, or of nobody, there is nothing to read', async () => {
  const {body: made} = await on.publish();
  for (const response of [
    await read(made.id, on, on.key('second-workspace')),
    await read('pub_nobodys'),
  ])
    expect(response).toMatchObject({status: 404, body: {reason: 'publication_not_found'}});
});

it('without the integration there are no mirrors, whatever was pushed', async () => {
  const other = await suiteWorld({}, {freedoms: {'reader.configured': false}});
  const {body: made} = await other.publish();
  await push(made.id, other);
  expect((await read(made.id, other)).body).toEqual({configured: false, mirrors: []});
  await other.mock.close();
});
