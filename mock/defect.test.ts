import {afterEach, describe, expect, it} from 'vitest';
import type {Defect, Seam} from './defect.ts';
import {suiteWorld, type SuiteWorld} from './test-client.ts';
import type {WorkspaceRow} from './workspace/access/rows.ts';
import {seedPublications} from './workspace/publications/seed.ts';
import {withLeft} from './workspace/uploads/allowance.ts';

const open: SuiteWorld[] = [];
afterEach(async () => {
  for (const {mock} of open.splice(0)) await mock.close();
});

/** A world with one defect. */
async function broken(seam: Seam): Promise<SuiteWorld> {
  const defect: Defect = {name: 'it', breaks: 'workspace.some.rule', ...seam};
  const on = await suiteWorld({defects: [defect]}, {limits: false, defects: ['it']});
  open.push(on);
  return on;
}

const home = (on: SuiteWorld): WorkspaceRow => on.world.table('workspaces').all().next().value as WorkspaceRow;

describe('a defect', () => {
  it('number: a page of 51', async () => {
    const on = await broken({seam: 'number', number: 'publications.page_size', add: 1});
    seedPublications(on.world, home(on).key, 60);
    expect((await on.workspace('GET', '/publications')).body.data).toHaveLength(51);
  });
  it('refusal: foreign is answered 403, unknown is not', async () => {
    const on = await broken({seam: 'refusal', situation: 'publication-not-found', when: 'foreign', as: {situation: 'forbidden'}});
    const {body} = await on.publish();
    const read = (id: string): Promise<number> => on.workspace('GET', `/publications/${id}`, undefined, on.key('second-workspace')).then(({status}) => status);
    expect([await read(body.id), await read('pub_none')]).toEqual([403, 404]);
  });
  it('refusal: another reason', async () => {
    const on = await broken({seam: 'refusal', situation: 'not-landed', as: {status: 404, reason: 'gone'}});
    const {status, body} = await on.register((await on.reserve()).body);
    expect([status, body.reason]).toEqual([404, 'gone']);
  });
  it.each(['unknown-key', 'no-key', 'other-scheme', 'key-in-query'])('skip: %s is let in, the others are not', async (condition) => {
    const on = await broken({seam: 'skip', situation: condition});
    const url = `${on.mock.urls.workspace}/w/w/api/v1/account`;
    const asked = async (headers: Record<string, string>, search = ''): Promise<number> => (await on.send(url + search, {headers})).status;
    const seen = {
      'unknown-key': await asked({authorization: 'Bearer nobody'}), 'no-key': await asked({}),
      'other-scheme': await asked({authorization: `Token ${on.key()}`}), 'key-in-query': await asked({}, `?key=${on.key()}`),
    };
    expect(seen).toEqual({'unknown-key': 401, 'no-key': 401, 'other-scheme': 401, 'key-in-query': 401, [condition]: 200});
  });
  it('skip: an ability, a check of a transition', async () => {
    const able = await broken({seam: 'skip', situation: 'forbidden', in: ['listPublications']});
    expect((await able.workspace('GET', '/publications', undefined, able.key('write-only'))).status).toBe(200);
    expect((await able.workspace('GET', '/account', undefined, able.key('write-only'))).status).toBe(403);
    const unlanded = await broken({seam: 'skip', situation: 'not-landed'});
    expect((await unlanded.register((await unlanded.reserve()).body)).status).toBe(201);
  });
  it('status, member, header', async () => {
    const status = await broken({seam: 'status', situation: 'reserved', as: 200});
    expect((await status.reserve()).status).toBe(200);
    const member = await broken({seam: 'member', situation: 'page', pointer: '/data/2/title', edit: 'drop'});
    seedPublications(member.world, home(member).key, 4);
    expect((await member.workspace('GET', '/publications')).body.data.map((row: any) => 'title' in row)).toEqual([true, true, false, true]);
    const header = await broken({seam: 'header', situation: 'failure', header: 'Content-Type', edit: {set: 'text/html'}});
    expect((await header.workspace('GET', '/publications/x')).headers.get('content-type')).toBe('text/html');
    expect((await header.workspace('GET', '/publications')).headers.get('content-type')).toContain('json');
  });
  it('schema: a keyword is dropped, or off by one', async () => {
    const required = await broken({seam: 'schema', in: 'createPublication', pointer: '/size_bytes', keyword: 'required'});
    const {body} = await required.reserve();
    expect((await required.workspace('POST', '/publications', {publication_id: body.publication_id, key: body.key, original_filename: 'tides.epub'})).body.reason).toBe('upload_not_found');
    const longer = await broken({seam: 'schema', in: 'createUpload', pointer: '/original_filename', keyword: 'maxLength', as: 10});
    expect([(await longer.reserve('12345.epub')).status, (await longer.reserve('123456.epub')).status]).toEqual([201, 422]);
  });
  it('change: lost, or with old members', async () => {
    const lost = await broken({seam: 'change', in: ['createPublication'], table: 'publications', drop: true});
    const {status, body} = await lost.publish();
    expect([status, (await lost.workspace('GET', `/publications/${body.id}`)).status]).toEqual([201, 404]);
    const unspent = await broken({seam: 'change', in: ['createPublication'], table: 'workspaces', keep: ['spent']});
    await unspent.publish();
    expect((await unspent.workspace('GET', '/account')).body.publications_left).toBe(500);
  });
  it('stale: parallel registrations pass the last place, one after the other do not', async () => {
    const on = await broken({seam: 'stale', in: ['createPublication'], table: 'workspaces'});
    const bodies = await Promise.all([1, 2, 3].map(async () => (await on.reserve()).body));
    for (const body of bodies) await on.put(body);
    void on.world.commit({changes: [{table: 'workspaces', put: withLeft(home(on), 1, on.world.now())}], effects: []});
    const raced = await Promise.all(bodies.slice(0, 2).map((body) => on.register(body)));
    expect([...raced.map(({status}) => status), (await on.register(bodies[2])).status]).toEqual([201, 201, 422]);
  });
  it('tenancy: rows of others are read', async () => {
    const on = await broken({seam: 'tenancy', in: ['getPublication']});
    const {body} = await on.publish();
    expect((await on.workspace('GET', `/publications/${body.id}`, undefined, on.key('second-workspace'))).status).toBe(200);
  });
  it('around: a function', async () => {
    const on = await broken({seam: 'around', in: ['getAccount'], around: (next) => (view, input) => ({...next(view, input), body: {plan: 0}}) as any});
    expect((await on.workspace('GET', '/account')).body).toEqual({plan: 0});
  });
  it('is in the worlds that ask for it, and in no other', async () => {
    const on = await broken({seam: 'status', situation: 'account', as: 418});
    const other = await on.mock.worlds.create({id: 'sound', seed: 5});
    const {status} = await on.send(`${on.mock.urls.workspace}/w/sound/api/v1/account`, {headers: {authorization: `Bearer ${on.key()}`}});
    expect([(await on.workspace('GET', '/account')).status, status, other.defects]).toEqual([418, 200, []]);
    await expect(on.mock.worlds.create({defects: ['none such']})).rejects.toThrow('none such');
  });
});
