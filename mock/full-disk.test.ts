import {mkdtemp, readdir, rename, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {createMock, type Mock} from './create-mock.ts';
import {dataFolder} from './data-folder.ts';
import {fullDisk, type FullDisk} from './testing/full-disk.ts';

let folder: string;
let disk: FullDisk;
let mock: Mock;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'presscheck-'));
  disk = fullDisk();
  mock = await started();
});
afterEach(async () => {
  disk.room = Infinity;
  await mock.close();
  await rm(folder, {recursive: true});
});

const started = async (): Promise<Mock> =>
  createMock({...(await dataFolder(folder, {disk})), limits: false});

const JSON_TYPE = {'content-type': 'application/json'};
const HARBOUR = {...JSON_TYPE, authorization: 'Bearer demo-key-harbour-full'};
const RIVERSIDE = {...JSON_TYPE, 'x-user-token': 'demo-token-riverside-admin'};

async function send(
  method: string,
  url: string,
  body: unknown,
  headers: Record<string, string> = JSON_TYPE,
): Promise<{status: number; body: any}> {
  const response = await fetch(url, {
    method,
    headers,
    ...(body !== undefined && {body: JSON.stringify(body)}),
  });
  const text = await response.text();
  return {status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text};
}

const reserve = () =>
  send(
    'POST',
    `${mock.urls.workspace}/api/v1/uploads`,
    {original_filename: 'a.epub', size_bytes: 6},
    HARBOUR,
  );
const createUser = (name: string) =>
  send(
    'POST',
    `${mock.urls.store}/integration-api/v1/dashboard/users`,
    {email: `${name}@readers.example`, external_id: name, new_password: 'correct horse'},
    RIVERSIDE,
  );
const control = (method: string, path: string, body?: unknown) =>
  send(method, `${mock.urls.control}${path}`, body);

const rowsOf = (table: string): string[] =>
  [...mock.world('demo')!.table(table).all()].map(({key}) => key).sort();

/** Whether all that the world holds is as the disk has it. */
async function sameAfterRestart(): Promise<void> {
  const tables = () => {
    const {tables: all, due} = mock.world('demo')!.image();
    const sorted = Object.entries(all)
      .map(([name, rows]) => [name, rows.toSorted((a, b) => a.seq - b.seq)] as const)
      .filter(([, rows]) => rows.length);
    return {tables: Object.fromEntries(sorted), due: due.toSorted((a, b) => a.seq - b.seq)};
  };
  const before = tables();
  await mock.close();
  mock = await started();
  expect(tables()).toEqual(before);
}

test('what is answered 503 on a full disk is not there, now or later', async () => {
  const [uploads, users] = [rowsOf('uploads'), rowsOf('users')];
  disk.room = 0;
  const refusals = await Promise.all([reserve(), createUser('zoe'), reserve(), createUser('max')]);
  expect(refusals.map(({status}) => status)).toEqual([503, 503, 503, 503]);
  expect(JSON.stringify(refusals[0]!.body)).toContain(
    'The data folder of the mock cannot take the change. Nothing was changed.',
  );
  expect([rowsOf('uploads'), rowsOf('users')]).toEqual([uploads, users]);
  disk.room = Infinity;
  expect((await createUser('zoe')).status).toBe(201);
  await sameAfterRestart();
  expect(rowsOf('uploads')).toEqual(uploads);
  expect(rowsOf('users').length).toBe(users.length + 1);
});

test('on a disk that fills up under load, what was answered is there and nothing else', async () => {
  const before = rowsOf('users').length;
  let created = 0;
  for (const room of [3000, 700, 0, 5000, 150, 100_000]) {
    disk.room = room;
    const name = (n: number): string => `r${room}n${n}`;
    const all = await Promise.all(Array.from({length: 12}, (_, n) => createUser(name(n))));
    for (const {status} of all) expect([201, 503]).toContain(status);
    created += all.filter(({status}) => status === 201).length;
    // The same again: one after the other.
    for (let n = 12; n < 20; n++) created += (await createUser(name(n))).status === 201 ? 1 : 0;
    expect(rowsOf('users').length).toBe(before + created);
  }
  expect(created).toBeGreaterThan(5);
  disk.room = Infinity;
  await sameAfterRestart();
  expect(rowsOf('users').length).toBe(before + created);
});

