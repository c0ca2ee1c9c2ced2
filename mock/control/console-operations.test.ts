import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {createMock, type Mock} from '../create-mock.ts';

let mock: Mock;
beforeEach(async () => {
  mock = await createMock();
});
afterEach(() => mock.close());

async function control(method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(`${mock.urls.control}${path}`, {
    method,
    headers: {'content-type': 'application/json'},
    ...(body && {body: JSON.stringify(body)}),
  });
  // The answer of a request that was sent has a status of its own.
  return {status: response.status, ...((await response.json()) as object)};
}

const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${mock.urls.workspace}${path}`, {
    ...init,
    headers: {
      authorization: 'Bearer demo-key-harbour-full',
      'content-type': 'application/json',
      ...init.headers,
    },
  });

const newest = () => mock.world('demo')!.journal.newest(1)[0]!;

describe('a request is sent again', () => {
  test('as it was, with its secrets, and is marked', async () => {
    const body = JSON.stringify({email: 'new@readers.example', new_password: 'correct horse'});
    await fetch(`${mock.urls.store}/integration-api/v1/dashboard/users`, {
      method: 'POST',
      headers: {'content-type': 'application/json', 'x-user-token': 'demo-token-riverside-admin'},
      body,
    });
    const {n, credential} = newest();
    const again = await control('POST', `/worlds/demo/journal/${n}/send`, {});
    expect(again).toMatchObject({n: n + 1, headers: {'content-type': expect.any(String)}});
    expect(newest()).toMatchObject({n: n + 1, sent_by: 'console', credential, path: newest().path});
    expect(newest().request!.headers).not.toHaveProperty('presscheck-mark');
    expect(JSON.parse(again.body)).toBeDefined();
    expect(newest().status).toBe(again.status);
    expect(
      mock
        .world('demo')!
        .journal.sent(n + 1)!
        .request!.body!.toString(),
    ).toBe(body);
  });

  test('with another credential, and with none', async () => {
    await ask('/api/v1/account');
    const {n} = newest();
    await control('POST', `/worlds/demo/journal/${n}/send`, {credential: null});
    expect(newest()).toMatchObject({status: 401, sent_by: 'console'});
    const wrong = await control('POST', `/worlds/demo/journal/${n}/send`, {credential: 'nobody'});
    expect(wrong).toMatchObject({status: 422, what_to_do: expect.stringContaining('full')});
  });

  test('to the world that it came to', async () => {
    const {id} = await mock.worlds.create({template: 'demo', credentials: 'demo'});
    await ask(`/w/${id}/api/v1/account`);
    const again = await control('POST', `/worlds/${id}/journal/1/send`, {});
    expect(again.status).toBe(200);
    expect(mock.world(id)!.journal.newest(1)[0]).toMatchObject({n: 2, sent_by: 'console'});
  });

  test('only while it is known, whole, and a request to an API', async () => {
    expect((await control('POST', '/worlds/demo/journal/9/send', {})).status).toBe(404);
    await ask('/api/v1/uploads', {method: 'POST', body: '{}', headers: {authorization: 'no'}});
    const unread = await control('POST', '/worlds/demo/journal/1/send', {});
    expect(unread).toMatchObject({status: 409, error: expect.stringContaining('not read')});
    await fetch(`${mock.urls.store}/site/riverside`);
    expect((await control('POST', '/worlds/demo/journal/2/send', {})).status).toBe(409);
  });

  test('nobody else can mark a request', async () => {
    await ask('/api/v1/account', {headers: {'presscheck-mark': 'abc'}});
    expect(newest().sent_by).toBeUndefined();
  });
});

test('a request is written and sent with a credential of the world', async () => {
  const answer = await control('POST', '/worlds/demo/requests', {
    api: 'store',
    method: 'GET',
    path: '/integration-api/v1/dashboard/users?per_page=1',
    credential: 'admin',
  });
  expect(answer.status).toBe(200);
  expect(newest()).toMatchObject({status: 200, credential: 'admin', sent_by: 'console'});
  for (const wrong of [
    {path: 'account'},
    {path: '/a b'},
    {method: 'get'},
    {headers: {'X A': '1'}},
    {headers: {a: 'x\r\ny'}},
    {headers: {a: 'ж'}},
  ]) {
    const body = {api: 'workspace', method: 'GET', path: '/api/v1/account', ...wrong};
    expect((await control('POST', '/worlds/demo/requests', body)).status).toBe(422);
  }
});

test('limits fill up', async () => {
  const of = async (name: string, limit: string): Promise<any> =>
    (await control('GET', '/worlds/demo/limits')).limits.find(
      (one: any) => one.of === name && one.limit === limit,
    );
  expect(await of('full', 'requests a minute')).toMatchObject({used: 0, maximum: 60});
  for (let i = 0; i < 3; i++) await ask('/api/v1/account');
  expect(await of('full', 'requests a minute')).toMatchObject({used: 3, maximum: 60});
  const before = JSON.stringify(mock.world('demo')!.image().reads);
  expect(await of('admin', 'reads a day')).toMatchObject({used: 0});
  expect(JSON.stringify(mock.world('demo')!.image().reads)).toBe(before);
  await fetch(`${mock.urls.store}/integration-api/v1/dashboard/users`, {
    headers: {'x-user-token': 'demo-token-riverside-admin'},
  });
  expect(await of('admin', 'reads a day')).toMatchObject({used: 1});
  expect(await of('riverside', 'reads a day')).toMatchObject({used: 1});
});

test('rows are shown without secrets, with the request that changed them', async () => {
  const {tables} = await control('GET', '/worlds/demo/tables');
  expect(tables).toContainEqual({name: 'keys', rows: expect.any(Number)});
  const keys = await control('GET', '/worlds/demo/tables/keys');
  expect(JSON.stringify(keys)).not.toContain('demo-key-harbour-full');
  expect(keys.rows[0].row.key).toBeDefined();
  await ask('/api/v1/uploads', {
    method: 'POST',
    body: JSON.stringify({original_filename: 'a.epub', size_bytes: 5}),
  });
  const {rows} = await control('GET', '/worlds/demo/tables/uploads?limit=1');
  expect(rows).toEqual([
    {row: expect.any(Object), changed_by: {n: 1, method: 'POST', path: '/api/v1/uploads'}},
  ]);
  const wrong = await control('GET', '/worlds/demo/tables/nothing');
  expect(wrong).toMatchObject({status: 404, what_to_do: expect.stringContaining('keys')});
});

test('a rule tells the sentence of the document', async () => {
  const rule = await control('GET', '/rules/workspace.publications.unknown-is-not-found');
  expect(rule).toMatchObject({section: 'Errors', level: 'must'});
  expect(rule.sentence).toContain('404');
  expect((await control('GET', '/rules/none')).status).toBe(404);
});

test('the clock tells what falls due', async () => {
  await ask('/api/v1/account');
  const world = mock.world('demo')!;
  await world.commit({
    changes: [],
    effects: [{effect: 'due', at: world.now() + 5000, event: 'nothing', key: 'a'}],
  });
  const {due} = await control('GET', '/worlds/demo/clock');
  expect(due).toContainEqual({at: expect.any(String), event: 'nothing', key: 'a'});
});
