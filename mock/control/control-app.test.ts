import {constants} from 'node:buffer';
import {readFileSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Ajv2020} from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import request from 'supertest';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {createMock, type Mock} from '../create-mock.ts';
import {withDefects} from '../defects/apply/with-defects.ts';
import {dataFolder} from '../data-folder.ts';
import {Origins} from '../http/origins.ts';
import {controlApp, MAX_SNAPSHOT_BYTES} from './control-app.ts';
import {controlDocument} from './openapi.ts';
import {operations} from './operations.ts';

let mock: Mock;
beforeAll(
  async () =>
    void (mock = await createMock({
      defects: withDefects([
        {
          name: 'two-pages',
          breaks: 'x',
          seam: 'number',
          number: 'workspace.limits.requests_per_minute',
          add: 1,
        },
      ]),
    })),
);
afterAll(() => mock.close());

const ajv = new Ajv2020({strict: false});
addFormats.default(ajv);
ajv.addSchema({$id: 'control', ...controlDocument()});

/** Calls an operation, and validates the response against the document. */
async function call(
  method: string,
  path: string,
  body?: unknown,
  of: Mock = mock,
): Promise<{status: number; body: any}> {
  const sent = request(of.urls.control!)[method.toLowerCase() as 'get'](path);
  const reply = await (body === undefined ? sent : sent.send(body as object));
  const template = Object.keys(operations).find((each) =>
    new RegExp(`^${each.replace(/\{\w+\}/g, '[^/]+')}$`).test(path.split('?')[0]!),
  );
  const operation = template && operations[template]![method.toLowerCase()];
  const schema =
    reply.status >= 400
      ? {$ref: 'control#/components/schemas/Error'}
      : operation &&
        operation.response &&
        JSON.parse(JSON.stringify(operation.response).replaceAll('"#/', '"control#/'));
  if (schema && !ajv.validate(schema, reply.body))
    throw new Error(
      `${method} ${path} ${reply.status}: ${ajv.errorsText()}\n${JSON.stringify(reply.body)}`,
    );
  if (operation && reply.status < 400) expect(reply.status).toBe(operation.status);
  return {status: reply.status, body: reply.body};
}
const made = async (body: object = {}): Promise<any> => (await call('POST', '/worlds', body)).body;
const workspaceCall = (world: any, path: string, key: string) =>
  request(world.urls.workspace).get(path).set('authorization', `Bearer ${key}`);
const storeCall = (world: any, path: string, token: string) =>
  request(world.urls.store).get(`/integration-api/v1${path}`).set('x-user-token', token);
const ofRole = (all: {role: string}[], role: string): any => all.find((each) => each.role === role);

describe('worlds', () => {
  test('one seed, one world; another seed, another', async () => {
    const [a, b, c] = [await made({seed: 7}), await made({seed: 7}), await made({seed: 8})];
    expect(a.world).not.toBe(b.world);
    expect({...a, world: '', urls: ''}).toEqual({...b, world: '', urls: ''});
    expect(a.keys[0].key).not.toBe(c.keys[0].key);
    expect(a.frozen).toBe(true);
  });

  test('hold keys and tokens that work there and nowhere else', async () => {
    const [one, two] = [await made({seed: 1}), await made({seed: 2})];
    for (const {key, abilities} of one.keys) {
      expect((await workspaceCall(one, '/api/v1/account', key)).status).toBe(
        abilities.includes('library:read') ? 200 : 403,
      );
      expect((await workspaceCall(two, '/api/v1/account', key)).status).toBe(401);
    }
    for (const {token} of one.tokens) {
      expect((await storeCall(one, '/dashboard/users', token)).status).toBe(200);
      expect((await storeCall(two, '/dashboard/users', token)).status).toBe(401);
    }
    expect(new Set(one.keys.map((each: any) => each.role))).toEqual(
      new Set(['full', 'other-key', 'read-only', 'write-only', 'tools-only', 'second-workspace']),
    );
    expect(new Set(one.tokens.map((each: any) => each.role))).toEqual(
      new Set(['admin', 'second-admin', 'second-store', 'limited-admin']),
    );
  });

  test('are made with a template, an instant, a defect', async () => {
    const empty = await made({template: 'empty', frozen_at: '2026-03-01T10:00:00+01:00'});
    expect(empty).toMatchObject({
      now: '2026-03-01T09:00:00.000Z',
      frozen: true,
      keys: [],
      tokens: [],
    });
    expect((await made({frozen_at: null})).frozen).toBe(false);
    const broken = await made({defect: 'two-pages'});
    expect(
      (await call('GET', `/worlds/${broken.world}/numbers`)).body.numbers[
        'workspace.limits.requests_per_minute'
      ],
    ).toBe(61);
    expect(
      (await made({template: 'demo', credentials: 'demo'})).keys.map((each: any) => each.key),
    ).toContain('demo-key-harbour-full');
  });
});

