import {afterEach, expect, test} from 'vitest';
import type {Defect, Seam} from './defect.ts';
import {withDefects} from './defects/apply/with-defects.ts';
import {suiteWorld, type SuiteWorld} from './testing/client.ts';
import type {WorkspaceRow} from './workspace/access/rows.ts';
import {seedPublications} from './workspace/publications/seed.ts';
import {withLeft} from './workspace/uploads/allowance.ts';

const USERS = '/integration-api/v1/dashboard/users';
type Counted = Extract<Seam, {seam: 'count'}>['count'];

const open: SuiteWorld[] = [];
afterEach(async () => {
  for (const {mock} of open.splice(0)) await mock.close();
});

/** A world with one defect. */
async function broken(seam: Seam): Promise<SuiteWorld> {
  const defect: Defect = {name: 'it', breaks: 'workspace.some.rule', ...seam};
  const on = await suiteWorld({defects: withDefects([defect])}, {limits: false, defects: ['it']});
  open.push(on);
  return on;
}

const home = (on: SuiteWorld): WorkspaceRow =>
  on.world.table('workspaces').all().next().value as WorkspaceRow;

test('number: a page of 51', async () => {
  const on = await broken({seam: 'number', number: 'publications.page_size', add: 1});
  seedPublications(on.world, home(on).key, 60);
  expect((await on.workspace('GET', '/publications')).body.data).toHaveLength(51);
});

test('refusal: foreign is answered 403, unknown is not', async () => {
  const on = await broken({
    seam: 'refusal',
    situation: 'publication-not-found',
    when: 'foreign',
    as: {situation: 'forbidden'},
  });
  const {body} = await on.publish();
  const read = (id: string): Promise<number> =>
    on
      .workspace('GET', `/publications/${id}`, undefined, on.key('second-workspace'))
      .then(({status}) => status);
  expect([await read(body.id), await read('pub_none')]).toEqual([403, 404]);
});

test('refusal: another reason', async () => {
  const on = await broken({
    seam: 'refusal',
    situation: 'not-landed',
    as: {status: 404, reason: 'gone'},
  });
  const {status, body} = await on.register((await on.reserve()).body);
  expect([status, body.reason]).toEqual([404, 'gone']);
});

test.each(['unknown-key', 'no-key', 'other-scheme', 'key-in-query'])(
  'skip: %s is let in, the others are not',
  async (condition) => {
    const on = await broken({seam: 'skip', situation: condition});
    const url = `${on.mock.urls.workspace}/w/w/api/v1/account`;
    const asked = async (headers: Record<string, string>, search = ''): Promise<number> =>
      (await on.send(url + search, {headers})).status;
    const seen = {
      'unknown-key': await asked({authorization: 'Bearer nobody'}),
      'no-key': await asked({}),
      'other-scheme': await asked({authorization: `Key ${on.key()}`}),
      'key-in-query': await asked({}, `?key=${on.key()}`),
    };
    expect(seen).toEqual({
      'unknown-key': 401,
      'no-key': 401,
      'other-scheme': 401,
      'key-in-query': 401,
      [condition]: 200,
    });
  },
);
test('skip: an ability, a check of a transition', async () => {
  const able = await broken({seam: 'skip', situation: 'forbidden', in: ['listPublications']});
  expect(
    (await able.workspace('GET', '/publications', undefined, able.key('write-only'))).status,
  ).toBe(200);
  expect((await able.workspace('GET', '/account', undefined, able.key('write-only'))).status).toBe(
    403,
  );
  const unlanded = await broken({seam: 'skip', situation: 'not-landed'});
  expect((await unlanded.register((await unlanded.reserve()).body)).status).toBe(201);
});

test('status, member, header', async () => {
  const status = await broken({seam: 'status', situation: 'reserved', as: 200});
  expect((await status.reserve()).status).toBe(200);
  const member = await broken({
    seam: 'member',
    situation: 'page',
    pointer: '/data/2/title',
    edit: 'drop',
  });
  seedPublications(member.world, home(member).key, 4);
  expect(
    (await member.workspace('GET', '/publications')).body.data.map((row: any) => 'title' in row),
  ).toEqual([true, true, false, true]);
  const header = await broken({
    seam: 'header',
    situation: 'failure',
    header: 'Content-Type',
    edit: {set: 'text/html'},
  });
  expect((await header.workspace('GET', '/publications/x')).headers.get('content-type')).toBe(
    'text/html',
  );
  expect((await header.workspace('GET', '/publications')).headers.get('content-type')).toContain(
    'json',
  );
});

