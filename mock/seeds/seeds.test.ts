import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, describe, expect, test} from 'vitest';
import {createMock, type Mock} from '../create-mock.ts';
import {readWorldFile} from '../world-file.ts';
import {seedSchema} from './seed-schema.ts';

let mock: Mock;
beforeAll(async () => void (mock = await createMock()));
afterAll(() => mock.close());
const folder = mkdtempSync(join(tmpdir(), 'presscheck-seeds-'));
afterAll(() => rmSync(folder, {recursive: true}));

// oxlint-disable-next-line typescript/no-explicit-any -- what the mock answers is compared, not typed
type Answer = any;

const SEED = `
clock: 2026-03-01T12:00:00Z
limits: false
numbers: {orders.page_size: 3}
workspaces:
  - name: Harbour Press
    plan: starter
    publications_left: 4
    members: [{name: Maren, role: owner}, {name: Tomas, role: admin}]
    keys:
      - {key: harbour-key, role: full}
      - {role: read-only, abilities: ["library:read"], minted_by: Tomas}
    oauth_clients: [{name: CI, client_id: ci-client, client_secret: ci-secret-1}]
    publications:
      - {title: Later, created_at: 1 day ago}
      - title: Tides
        filename: tides.pdf
        created_at: 3 days ago
        mirrors: [original]
        runs:
          - {tool: accessibility-repair, started_at: 2 days ago}
          - {tool: blurb-writing, started_at: 1 day ago, ends: failed}
      - {filename: empty.epub, file: none}
stores:
  - name: Riverside Books
    id: riverside
    collections: [Crime]
    plans:
      - {name: Monthly, concurrency_limit: 2, prices: {USD: 999}, collections: [Crime]}
      - {name: Old, type: prepaid, duration: 3, deleted_at: 2 hours ago}
    users:
      - {email: greta@riverside.example, admin: true, token: riverside-token, role: admin}
      - email: ada@readers.example
        name: Ada Marsh
        password: long enough
        created_at: 2026-02-01T08:00:00Z
        plan: Monthly
        plan_until: in 30 days
        sessions: [{type: mobile, started_at: 2 hours ago}, {}]
      - {email: gone@readers.example, state: anonymized, left_at: 1 hour ago}
      - {email: left@readers.example, state: deactivated, created_at: 9 days ago}
    content:
      - {external_id: low-water, name: Low Water, prices: {USD: 9.99}, collection: [Crime]}
      - {external_id: torn, name: Torn Pages, conversion_status: failed}
      - {external_id: paper, name: On paper, type: physical, pages: 120, stock: 3}
    orders:
      - {type: sale, external_reference: o-1, user: Ada Marsh, products: [{content: low-water}], created_at: 4 days ago}
      - {type: sale, external_reference: o-2, user: ada, status: paused, products: [{subscription: Monthly}]}
      - {type: sale, external_reference: o-3, user: ada, payment: declined, products: [{content: Low Water}]}
      - {type: permission, external_reference: o-4, user: ada, status: cancelled, reason: Bought twice, products: [{content: paper}]}
      - {type: report, external_reference: o-5, user: left@readers.example, products: [{content: new-one, name: New, url: "https://x.example/"}]}
`;

const at = (path: string): string => `${mock.urls.control}/worlds/${path}`;

const put = (world: string, body: string, type = 'application/yaml'): Promise<Response> =>
  fetch(at(`${world}/seed`), {method: 'PUT', headers: {'content-type': type}, body});

async function store(world: string, path: string): Promise<Answer> {
  const url = `${mock.urls.store}/w/${world}/integration-api/v1${path}`;
  return (await fetch(url, {headers: {'x-user-token': 'riverside-token'}})).json();
}

async function workspace(world: string, path: string): Promise<Answer> {
  const url = `${mock.urls.workspace}/w/${world}/api/v1${path}`;
  return (await fetch(url, {headers: {authorization: 'Bearer harbour-key'}})).json();
}

const seedIn = async (world: string): Promise<Answer> => (await fetch(at(`${world}/seed`))).json();

beforeAll(async () => {
  const response = await put('planted', SEED);
  expect({status: response.status, text: response.ok ? '' : await response.text()}).toEqual({
    status: 200,
    text: '',
  });
});