test('freedoms are listed with what a world does, and are set when it is made', async () => {
  const freedoms = {'orders.wrapped': true, 'store.timezone': 'Europe/Berlin'};
  const {world} = await made({freedoms: {...freedoms, 'files.appear_after_ms': 7}});
  const {body} = await call('GET', `/worlds/${world}/freedoms`);
  const named = (name: string) => body.freedoms.find((each: any) => each.name === name);
  expect(named('orders.wrapped')).toEqual({
    name: 'orders.wrapped',
    value: true,
    values: [false, true],
    others: null,
    meaning: 'Whether reads, updates and cancellations return the order in `data`.',
    open_points: ['NS-ST-91'],
  });
  expect(named('store.timezone')).toMatchObject({
    value: 'Europe/Berlin',
    others: 'IANA name of a time zone',
  });
  expect(named('files.appear_after_ms').value).toBe(7);
  const points = (['workspace', 'store'] as const).flatMap((api) =>
    readFileSync(`spec/${api}/open-points.tsv`, 'utf8')
      .split('\n')
      .map((row) => row.split('\t')[0]),
  );
  expect(points).toEqual(
    expect.arrayContaining(body.freedoms.flatMap((each: any) => each.open_points)),
  );
});

test('a refused world takes no number', async () => {
  const {world} = await made();
  for (const wrong of [{freedoms: {'no.such': 1}}, {defect: 'nobody'}, {frozen_at: 'yesterday'}])
    expect((await call('POST', '/worlds', wrong)).status).toBe(422);
  expect((await made()).world).toBe(`w${Number(world.slice(1)) + 1}`);
});

describe('worlds, as a whole', () => {
  test('are listed, shown, reset and dropped', async () => {
    const world = await made({seed: 3});
    const [{key}] = world.keys;
    await call('POST', `/worlds/${world.world}/seed`, {
      publications: {workspace: world.keys[0].workspace, count: 2},
    });
    const count = async () =>
      (await workspaceCall(world, '/api/v1/publications', key)).body.data.length;
    expect(await count()).toBe(2);
    expect((await call('POST', `/worlds/${world.world}/reset`)).body).toEqual(world);
    expect(await count()).toBe(0);
    expect((await call('GET', `/worlds/${world.world}`)).body).toEqual(world);
    expect((await call('GET', '/worlds')).body.worlds.map((each: any) => each.world)).toEqual(
      expect.arrayContaining(['demo', world.world]),
    );
    expect((await call('DELETE', `/worlds/${world.world}`)).status).toBe(204);
    expect((await call('GET', `/worlds/${world.world}`)).status).toBe(404);
    expect((await workspaceCall(world, '/api/v1/account', key)).status).toBe(404);
  });

  test('go into a snapshot and come back from it, objects too', async () => {
    const demo = await made({template: 'demo', seed: 1});
    const {body: snapshot} = await call('GET', `/worlds/${demo.world}/snapshot`);
    expect(snapshot.objects.length).toBeGreaterThan(0);
    const copy = (await call('PUT', '/worlds/copy-1/snapshot', snapshot)).body;
    expect(copy.keys).toEqual(demo.keys);
    expect((await call('GET', '/worlds/copy-1/snapshot')).body).toEqual(snapshot);
    const edited = structuredClone(snapshot);
    edited.image.meta.seed += 1;
    expect((await call('PUT', '/worlds/copy-1/snapshot', edited)).body.error).toContain(
      'body/sum: does not fit',
    );
    expect((await call('PUT', '/worlds/Copy 1/snapshot', snapshot)).status).toBe(422);
    await call('DELETE', '/worlds/copy-1');
  });
});