test('the control plane answers 503, and clock, numbers and worlds stay as they are', async () => {
  await control('POST', '/worlds/demo/clock', {freeze_at: '2030-01-01T00:00:00Z'});
  const {world} = (await control('POST', '/worlds', {template: 'suite', seed: 4})).body;
  const before = {
    clock: (await control('GET', '/worlds/demo/clock')).body,
    numbers: (await control('GET', '/worlds/demo/numbers')).body,
    keys: (await control('GET', '/worlds/demo/keys')).body,
    worlds: (await control('GET', '/worlds')).body,
  };
  disk.room = 0;
  const name = Object.keys(before.numbers.numbers)[0]!;
  const refusals = [
    await control('POST', '/worlds/demo/clock', {advance_ms: 60_000}),
    await control('POST', '/worlds/demo/clock', {run: true}),
    await control('PATCH', '/worlds/demo/numbers', {[name]: 7}),
    await control('POST', '/worlds/demo/keys', {workspace: 'ws_harbour'}),
    await control('POST', '/worlds', {template: 'suite', seed: 5}),
    await control('POST', '/worlds/demo/reset', {}),
    await control('DELETE', `/worlds/${world}`),
  ];
  for (const {status, body} of refusals) {
    expect(status).toBe(503);
    expect(body.error).toMatch(/^the data folder cannot take the change \(ENOSPC/);
    expect(body.what_to_do).toMatch(/with room in it/);
  }
  expect({
    clock: (await control('GET', '/worlds/demo/clock')).body,
    numbers: (await control('GET', '/worlds/demo/numbers')).body,
    keys: (await control('GET', '/worlds/demo/keys')).body,
    worlds: (await control('GET', '/worlds')).body,
  }).toEqual(before);
  disk.room = Infinity;
  expect((await control('POST', '/worlds', {template: 'suite', seed: 5})).status).toBe(201);
  expect((await control('POST', '/worlds/demo/reset', {})).status).toBe(200);
  await sameAfterRestart();
});

test('what falls due on a full disk falls due again', async () => {
  const {body: reserved} = await reserve();
  const put = await fetch(reserved.upload_url, {
    method: 'PUT',
    headers: reserved.upload_headers,
    body: 'a book',
  });
  expect(put.status).toBe(200);
  const publication = await send(
    'POST',
    `${mock.urls.workspace}/api/v1/publications`,
    {
      publication_id: reserved.publication_id,
      key: reserved.key,
      original_filename: 'a.epub',
      size_bytes: 6,
    },
    HARBOUR,
  );
  expect(publication.status).toBe(201);
  const runs = `${mock.urls.workspace}/api/v1/publications/${reserved.publication_id}/runs`;
  const run = await send('POST', runs, {tool: 'accessibility-repair'}, HARBOUR);
  expect(run.status).toBeLessThan(300);
  const due = mock.world('demo')!.image().due;
  expect(due.length).toBeGreaterThan(0);
  disk.room = 0;
  expect((await control('POST', '/worlds/demo/clock', {advance_ms: 600_000})).status).toBe(503);
  expect(mock.world('demo')!.image().due).toEqual(due);
  disk.room = Infinity;
  expect((await control('POST', '/worlds/demo/clock', {advance_ms: 600_000})).status).toBe(200);
  expect(mock.world('demo')!.image().due).not.toEqual(due);
  await sameAfterRestart();
});

test('storage and the authorization server answer 503, too', async () => {
  const {body: reserved} = await reserve();
  disk.room = 0;
  const put = () =>
    fetch(reserved.upload_url, {method: 'PUT', headers: reserved.upload_headers, body: 'a book'});
  expect((await put()).status).toBe(503);
  const bytesOf = () => readdir(join(folder, 'objects'));
  const stored = mock.world('demo')!.objects.list().length;
  expect((await bytesOf()).length).toBe(stored);
  const register = () =>
    send('POST', `${mock.urls.workspace}/oauth/register`, {
      redirect_uris: ['http://localhost:9/back'],
    });
  expect(await register()).toMatchObject({status: 503, body: {error: 'temporarily_unavailable'}});
  disk.room = Infinity;
  expect((await put()).status).toBe(200);
  expect((await register()).status).toBe(201);
  expect((await bytesOf()).length).toBe(stored + 1);
  await sameAfterRestart();
});

test('bytes that cannot be written are answered 503', async () => {
  const {body: reserved} = await reserve();
  const put = () =>
    fetch(reserved.upload_url, {method: 'PUT', headers: reserved.upload_headers, body: 'a book'});
  await rename(join(folder, 'objects'), join(folder, 'elsewhere'));
  expect((await put()).status).toBe(503);
  await rename(join(folder, 'elsewhere'), join(folder, 'objects'));
  expect((await put()).status).toBe(200);
});