test('a seed makes workspaces with keys, plans, publications and what tools made of them', async () => {
  const {keys, workspaces} = (await (await fetch(at('planted'))).json()) as Answer;
  expect(workspaces).toEqual([{id: 'ws_harbour-press', name: 'Harbour Press', role: 'full'}]);
  expect(keys).toMatchObject([
    {role: 'full', key: 'harbour-key'},
    {role: 'read-only', key: expect.stringMatching(/^wk_/), abilities: ['library:read']},
  ]);
  const {data} = await workspace('planted', '/publications');
  expect(data.map(({title}: Answer) => title)).toEqual(['Tides', 'Later', 'empty'].reverse());
  const tides = data.find(({title}: Answer) => title === 'Tides');
  expect(tides.created_at).toBe('2026-02-26T12:00:00.000Z');
  const files = await workspace('planted', `/publications/${tides.id}/files`);
  expect(files.data.map(({tool}: Answer) => tool)).toEqual([null, 'accessibility-repair']);
  expect(files.current_file_id).toBe(tides.working_file_id);
  const account = await workspace('planted', '/account');
  expect(JSON.stringify(account)).toContain('"starter"');
});

test('a seed makes stores with users, plans, content, sessions and orders in any state', async () => {
  const users = await store('planted', '/dashboard/users');
  const states = users.data.paginator.data.map(({email, deleted_at: left}: Answer) => [
    email,
    left !== null,
  ]);
  expect(states).toContainEqual(['ada@readers.example', false]);
  expect(states).toContainEqual(['left@readers.example', true]);
  const {data: orders} = await store('planted', '/orders?per_page=50');
  const next = await store('planted', '/orders?page=2');
  const all = [...orders, ...next.data].map((order: Answer) => [
    order.external_reference,
    order.status,
  ]);
  expect(Object.fromEntries(all)).toEqual({
    'o-1': 'pending',
    'o-2': 'paused',
    'o-3': 'cancelled',
    'o-4': 'cancelled',
    'o-5': 'cancelled',
  });
  const torn = await store('planted', '/dashboard/issues/torn');
  expect(JSON.stringify(torn)).toContain('"failed"');
  const sessions = await store('planted', '/auth-sessions?external_id=ada');
  expect(sessions.data).toHaveLength(2);
});

test('a seed stands on its clock, with its numbers, which a reset brings back with clients and ids', async () => {
  const before = await seedIn('planted');
  const described = (await (await fetch(at('planted'))).json()) as Answer;
  const json = {'content-type': 'application/json'};
  const change = (path: string, method: string, body: object): Promise<Response> =>
    fetch(at(`planted/${path}`), {method, headers: json, body: JSON.stringify(body)});
  await change('numbers', 'PATCH', {'orders.page_size': 9});
  await change('clock', 'POST', {advance_ms: 5000});
  await change('oauth-clients', 'POST', {workspace: 'ws_harbour-press'});
  await change('seed', 'POST', {users: {store: 'riverside', count: 2}});
  expect(await seedIn('planted')).not.toEqual(before);
  expect((await change('reset', 'POST', {})).status).toBe(200);
  expect(await seedIn('planted')).toEqual(before);
  expect(before.numbers).toEqual({'orders.page_size': 3});
  expect(await (await fetch(at('planted'))).json()).toEqual(described);
});

test('a seed is exported so that it can be planted again, and names what it leaves out', async () => {
  const exported = await seedIn('planted');
  expect(exported.left_out.join('\n')).toMatch(
    /secrets: keys[^]*the bytes of 3 files[^]*2 sessions/,
  );
  expect(JSON.stringify(exported)).not.toMatch(/harbour-key|riverside-token|long enough|ci-secret/);
  const again = await put('again', JSON.stringify(exported), 'application/json');
  expect({status: again.status, text: again.ok ? '' : await again.text()}).toEqual({
    status: 200,
    text: '',
  });
  const {left_out: _left, ...second} = await seedIn('again');
  const {left_out: _out, ...first} = exported;
  expect(second).toEqual(first);
});