describe('a reset restores the numbers and the kind of clock', () => {
  const numbersOf = async (world: string) => (await call('GET', `/worlds/${world}/numbers`)).body;
  const clockOf = async (world: string) => (await call('GET', `/worlds/${world}/clock`)).body;
  const change = async (world: string, clock: object) => {
    const runs = {'runs.daily_limit': 3};
    expect((await call('PATCH', `/worlds/${world}/numbers`, runs)).status).toBe(200);
    expect((await call('POST', `/worlds/${world}/clock`, clock)).status).toBe(200);
  };

  test('of a world whose clock ran', async () => {
    const {world} = await made({template: 'demo'});
    const numbers = await numbersOf(world);
    await change(world, {freeze_at: '2999-01-01T00:00:00Z'});
    await call('POST', `/worlds/${world}/reset`);
    expect(await numbersOf(world)).toEqual(numbers);
    expect(await clockOf(world)).toMatchObject({frozen: false});
    expect(Date.parse((await clockOf(world)).now)).toBeLessThan(Date.UTC(2999, 0));
  });

  test('of a world whose clock stood still', async () => {
    const {world, now} = await made({frozen_at: '2026-03-01T10:00:00Z'});
    const numbers = await numbersOf(world);
    await change(world, {run: true});
    await call('POST', `/worlds/${world}/reset`);
    expect(await numbersOf(world)).toEqual(numbers);
    expect(await clockOf(world)).toEqual({now, frozen: true, speed: 1, due: []});
  });

  test('of a snapshot', async () => {
    const {world} = await made({template: 'demo'});
    await change(world, {freeze_at: '2999-01-01T00:00:00Z'});
    await call(
      'PUT',
      `/worlds/${world}/snapshot`,
      (await call('GET', `/worlds/${world}/snapshot`)).body,
    );
    const numbers = await numbersOf(world);
    await call('PATCH', `/worlds/${world}/numbers`, {'runs.daily_limit': 4});
    await call('POST', `/worlds/${world}/clock`, {run: true});
    await call('POST', `/worlds/${world}/reset`);
    expect(numbers.numbers['runs.daily_limit']).toBe(3);
    expect(await numbersOf(world)).toEqual(numbers);
    expect(await clockOf(world)).toMatchObject({frozen: true});
  });
});

test('the clock moves on, stands, and runs', async () => {
  const {world} = await made({frozen_at: '2026-03-01T10:00:00Z'});
  const clock = (body: object) => call('POST', `/worlds/${world}/clock`, body);
  expect((await clock({advance_ms: 1500})).body).toEqual({
    now: '2026-03-01T10:00:01.500Z',
    frozen: true,
    speed: 1,
    due: [],
  });
  expect((await clock({freeze_at: '2026-04-01T00:00:00Z'})).body).toEqual({
    now: '2026-04-01T00:00:00.000Z',
    frozen: true,
    speed: 1,
    due: [],
  });
  expect((await clock({freeze_at: '2026-03-01T00:00:00Z'})).body).toMatchObject({
    now: '2026-03-01T00:00:00.000Z',
    frozen: true,
  });
  await clock({freeze_at: '2026-04-01T00:00:00Z'});
  expect((await clock({run: true})).body.frozen).toBe(false);
  expect((await call('GET', `/worlds/${world}/clock`)).body.now).toMatch(/^2026-04-01T00:00:0/);
  for (const wrong of [
    {},
    {advance_ms: 1, run: true},
    {run: false},
    {speed: 0},
    {speed: 3601},
    {speed: '60'},
    {speed: 60, run: true},
    {advance_ms: -1},
    {advance_ms: 1.5},
    {freeze_at: 'soon'},
    {freeze_at: '9999-01-01T00:00:00Z'},
  ])
    expect((await clock(wrong)).status, JSON.stringify(wrong)).toBe(422);
});

test('a clock runs at its speed, after a reset and in a snapshot, too', async () => {
  const {world} = await made({template: 'demo', speed: 3600, frozen_at: '2026-03-01T10:00:00Z'});
  const clock = (body: object) => call('POST', `/worlds/${world}/clock`, body);
  const clockOf = async (id: string) => (await call('GET', `/worlds/${id}/clock`)).body;
  expect(await clockOf(world)).toMatchObject({frozen: true, speed: 3600});
  await clock({speed: 60});
  await clock({run: true});
  expect(await clockOf(world)).toMatchObject({frozen: false, speed: 60});
  const {body: snapshot} = await call('GET', `/worlds/${world}/snapshot`);
  await call('POST', `/worlds/${world}/reset`);
  expect(await clockOf(world)).toMatchObject({frozen: true, speed: 3600});
  await call('PUT', `/worlds/${world}/snapshot`, snapshot);
  expect(await clockOf(world)).toMatchObject({frozen: false, speed: 60});
  await clock({speed: 0.5});
  await call('POST', `/worlds/${world}/reset`);
  expect(await clockOf(world)).toMatchObject({frozen: false, speed: 60});
  const refused = await clock({speed: 4000});
  expect(refused.body.error).toContain('body/speed: must be <= 3600');
});