test('schema: a keyword is dropped, or off by one', async () => {
  const required = await broken({
    seam: 'schema',
    in: 'createPublication',
    pointer: '/size_bytes',
    keyword: 'required',
  });
  const {body} = await required.reserve();
  expect(
    (
      await required.workspace('POST', '/publications', {
        publication_id: body.publication_id,
        key: body.key,
        original_filename: 'tides.epub',
      })
    ).body.reason,
  ).toBe('upload_not_found');
  const longer = await broken({
    seam: 'schema',
    in: 'createUpload',
    pointer: '/original_filename',
    keyword: 'maxLength',
    as: 10,
  });
  expect([
    (await longer.reserve('12345.epub')).status,
    (await longer.reserve('123456.epub')).status,
  ]).toEqual([201, 422]);
});

test('change: lost, or with old members', async () => {
  const lost = await broken({
    seam: 'change',
    in: ['createPublication'],
    table: 'publications',
    drop: true,
  });
  const {status, body} = await lost.publish();
  expect([status, (await lost.workspace('GET', `/publications/${body.id}`)).status]).toEqual([
    201, 404,
  ]);
  const unspent = await broken({
    seam: 'change',
    in: ['createPublication'],
    table: 'workspaces',
    keep: ['spent'],
  });
  await unspent.publish();
  expect((await unspent.workspace('GET', '/account')).body.publications_left).toBe(500);
});

test('stale: parallel registrations pass the last place, one after the other do not', async () => {
  const on = await broken({seam: 'stale', in: ['createPublication'], table: 'workspaces'});
  const bodies = await Promise.all([1, 2, 3].map(async () => (await on.reserve()).body));
  for (const body of bodies) await on.put(body);
  void on.world.commit({
    changes: [{table: 'workspaces', put: withLeft(home(on), 1, on.world.now())}],
    effects: [],
  });
  const raced = await Promise.all(bodies.slice(0, 2).map((body) => on.register(body)));
  expect([...raced.map(({status}) => status), (await on.register(bodies[2])).status]).toEqual([
    201, 201, 422,
  ]);
});

test('tenancy: rows of others are read', async () => {
  const on = await broken({seam: 'tenancy', in: ['getPublication']});
  const {body} = await on.publish();
  expect(
    (await on.workspace('GET', `/publications/${body.id}`, undefined, on.key('second-workspace')))
      .status,
  ).toBe(200);
});

test('tenancy: rows of others are listed', async () => {
  const on = await broken({seam: 'tenancy', in: ['listPublications']});
  await on.publish();
  expect(
    (await on.workspace('GET', '/publications', undefined, on.key('second-workspace'))).body.data,
  ).toHaveLength(1);
});

test('tenant: a query parameter names it', async () => {
  const on = await broken({seam: 'tenant', in: ['getAccount'], parameter: 'workspace'});
  const other = (await on.workspace('GET', '/account', undefined, on.key('second-workspace'))).body
    .workspace;
  expect((await on.workspace('GET', `/account?workspace=${other}`)).body.workspace).toBe(other);
  expect((await on.workspace('GET', '/account')).body.workspace).not.toBe(other);
});

test('refusal: only when the id is unknown, only when the body is invalid, only every second time', async () => {
  const lookup = await broken({
    seam: 'refusal',
    situation: 'unauthenticated',
    when: 'unknown',
    as: {situation: 'publication-not-found'},
  });
  const {body} = await lookup.publish();
  expect([
    (await lookup.workspace('GET', '/publications/none', undefined, '')).status,
    (await lookup.workspace('GET', `/publications/${body.id}`, undefined, '')).status,
  ]).toEqual([404, 401]);
  const invalid = await broken({
    seam: 'refusal',
    situation: 'forbidden',
    in: ['createUpload'],
    when: 'invalid',
    as: {situation: 'body-refused'},
  });
  const reader = invalid.key('read-only');
  expect([
    (await invalid.workspace('POST', '/uploads', {}, reader)).status,
    (await invalid.reserve('tides.epub', 5, reader)).status,
  ]).toEqual([400, 403]);
  const turns = await broken({
    seam: 'refusal',
    situation: 'publication-not-found',
    every: 2,
    as: {status: 410},
  });
  const read = async (): Promise<number> =>
    (await turns.workspace('GET', '/publications/none')).status;
  expect([await read(), await read(), await read(), await read()]).toEqual([404, 410, 404, 410]);
});