/** Exports a world, plants the export and exports that. @returns both exports without `left_out` */
async function exportedTwice(world: string): Promise<[first: Answer, second: Answer]> {
  const {left_out: _out, ...first} = await seedIn(world);
  const planted = await put(`${world}-again`, JSON.stringify(first), 'application/json');
  expect(planted.ok ? '' : await planted.text()).toBe('');
  const {left_out: _left, ...second} = await seedIn(`${world}-again`);
  return [first, second];
}

const made = (body: object): Promise<Response> =>
  fetch(`${mock.urls.control}/worlds`, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify(body),
  });

test.each<[string, object[], Answer]>([
  ['was advanced', [{advance_ms: 86_400_000}], {clock_runs: true}],
  ['was put back', [{freeze_at: '2020-03-01T00:00:00Z'}], {clock: '2020-03-01T00:00:00.000Z'}],
  ['was put back and runs', [{freeze_at: '2020-03-01T00:00:00Z'}, {run: true}], {clock_runs: true}],
])('a world whose clock %s can be exported and planted', async (_what, moves, clock) => {
  const {world} = (await (await made({template: 'demo'})).json()) as Answer;
  for (const move of moves)
    await fetch(at(`${world}/clock`), {
      method: 'POST',
      headers: {'content-type': 'application/json'},
      body: JSON.stringify(move),
    });
  await fetch(at(`${world}/seed`), {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({users: {store: 'riverside', count: 2}}),
  });
  const [first, second] = await exportedTwice(world);
  expect(first).toMatchObject(clock);
  const {clock: at1, ...rest1} = first;
  const {clock: at2, ...rest2} = second;
  // Users who have left are named by their ids, which planting makes.
  const named = (seed: Answer): Answer => JSON.stringify(seed).replaceAll(/former-\d+/g, 'former');
  expect(named(rest2)).toEqual(named(rest1));
  expect(Date.parse(at2) - Date.parse(at1)).toBeLessThan(60_000);
  const planted = mock.world(`${world}-again`)!;
  expect(Math.abs(planted.now() - mock.world(world)!.now())).toBeLessThan(60_000);
});

test('things that share names can be exported and planted', async () => {
  const names = `
workspaces:
  - name: Harbour
    members: [{name: Maren, role: owner}, {name: Maren, role: admin}]
    keys: [{role: full}, {role: other, minted_by: "Maren #2"}]
stores:
  - name: Riverside
    plans: [{name: Monthly}, {name: Monthly}, {name: "Monthly #1"}]
    users:
      - {email: greta@riverside.example, admin: true, token: riverside-token}
      - {email: ada@readers.example, plan: "Monthly #2"}
      - {email: boris@readers.example, name: ada@readers.example}
      - {email: former-5@readers.example}
      - {email: gone@readers.example, state: anonymized}
    content:
      - {external_id: tides, name: ${'n'.repeat(200)}}
      - {external_id: moons, name: tides}
    orders:
      - {type: sale, external_reference: o-1, user: ada@readers.example, products: [{content: tides}, {content: moons}]}
      - {type: sale, external_reference: o-2, user: gone@readers.example, products: [{subscription: "Monthly #1-"}]}
`;
  const planted = await put('names', names);
  expect(planted.ok ? '' : await planted.text()).toBe('');
  const [{id}] = (await store('names', '/dashboard/issues')).data.paginator.data.filter(
    (each: Answer) => each.external_id === 'tides',
  );
  const url = `${mock.urls.store}/w/names/integration-api/v1/dashboard/issues/${id}`;
  const headers = {'x-user-token': 'riverside-token'};
  expect((await fetch(url, {method: 'DELETE', headers})).status).toBe(200);
  const [first, second] = await exportedTwice('names');
  expect(second).toEqual(first);
  expect(first.stores[0].users.at(-1)).toMatchObject({email: 'former-5-@readers.example'});
});

test('the demo world can be exported and planted', async () => {
  const [first, second] = await exportedTwice('demo');
  expect(second).toEqual(first);
});