test('keys are minted by owners and admins, with any abilities, and deleted', async () => {
  const world = await made();
  const workspace = ofRole(world.keys, 'full').workspace;
  const mint = (body: object) => call('POST', `/worlds/${world.world}/keys`, {workspace, ...body});
  const members = mock.world(world.world)!.table('members').of(workspace) as any[];
  for (const {key, role} of members)
    expect((await mint({minted_by: key})).status, role).toBe(role === 'editor' ? 422 : 201);
  const other = mock
    .world(world.world)!
    .table('members')
    .of(ofRole(world.keys, 'second-workspace').workspace)[0]!;
  expect((await mint({minted_by: other.key})).body.error).toContain('no member');
  const all = (await mint({})).body;
  expect(all.abilities).toEqual(['library:read', 'library:write', 'tools:run']);
  expect((await workspaceCall(world, '/api/v1/account', all.key)).status).toBe(200);
  const narrow = (await mint({abilities: ['library:write']})).body;
  expect((await workspaceCall(world, '/api/v1/account', narrow.key)).status).toBe(403);
  expect((await call('GET', `/worlds/${world.world}/keys`)).body.keys).toContainEqual(narrow);
  expect((await call('DELETE', `/worlds/${world.world}/keys/${all.id}`)).status).toBe(204);
  expect((await workspaceCall(world, '/api/v1/account', all.key)).status).toBe(401);
  expect((await call('DELETE', `/worlds/${world.world}/keys/${all.id}`)).status).toBe(404);
});

test('tokens: one for each admin; regenerated, the old one is void; deleted', async () => {
  const world = await made();
  const {store, admin} = ofRole(world.tokens, 'admin');
  const generate = (body: object) =>
    call('POST', `/worlds/${world.world}/tokens`, {store, ...body});
  expect((await generate({admin})).status).toBe(409);
  expect((await generate({admin: 999_999})).status).toBe(404);
  const [reader] = (await call('POST', `/worlds/${world.world}/seed`, {users: {store, count: 1}}))
    .body.users;
  expect((await generate({admin: reader})).body.error).toContain('no active admin');
  const fresh = (await generate({})).body;
  expect(world.tokens.map((each: any) => each.admin)).not.toContain(fresh.admin);
  expect((await storeCall(world, '/dashboard/users', fresh.token)).status).toBe(200);
  const again = (await call('POST', `/worlds/${world.world}/tokens/${fresh.id}/regenerate`)).body;
  expect(again).toEqual({...fresh, token: again.token});
  expect((await storeCall(world, '/dashboard/users', fresh.token)).status).toBe(401);
  expect((await storeCall(world, '/dashboard/users', again.token)).status).toBe(200);
  expect((await call('GET', `/worlds/${world.world}/tokens`)).body.tokens).toContainEqual(again);
  expect((await call('DELETE', `/worlds/${world.world}/tokens/${fresh.id}`)).status).toBe(204);
  expect((await storeCall(world, '/dashboard/users', again.token)).status).toBe(401);
});

test('access tokens are issued, expire and are revoked; clients for CI are made', async () => {
  const world = await made();
  const {workspace} = ofRole(world.keys, 'full');
  expect(new Set(world.access_tokens.map((each: any) => each.role))).toEqual(
    new Set(['agent', 'second-agent', 'scopeless-agent']),
  );
  const path = `/worlds/${world.world}/access-tokens`;
  const issue = (body: object) => call('POST', path, {workspace, ...body});
  const issued = (await issue({})).body;
  expect(issued).toMatchObject({
    workspace,
    scopes: ['mcp:use'],
    audience: `${world.urls.workspace}/mcp`,
    revoked: false,
    role: '',
  });
  expect(Date.parse(issued.expires_at) - Date.parse(world.now)).toBe(3_600_000);
  const odd = (
    await issue({scopes: [], expires_in_seconds: null, audience: 'https://elsewhere.example/mcp'})
  ).body;
  expect(odd).toMatchObject({
    scopes: [],
    expires_at: null,
    audience: 'https://elsewhere.example/mcp',
  });
  const named = async () =>
    (await call('GET', `/worlds/${world.world}`)).body.access_tokens.map((each: any) => each.id);
  expect(await named()).toEqual(expect.arrayContaining([issued.id, odd.id]));
  expect((await call('POST', `${path}/${issued.id}/expire`)).body.expires_at).toBe(world.now);
  expect((await call('POST', `${path}/${odd.id}/revoke`)).body).toEqual({...odd, revoked: true});
  expect(await named()).not.toEqual(expect.arrayContaining([issued.id]));
  expect((await call('GET', path)).body.access_tokens.map((each: any) => each.id)).toEqual(
    expect.arrayContaining([issued.id, odd.id]),
  );
  for (const wrong of [
    {workspace: 'nowhere'},
    {scopes: ['two words']},
    {expires_in_seconds: 0},
    {audience: 'x'},
  ])
    expect((await issue(wrong)).status, JSON.stringify(wrong)).toBeGreaterThanOrEqual(404);
  expect((await call('POST', `${path}/nobodys/revoke`)).status).toBe(404);

  const client = (
    await call('POST', `/worlds/${world.world}/oauth-clients`, {workspace, name: 'Nightly'})
  ).body;
  expect(client).toMatchObject({workspace, name: 'Nightly', role: ''});
  expect(
    (await call('GET', `/worlds/${world.world}/oauth-clients`)).body.oauth_clients,
  ).toContainEqual(client);
  const {name: _name, ...credentials} = client;
  expect((await call('GET', `/worlds/${world.world}`)).body.oauth_clients).toContainEqual(
    credentials,
  );
});