test('member, header: only for foreign ids', async () => {
  const on = await broken({
    seam: 'member',
    situation: 'publication-not-found',
    when: 'foreign',
    pointer: '/detail',
    edit: {set: 'elsewhere'},
  });
  const {body} = await on.publish();
  const read = (id: string): Promise<unknown> =>
    on
      .workspace('GET', `/publications/${id}`, undefined, on.key('second-workspace'))
      .then((got) => got.body.detail);
  expect([await read(body.id), await read('none')]).toEqual(['elsewhere', undefined]);
});

test('effect: refused, and done all the same, or in part', async () => {
  const whole = await broken({seam: 'effect', situation: 'forbidden', in: ['createPublication']});
  const {body} = await whole.reserve();
  await whole.put(body);
  expect((await whole.register(body, {}, whole.key('read-only'))).status).toBe(403);
  expect([
    (await whole.workspace('GET', `/publications/${body.publication_id}`)).status,
    (await whole.workspace('GET', '/account')).body.publications_left,
  ]).toEqual([200, 499]);
  const spent = await broken({
    seam: 'effect',
    situation: 'not-landed',
    in: ['createPublication'],
    only: ['workspaces'],
  });
  const reserved = (await spent.reserve()).body;
  expect((await spent.register(reserved)).body.reason).toBe('upload_not_found');
  expect([
    (await spent.workspace('GET', `/publications/${reserved.publication_id}`)).status,
    (await spent.workspace('GET', '/account')).body.publications_left,
  ]).toEqual([404, 499]);
  const half = await broken({
    seam: 'effect',
    situation: 'invalid',
    in: ['updateUser'],
    keep: ['email'],
  });
  const user = {email: 'ada@readers.example', external_id: 'ada', new_password: 'long enough'};
  const made = (await half.store('POST', USERS, user)).body.data;
  const update = {email: 'eve@readers.example', external_id: 'eve', only_sees_readable: true};
  expect((await half.store('PUT', `${USERS}/${made.id}`, update)).status).toBe(422);
  const [row] = (await half.store('GET', `${USERS}?query=ada@readers.example`)).body.data.paginator
    .data;
  expect([row.external_id, row.only_sees_readable]).toEqual(['ada', true]);
});

test('change: members are set', async () => {
  const on = await broken({
    seam: 'change',
    in: ['createPublication'],
    table: 'publications',
    set: {size: 1},
  });
  const {body} = await on.publish();
  expect((await on.workspace('GET', `/publications/${body.id}`)).body.original_size_bytes).toBe(1);
});

test('count: for the workspace, for another span', async () => {
  const counted = async (count: Counted, key = 'other-key', ms = 0): Promise<number[]> => {
    const defect: Defect = {name: 'it', breaks: 'workspace.some.rule', seam: 'count', count};
    const on = await suiteWorld(
      {defects: withDefects([defect])},
      {defects: ['it'], numbers: {'workspace.limits.requests_per_minute': 2}},
    );
    open.push(on);
    await on.workspace('GET', '/account');
    await on.workspace('GET', '/account');
    await on.world.advance(ms);
    return [
      (await on.workspace('GET', '/account')).status,
      (await on.workspace('GET', '/account', undefined, on.key(key))).status,
    ];
  };
  expect(await counted({counter: 'workspace.limits.minute', by: ['tenant']})).toEqual([429, 429]);
  expect(await counted({counter: 'workspace.limits.minute', by: ['credential']})).toEqual([
    429, 200,
  ]);
  expect(
    await counted({counter: 'workspace.limits.minute', span: 1000}, 'other-key', 1000),
  ).toEqual([200, 200]);
});

test('credential: refused, taken for another, remembered', async () => {
  const refused = await broken({
    seam: 'credential',
    table: 'keys',
    where: {role: 'other-key'},
    edit: 'refused',
  });
  expect([
    (await refused.workspace('GET', '/account')).status,
    (await refused.workspace('GET', '/account', undefined, refused.key('other-key'))).status,
  ]).toEqual([200, 401]);
  const narrow = await broken({
    seam: 'credential',
    table: 'keys',
    where: {role: 'full'},
    edit: {set: {abilities: []}},
  });
  expect([
    (await narrow.workspace('GET', '/account')).status,
    (await narrow.workspace('GET', '/account', undefined, narrow.key('other-key'))).status,
  ]).toEqual([403, 200]);
  const cached = await broken({seam: 'credential', table: 'tokens', edit: 'cached'});
  const token = cached.token();
  const row = cached.world.table('tokens').by('secret', token, '')[0]!;
  const read = async (): Promise<number> =>
    (await cached.store('GET', USERS, undefined, token)).status;
  const before = await read();
  await cached.world.commit({changes: [{table: 'tokens', del: row.key}], effects: []});
  expect([
    before,
    await read(),
    (await cached.store('GET', USERS, undefined, 'never issued')).status,
  ]).toEqual([200, 200, 401]);
});