test('a snapshot that was put is what a reset brings back, with numbers and clients', async () => {
  await put('photographed', SEED);
  const snapshot = await (await fetch(at('photographed/snapshot'))).text();
  const headers = {'content-type': 'application/json'};
  await fetch(at('copy/snapshot'), {method: 'PUT', headers, body: snapshot});
  await fetch(at('copy/seed'), {
    method: 'POST',
    headers,
    body: '{"users": {"store": "riverside", "count": 2}}',
  });
  await fetch(at('copy/numbers'), {method: 'PATCH', headers, body: '{"orders.page_size": 9}'});
  expect(await (await fetch(at('copy/snapshot'))).text()).not.toBe(snapshot);
  expect((await fetch(at('copy/reset'), {method: 'POST'})).status).toBe(200);
  expect(await (await fetch(at('copy/snapshot'))).text()).toBe(snapshot);
});

test('a seed orders faults; a reset keeps the rules that there are, and counts from 0', async () => {
  const rule = {id: 'busy', match: {operation: 'getAccount'}, act: {status: 503}};
  await put('faulty', `${SEED}faults: [${JSON.stringify(rule)}, {act: {status: 502}}]\n`);
  const faults = async (): Promise<Answer> =>
    ((await (await fetch(at('faulty/faults'))).json()) as Answer).faults;
  const account = async (): Promise<Answer> =>
    (await fetch(`${mock.urls.workspace}/w/faulty/api/v1/account`)).status;
  expect(await account()).toBe(503);
  expect(await faults()).toMatchObject([
    {id: 'busy', fired: 1},
    {id: 'fault-1', fired: 0},
  ]);
  expect((await seedIn('faulty')).faults).toEqual([rule, {id: 'fault-1', act: {status: 502}}]);
  const json = {'content-type': 'application/json'};
  await fetch(at('faulty/faults/fault-1'), {method: 'DELETE'});
  await fetch(at('faulty/faults'), {
    method: 'POST',
    headers: json,
    body: '{"id": "later", "act": {"status": 500}}',
  });
  const reset = await fetch(at('faulty/reset'), {method: 'POST'});
  expect(reset.status).toBe(200);
  expect(await faults()).toMatchObject([
    {id: 'busy', fired: 0},
    {id: 'later', fired: 0},
  ]);
  expect(await account()).toBe(503);
});

test('faults that are settings of a workspace are exported as its members, and a reset takes them back', async () => {
  await put('settled', SEED);
  const change = (body: string): Promise<Response> =>
    fetch(at('settled/workspaces/ws_harbour-press'), {
      method: 'PATCH',
      headers: {'content-type': 'application/json'},
      body,
    });
  const before = await seedIn('settled');
  await change('{"runs_hold": true, "downloads": "unavailable"}');
  const exported = await seedIn('settled');
  expect(exported.faults).toEqual([]);
  expect(exported.workspaces).toMatchObject([{runs_hold: true, downloads: 'unavailable'}]);
  await fetch(at('settled/reset'), {method: 'POST'});
  expect(await seedIn('settled')).toEqual(before);
});