test('plan and allowance of a workspace', async () => {
  const world = await made();
  const {workspace, key} = ofRole(world.keys, 'full');
  const change = (body: object) =>
    call('PATCH', `/worlds/${world.world}/workspaces/${workspace}`, body);
  const account = async () => (await workspaceCall(world, '/api/v1/account', key)).body;
  const before = await account();
  const {plans} = (await change({})).body;
  expect(await account()).toEqual(before);
  await change({plan: null, paid_work: false});
  expect(await account()).toMatchObject({
    plan: null,
    paid_work: false,
    publications_left: before.publications_left,
  });
  await change({plan: plans[0]});
  const small = await account();
  await change({plan: plans[1]});
  expect((await account()).publications_left).toBeGreaterThan(small.publications_left);
  for (const left of [0, 1, 700, null]) {
    expect((await change({publications_left: left})).body.publications_left).toBe(left);
    expect((await account()).publications_left).toBe(left);
  }
  expect((await change({plan: 'gold'})).status).toBe(422);
  expect((await call('PATCH', `/worlds/${world.world}/workspaces/nowhere`, {})).status).toBe(404);
});

test('numbers', async () => {
  const world = await made();
  const {key} = ofRole(world.keys, 'full');
  const name = 'workspace.limits.requests_per_minute';
  expect(
    (await call('PATCH', `/worlds/${world.world}/numbers`, {[name]: 1})).body.numbers[name],
  ).toBe(1);
  expect((await workspaceCall(world, '/api/v1/account', key)).status).toBe(200);
  expect((await workspaceCall(world, '/api/v1/account', key)).status).toBe(429);
  const refused = await call('PATCH', `/worlds/${world.world}/numbers`, {[name]: 5, 'no.such': 1});
  expect(refused.body.error).toContain('unknown number `no.such`');
  expect((await call('GET', `/worlds/${world.world}/numbers`)).body.numbers[name]).toBe(1);
});

test.each([
  ['workspace.limits.requests_per_minute', 1_000_001],
  ['store.limits.requests_per_minute', Number.MAX_SAFE_INTEGER],
  ['auth-sessions.lifetime_minutes', Number.MAX_SAFE_INTEGER],
  ['workspace.mcp.access_token_seconds', 101 * 366 * 86_400],
  ['downloads.link_lives_ms', Number.MAX_SAFE_INTEGER],
  ['users.page_size', 0],
  ['store.limits.requests_per_minute', 0],
])('a number with which the mock could not work is refused: %s = %d', async (name, value) => {
  const at = `/worlds/${(await made()).world}/numbers`;
  const before = (await call('GET', at)).body;
  const refused = await call('PATCH', at, {'runs.daily_limit': 3, [name]: value});
  expect(refused.status).toBe(422);
  expect(refused.body.error).toContain(`\`${name}\` must be between`);
  expect((await call('GET', at)).body).toEqual(before);
});