test('credential: remembered by reads alone', async () => {
  const on = await broken({
    seam: 'credential',
    table: 'tokens',
    methods: ['GET'],
    edit: 'cached',
  });
  const token = on.token();
  const asked = async (method: string): Promise<number> =>
    (await on.store(method, USERS, method === 'POST' ? {} : undefined, token)).status;
  const before = [await asked('GET'), await asked('POST')];
  await on.world.commit({
    changes: [{table: 'tokens', del: on.world.table('tokens').by('secret', token, '')[0]!.key}],
    effects: [],
  });
  expect([before, [await asked('GET'), await asked('POST')]]).toEqual([
    [200, 422],
    [200, 401],
  ]);
});

test('path: served under another', async () => {
  const on = await broken({seam: 'path', from: '/account', to: '/api/v1/account'});
  const headers = {authorization: `Bearer ${on.key()}`};
  expect((await on.send(`${on.mock.urls.workspace}/w/w/account?x=1`, {headers})).status).toBe(200);
});

test('several places', async () => {
  const on = await broken({
    seam: 'several',
    seams: [
      {seam: 'status', situation: 'account', as: 202},
      {seam: 'status', situation: 'page', as: 206},
    ],
  });
  expect([
    (await on.workspace('GET', '/account')).status,
    (await on.workspace('GET', '/publications')).status,
  ]).toEqual([202, 206]);
});

test('schema: a member is demanded, a query parameter takes anything', async () => {
  const demanded = await broken({
    seam: 'schema',
    in: 'createUser',
    pointer: '/admin',
    keyword: 'required',
    as: true,
  });
  const user = {email: 'ada@readers.example', external_id: 'ada', new_password: 'long enough'};
  expect([
    (await demanded.store('POST', USERS, user)).status,
    (await demanded.store('POST', USERS, {...user, admin: true})).status,
  ]).toEqual([422, 201]);
  const anything = await broken({
    seam: 'schema',
    in: 'deactivateUser',
    pointer: 'query/anonymize',
    keyword: 'enum',
  });
  const {id} = (await anything.store('POST', USERS, user)).body.data;
  expect((await anything.store('DELETE', `${USERS}/${id}?anonymize=perhaps`)).status).toBe(200);
});

test('storage: late, bare and keyless PUTs; stored or lost whatever was answered', async () => {
  const put = async (seam: Seam, late: boolean, bare: boolean): Promise<[number, number]> => {
    const on = await broken(seam);
    const {body} = await on.reserve();
    if (late) await on.world.advance(31 * 60_000);
    const {status} = await (bare
      ? on.send(body.upload_url, {method: 'PUT', body: Buffer.from('tides')})
      : on.put(body));
    return [status, (await on.register(body)).status];
  };
  expect(
    await put({seam: 'skip', situation: 'link-expired', in: ['storage']}, true, false),
  ).toEqual([200, 201]);
  expect(
    await put({seam: 'skip', situation: 'link-headers', in: ['storage']}, false, true),
  ).toEqual([200, 201]);
  expect(
    await put({seam: 'effect', situation: 'link-expired', in: ['storage']}, true, false),
  ).toEqual([403, 201]);
  expect(
    await put({seam: 'ability', in: ['storage'], also: 'library:write'}, false, false),
  ).toEqual([403, 422]);
  expect(
    await put({seam: 'change', in: ['storage'], table: 'objects', drop: true}, false, false),
  ).toEqual([200, 422]);
});

test('around: a function', async () => {
  const on = await broken({
    seam: 'around',
    in: ['getAccount'],
    around: (next) => (view, input) => ({...next(view, input), body: {plan: 0}}) as any,
  });
  expect((await on.workspace('GET', '/account')).body).toEqual({plan: 0});
});

test('is in the worlds that ask for it, and in no other', async () => {
  const on = await broken({seam: 'status', situation: 'account', as: 418});
  const other = await on.mock.worlds.create({id: 'sound', seed: 5});
  const {status} = await on.send(`${on.mock.urls.workspace}/w/sound/api/v1/account`, {
    headers: {authorization: `Bearer ${on.key()}`},
  });
  expect([(await on.workspace('GET', '/account')).status, status, other.settings.defects]).toEqual([
    418,
    200,
    [],
  ]);
  await expect(on.mock.worlds.create({defects: ['none such']})).rejects.toThrow('none such');
});