/** What replaces a part of the seed, and the error. */
const WRONG: [edit: [string, string], error: string][] = [
  [
    ['publications_left', 'publication_left'],
    'line 8, column 5: workspaces[0].publication_left: unknown member `publication_left`: did you mean `publications_left`?',
  ],
  [
    ['plan: starter', 'plan: big'],
    'line 7, column 5: workspaces[0].plan: must be one of "starter"',
  ],
  [
    ['1 day ago}', 'yesterday}'],
    'workspaces[0].publications[0].created_at: must be a time, such as `now`',
  ],
  [
    ['1 day ago}', 'in 2 days}'],
    'workspaces[0].publications[0].created_at: `in 2 days` is in the future',
  ],
  [
    ['2026-02-01T08:00:00Z', '2026-02-31T08:00:00Z'],
    'stores[0].users[1].created_at: `2026-02-31T08:00:00Z` is no time',
  ],
  [
    ['user: Ada Marsh', 'user: Ada Marhs'],
    'line 47, column 47: stores[0].orders[0].user: there is no user `Ada Marhs`: did you mean `Ada Marsh`?',
  ],
  [
    ['{content: low-water}', '{content: low-tide}'],
    'stores[0].orders[0].products[0].content: there is no content `low-tide`',
  ],
  [
    ['tool: blurb-writing', 'tool: blurb-writer'],
    'workspaces[0].publications[1].runs[1]: expected a slug of the catalogue',
  ],
  [
    ['filename: tides.pdf', 'filename: tides.exe'],
    'workspaces[0].publications[1].filename: `tides.exe` has no format',
  ],
  [
    ['state: deactivated', 'email: ada@readers.example'],
    'line 41, column 39: Map keys must be unique',
  ],
  [
    ['email: left@readers', 'email: ada@readers'],
    'stores[0].users[3].email: The email has already been taken.',
  ],
  [['payment: declined', 'payment: declined, status: paused'], 'stores[0].orders[2].status'],
  [
    ['type: report', 'payment: approved, type: report'],
    'stores[0].orders[4].payment: a report has no checkout',
  ],
  [
    ['orders.page_size: 3', 'orders.page_sizes: 3'],
    'line 4, column 1: numbers: unknown number `orders.page_sizes`',
  ],
  [['limits: false', 'freedoms: {nope: 1}'], 'freedoms: no freedom `nope`'],
  [['limits: false', 'limits: [false'], 'line 4'],
  [
    ['limits: false', 'faults:\n  - match: {}\n    act: {status: 200}'],
    'line 5, column 11: faults[0].act.status: must be >= 400',
  ],
  [
    ['limits: false', 'faults:\n  - {act: {status: 503}, match: {interface: stroe}}'],
    'line 4, column 34: faults[0].match.interface: unknown value `stroe`: did you mean `store`?',
  ],
  [
    ['limits: false', 'faults:\n  - act: {status: 503, never: true}'],
    'line 4, column 5: faults[0].act: has `status` and `never`, and a rule does one thing',
  ],
  [['admin: true, token', 'token'], 'stores[0].users[0].token: only admins have tokens'],
  [
    ['minted_by: Tomas', 'minted_by: Ida'],
    'workspaces[0].keys[1].minted_by: there is no owner or admin `Ida`',
  ],
];

describe('a wrong seed is refused with line and field, and changes nothing', () => {
  test.each(WRONG)('%j', async ([before, after], error) => {
    expect(SEED).toContain(before);
    const text = SEED.replace(before, after).trimStart();
    const file = join(folder, 'seed.yaml');
    writeFileSync(file, text);
    await expect(readWorldFile(file)).rejects.toThrow(
      error.replace(/line (\d+)/, (_all, line) => `line ${Number(line) - 1}`),
    );
    const root = await (await fetch(at('demo/snapshot'))).text();
    const refused = await put('demo', text);
    expect(refused.status).toBe(422);
    expect(((await refused.json()) as Answer).error).toMatch(/^body: line \d+, column \d+: /);
    expect((await put('never-made', text)).status).toBe(422);
    expect(await (await fetch(at('demo/snapshot'))).text()).toBe(root);
    expect(mock.world('never-made')).toBeUndefined();
  });

  test.each([
    ['[[[['.repeat(50_000), /deep|line 1/],
    [
      'a: &a [x]\nb: &b [*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b]\n'.concat(
        ...Array.from({length: 9}, (_, n) => `d${n}: [*c,*c,*c,*c]\n`),
      ),
      /./,
    ],
    ['hello', /must be object/],
    ['__proto__: {x: 1}', /__proto__/],
    ['\u0000', /line 1|object/],
  ])('%#', async (text, error) => {
    const refused = await put('never-made', text);
    expect(refused.status).toBe(422);
    expect(((await refused.json()) as Answer).error).toMatch(error);
  });
});

describe('long work', () => {
  afterEach(() => mock.worlds.drop('large'));
  test('leaves the event loop free in between', async () => {
    const users = Array.from({length: 3000}, (_, n) => ({email: `reader-${n}@readers.example`}));
    let turns = 0;
    let isDone = false;
    const turn = (): void => {
      turns += 1;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    const {plant} = await import('./plant.ts');
    await plant(mock.worlds, 'large', {stores: [{name: 'Large', users}]});
    isDone = true;
    expect(turns).toBeGreaterThan(10);
    expect(mock.world('large')?.table('users').size).toBe(3000);
  });
});

test('the JSON Schema for editors is the one that is validated with', () => {
  const shipped: unknown = JSON.parse(
    readFileSync(new URL('../../docs/seed.schema.json', import.meta.url), 'utf8'),
  );
  expect(shipped).toEqual({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A seed of presscheck',
    ...JSON.parse(JSON.stringify(seedSchema)),
  });
});