test('seeder gives ids that the APIs know, and reads count at once', async () => {
  const world = await made();
  const {workspace, key} = ofRole(world.keys, 'full');
  const {store, token, id} = ofRole(world.tokens, 'admin');
  const seeded = (
    await call('POST', `/worlds/${world.world}/seed`, {
      publications: {workspace, count: 3},
      users: {store, count: 2},
    })
  ).body;
  expect(
    (await workspaceCall(world, '/api/v1/publications', key)).body.data.map((each: any) => each.id),
  ).toEqual([...seeded.publications].reverse());
  const [publication] = seeded.publications;
  const {body} = await workspaceCall(world, `/api/v1/publications/${publication}/files`, key);
  const [file] = body.data;
  const link = await workspaceCall(world, `/api/v1/files/${file.id}/download`, key);
  const bytes = await (await fetch(link.headers['location']!)).arrayBuffer();
  expect(bytes.byteLength).toBe(file.size_bytes);
  const signed = await call('POST', `/worlds/${world.world}/seed`, {
    sign_ins: {user: seeded.users[0], count: 2, type: 'mobile'},
  });
  expect(signed.body.sign_ins).toHaveLength(2);
  expect(
    (await call('POST', `/worlds/${world.world}/logins`, {store, email: 'nobody@example.com'}))
      .body,
  ).toEqual({admitted: false, password_tried: false});
  expect(
    (
      await call('POST', `/worlds/${world.world}/seed`, {
        publications: {workspace, count: 1},
        sign_ins: {user: 999_999, count: 1},
      })
    ).status,
  ).toBe(404);
  expect((await workspaceCall(world, '/api/v1/publications', key)).body.data).toHaveLength(3);

  expect((await storeCall(world, '/dashboard/users', token)).status).toBe(200);
  const counted = await call('POST', `/worlds/${world.world}/reads`, {token: id, count: 1998});
  expect(counted.body.count).toBe(1999);
  expect((await storeCall(world, '/dashboard/users', token)).status).toBe(200);
  expect((await storeCall(world, '/dashboard/users', token)).status).toBe(429);
  await call('POST', `/worlds/${world.world}/clock`, {advance_ms: 86_400_000});
  await call('POST', `/worlds/${world.world}/reads`, {store, count: 5000, ago_ms: 86_300_000});
  expect((await storeCall(world, '/dashboard/users', token)).status).toBe(429);
  await call('POST', `/worlds/${world.world}/clock`, {advance_ms: 100_001});
  expect((await storeCall(world, '/dashboard/users', token)).status).toBe(200);
});

test('some reads are left under a quota, whatever was read before, and given back', async () => {
  const world = await made();
  const {token, store} = ofRole(world.tokens, 'admin');
  const read = async () => (await storeCall(world, '/dashboard/users', token)).status;
  const leave = async (reads: number | null, of: object = {token}) =>
    (await call('POST', `/worlds/${world.world}/reads`, {...of, leave: reads})).body.count;
  expect(await read()).toBe(200);
  expect(await leave(1)).toBe(1999);
  expect([await read(), await read()]).toEqual([200, 429]);
  expect(await leave(3)).toBe(1997);
  expect(await leave(null)).toBe(2);
  expect(await read()).toBe(200);
  expect(await leave(0, {store})).toBe(5000);
  expect(await read()).toBe(429);
  expect(await leave(null, {store})).toBe(3);
  expect(await read()).toBe(200);
  const both = {token, count: 1, leave: 1};
  expect((await call('POST', `/worlds/${world.world}/reads`, both)).status).toBe(422);
});

test('a journal gives its newest entries, or with `after` the next ones', async () => {
  const world = await made();
  for (const key of ['one', 'two', 'three']) await workspaceCall(world, '/api/v1/account', key);
  const read = async (query: string): Promise<number[]> => {
    const {entries} = (await call('GET', `/worlds/${world.world}/journal${query}`)).body;
    return entries.map(({n}: {n: number}) => n);
  };
  expect(await read('?limit=2')).toEqual([2, 3]);
  expect(await read('?limit=2&after=0')).toEqual([1, 2]);
  expect(await read('?limit=2&after=2')).toEqual([3]);
  expect(await read('')).toEqual([1, 2, 3]);
});

test('journals list the requests to a world, and those that belong to none', async () => {
  const world = await made();
  await workspaceCall(world, '/api/v1/account', 'wrong');
  const page = (await call('GET', `/worlds/${world.world}/journal?after=0&limit=1`)).body;
  expect(page.entries).toMatchObject([
    {method: 'GET', path: expect.stringContaining('/api/v1/account'), status: 401},
  ]);
  expect(
    (await call('GET', `/worlds/${world.world}/journal?after=${page.last}`)).body.entries,
  ).toEqual([]);
  await request(`${mock.urls.workspace}/w/nowhere`).get('/api/v1/account');
  expect((await call('GET', '/unrouted/journal?limit=1000')).body.entries.at(-1)).toMatchObject({
    status: 404,
  });
  expect((await call('GET', `/worlds/${world.world}/outbox`)).body).toEqual({mail: []});
  for (const wrong of ['?after=x', '?limit=0', '?limit=1001', '?since=1', '?after=1&after=2'])
    expect((await call('GET', `/worlds/${world.world}/journal${wrong}`)).status, wrong).toBe(422);
});

const cases: [string, string, unknown, number, RegExp][] = [
  ['POST', '/worlds', {sed: 1}, 422, /unknown member `sed`.*`seed`/],
  ['POST', '/worlds', {template: 'big'}, 422, /body\/template: must be one of "suite"/],
  ['POST', '/worlds', {seed: -1}, 422, /body\/seed/],
  ['POST', '/worlds', {frozen_at: 'yesterday'}, 422, /body\/frozen_at/],
  [
    'POST',
    '/worlds',
    {freedoms: {'orders.wraped': true}},
    422,
    /^no freedom `orders.wraped`: did you mean `orders.wrapped`\? `GET \/worlds\/demo\/freedoms`/,
  ],
  [
    'POST',
    '/worlds',
    {freedoms: {'orders.wrapped': 'banana'}},
    422,
    /^freedom `orders.wrapped`: expected false or true, got "banana" `GET \/worlds\/demo\/freedoms`/,
  ],
  [
    'POST',
    '/worlds',
    {freedoms: {'orders.missing_product': '400'}},
    422,
    /expected "by_type" or 400 or 422, got "400"/,
  ],
  [
    'POST',
    '/worlds',
    {freedoms: {'store.timezone': 'Mars/Olympus'}},
    422,
    /or another IANA name of a time zone, got "Mars\/Olympus"/,
  ],
  ['POST', '/worlds', {freedoms: {'store.timezone': 3}}, 422, /time zone, got 3/],
  [
    'POST',
    '/worlds',
    {freedoms: {'files.appear_after_ms': -1}},
    422,
    /expected 0 or 5000 or another number of milliseconds, got -1/,
  ],
  ['POST', '/worlds', {defect: 'nobody'}, 422, /no defect `nobody`/],
  ['POST', '/worlds', [], 422, /body: must be object/],
  ['GET', '/worlds/none', undefined, 404, /no world `none`.*GET \/worlds/],
  ['PUT', '/worlds', {}, 405, /PUT is not for \/worlds.*GET, POST/],
  ['GET', '/world', undefined, 404, /nothing is at \/world/],
  [
    'POST',
    '/worlds/demo/seed',
    {publications: {workspace: 'x', count: 1}},
    404,
    /no workspace `x`.*ws_harbour/,
  ],
  [
    'POST',
    '/worlds/demo/seed',
    {publications: {workspace: 'ws_harbour', count: 1e9}},
    422,
    /body\/publications\/count/,
  ],
  ['POST', '/worlds/demo/reads', {count: 1}, 422, /token/],
  ['POST', '/worlds/demo/reset', {now: true}, 422, /body/],
  ['DELETE', '/worlds/demo', undefined, 409, /default world cannot .*POST \/worlds\/demo\/reset/],
  ['DELETE', '/worlds/demo/keys/key_none', undefined, 404, /no key `key_none`/],
  ['POST', '/worlds/demo/tokens/none/regenerate', undefined, 404, /no token `none`/],
];

describe('bad input', () => {
  test.each(cases)('%s %s %j: %i', async (method, path, body, status, complaint) => {
    const reply = await call(method, path, body);
    expect(reply.status).toBe(status);
    expect(`${reply.body.error} ${reply.body.what_to_do}`).toMatch(complaint);
  });

  test('bodies that are no JSON', async () => {
    const post = (type: string, text: string | Buffer) =>
      request(mock.urls.control!)
        .post('/worlds')
        .set('content-type', type)
        .send(text as string);
    expect((await post('application/json', '{"a"')).status).toBe(400);
    expect((await post('application/json', 'null')).status).toBe(400);
    expect((await post('text/plain', '{}')).status).toBe(415);
    expect((await post('application/x-www-form-urlencoded', 'template=demo')).status).toBe(415);
    expect((await post('application/json', `{"defect": "${'x'.repeat(2e6)}"}`)).status).toBe(413);
    expect((await request(mock.urls.control!).get('/worlds/%E0%A4%A')).status).toBe(400);
  });

  test('the largest snapshot fits into a string', () => {
    expect(MAX_SNAPSHOT_BYTES).toBeLessThan(constants.MAX_STRING_LENGTH);
  });
});

/** Member names of the control plane's bodies, and two that are dangerous in JavaScript. */
const MEMBERS = fc.constantFrom(
  'workspace',
  'store',
  'count',
  'users',
  'publications',
  'token',
  'advance_ms',
  'run',
  'seed',
  'template',
  'admin',
  'image',
  'objects',
  'plan',
  '__proto__',
  'constructor',
);

/** Ids that no world has, and some of a world. */
const anyId = (world: any) =>
  fc.constantFrom(
    'nowhere',
    '__proto__',
    'constructor',
    '\0',
    '..',
    'ü',
    world.keys[0].id,
    world.tokens[0].id,
    world.workspaces[0].id,
  );

/** Any JSON, with members and values that mean something. */
const anyJson = (world: any) =>
  fc.letrec((tie) => ({
    value: fc.oneof(
      {depthSize: 'small'},
      fc.jsonValue({maxDepth: 1}),
      fc.constantFrom(
        world.workspaces[0].id,
        world.stores[0].id,
        world.tokens[0].admin,
        'demo',
        1e300,
        -0,
        '',
      ),
      fc.dictionary(MEMBERS, tie('value'), {maxKeys: 3}),
    ),
  })).value;

const routes = Object.entries(operations).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, {isStream}]) =>
    isStream ? [] : [[method, path] as const],
  ),
);

test('anything at all: an answer below 500, and the other worlds as they were', async () => {
  const world = await made({seed: 4});
  const victim = await made({seed: 5});
  const before = (await call('GET', `/worlds/${world.world}/snapshot`)).body;
  const input = fc.tuple(fc.constantFrom(...routes), fc.boolean(), anyId(victim), anyJson(victim));
  await fc.assert(
    fc.asyncProperty(input, async ([[method, path], real, id, body]) => {
      const isDrop = `${method} ${path}` === 'delete /worlds/{world}';
      const target = path
        .replace('{world}', encodeURIComponent(real && !isDrop ? victim.world : id))
        .replace('{id}', encodeURIComponent(id));
      const reply = await request(mock.urls.control!)
        [method as 'get'](target)
        .set('content-type', 'application/json')
        .send(JSON.stringify(body));
      const what = `${method} ${path} ${JSON.stringify(body)} ${reply.text}`;
      expect(reply.status, what).toBeLessThan(500);
      if (path === '/worlds' && reply.status === 201)
        await call('DELETE', `/worlds/${reply.body.world}`);
    }),
    {numRuns: 600},
  );
  expect((await call('GET', `/worlds/${world.world}/snapshot`)).body).toEqual(before);
});

test('it does not serve other machines without a token', async () => {
  const parts = {
    worlds: mock.worlds,
    origins: new Origins(),
    site: {} as any,
    ports: mock.worlds as any,
  };
  expect(() => controlApp({...parts, host: '0.0.0.0'})).toThrow('needs a token');
  const closed = controlApp({...parts, host: '0.0.0.0', token: 'rosebud'});
  expect((await request(closed).get('/openapi.json')).status).toBe(401);
  expect((await request(closed).get('/worlds').set('authorization', 'Bearer rosebud')).status).toBe(
    200,
  );
});

test('what it has done is there after a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'presscheck-'));
  const start = async (): Promise<Mock> => createMock(await dataFolder(folder));
  const first = await start();
  const world = (await call('POST', '/worlds', {seed: 9}, first)).body;
  const dropped = (await call('POST', '/worlds', {}, first)).body;
  const at = `/worlds/${world.world}`;
  const {workspace} = ofRole(world.keys, 'full');
  const {store} = ofRole(world.tokens, 'admin');
  await call('POST', `${at}/keys`, {workspace}, first);
  await call('DELETE', `${at}/keys/${world.keys[0].id}`, undefined, first);
  await call('POST', `${at}/tokens`, {store}, first);
  await call('POST', `${at}/clock`, {advance_ms: 5000}, first);
  await call('PATCH', `${at}/workspaces/${workspace}`, {plan: null, publications_left: 3}, first);
  await call('PATCH', `${at}/numbers`, {'store.limits.requests_per_minute': 7}, first);
  await call(
    'POST',
    `${at}/seed`,
    {publications: {workspace, count: 60}, users: {store, count: 5}},
    first,
  );
  await call('POST', `${at}/reads`, {store, count: 12}, first);
  await call('DELETE', `/worlds/${dropped.world}`, undefined, first);
  const before = (await call('GET', `${at}/snapshot`, undefined, first)).body;
  const demo = (await call('GET', '/worlds/demo/snapshot', undefined, first)).body;
  await first.close();

  const second = await start();
  expect((await call('GET', `${at}/snapshot`, undefined, second)).body.image).toEqual(before.image);
  expect((await call('GET', '/worlds/demo/snapshot', undefined, second)).body.objects).toEqual(
    demo.objects,
  );
  expect((await call('GET', `/worlds/${dropped.world}`, undefined, second)).status).toBe(404);
  await call('PUT', `${at}/snapshot`, before, second);
  await second.close();
  const third = await start();
  expect((await call('GET', `${at}/snapshot`, undefined, third)).body).toEqual(before);
  await third.close();
  await rm(folder, {recursive: true});
});
