import request from 'supertest';
import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {createMock, type Mock} from '../create-mock.ts';
import {replaceFaults} from '../faults/world-faults.ts';

let mock: Mock;
beforeAll(async () => void (mock = await createMock({limits: false})));
afterAll(() => mock.close());
beforeEach(() => replaceFaults(mock.world('demo')!, []));

const call = (method: 'get' | 'post' | 'put' | 'patch' | 'delete', path = '', body?: object) => {
  const sent = request(mock.urls.control!)[method](`/worlds/demo/faults${path}`);
  return body ? sent.send(body) : sent;
};
const RULE = {match: {interface: 'workspace', operation: 'getAccount'}, act: {status: 503}};
const account = () =>
  fetch(`${mock.urls.workspace}/api/v1/account`, {
    headers: {authorization: 'Bearer demo-key-harbour-full'},
  });

test('a rule is ordered, counted, changed, replaced and taken back', async () => {
  const added = await call('post', '', RULE);
  expect(added).toMatchObject({status: 201, body: {id: 'fault-1', matched: 0, fired: 0}});
  expect((await account()).status).toBe(503);
  const changed = await call('patch', '/fault-1', {enabled: false});
  expect(changed.body).toMatchObject({enabled: false, matched: 1, fired: 1});
  expect((await account()).status).toBe(200);
  const put = await call('put', '/fault-1', {...RULE, act: {status: 502}});
  expect(put.body).toMatchObject({enabled: true, matched: 0, fired: 0});
  expect((await account()).status).toBe(502);
  expect((await call('put', '/named', RULE)).body).toMatchObject({id: 'named'});
  expect((await call('get')).body.faults).toHaveLength(2);
  expect((await call('delete', '/fault-1')).status).toBe(204);
  expect((await call('delete', '/fault-1')).body).toMatchObject({what_to_do: 'there are named'});
  expect((await call('post', '', {...RULE, id: 'named'})).status).toBe(409);
});

describe('a wrong rule is refused, and changes nothing', () => {
  test.each<[object, string]>([
    [{act: {status: 200}}, 'body/act/status: must be >= 400'],
    [{act: {status: 600}}, 'body/act/status: must be <= 599'],
    [{act: {}}, 'body/act: must NOT have fewer than 1 properties'],
    [{act: {retry_after: 1}}, 'body/act/retry_after: `retry_after` goes with `status`'],
    [
      {act: {status: 503, never: true}},
      'body/act: has `status` and `never`, and a rule does one thing',
    ],
    [{act: {latancy_ms: 1}}, 'body/act: unknown member `latancy_ms`: did you mean `latency_ms`?'],
    [{act: {latency: {min_ms: 2, max_ms: 1}}}, 'body/act/latency: `min_ms` is more than `max_ms`'],
    [
      {...RULE, match: {between: ['+2m', '+90s']}},
      'body/match/between: the first instant is not before the second, so that no request is in between',
    ],
    [
      {...RULE, match: {path: 'x'}},
      'body/match/path: must be a path without world and query; `*` is any characters but `/`, `**` is any',
    ],
    [{...RULE, match: {nth: {from: 3, to: 2}}}, 'body/match/nth: `from` is after `to`'],
    [
      {...RULE, match: {interface: 'workspace', operation: 'getAcount'}},
      'body/match/operation: `workspace` has no operation `getAcount`',
    ],
    [
      {act: {cannot_mint: true}, match: {interface: 'store'}},
      'body/match/interface: `cannot_mint` is not possible at `store`',
    ],
    [
      {act: {run_hangs: true}, match: {operation: 'readRun'}},
      'body/match/operation: `run_hangs` has no operation `readRun`',
    ],
    [
      {...RULE, match: {interface: 'storage', credential: 'full'}},
      'body/match/credential: requests to `storage` have no key or token',
    ],
    [
      {...RULE, match: {between: ['2026-13-01T00:00:00Z', null]}},
      'body/match/between/0: `2026-13-01T00:00:00Z` is no instant',
    ],
  ])('%j', async (rule, error) => {
    const {status, body} = await call('post', '', rule);
    expect({status, error: body.error}).toEqual({status: 422, error});
    expect(body.what_to_do).not.toBe('');
    expect((await call('get')).body.faults).toEqual([]);
  });
});

test('a new world takes rules, and a snapshot with a wrong one is refused with its place', async () => {
  const made = await request(mock.urls.control!)
    .post('/worlds')
    .send({faults: [RULE]});
  expect(made.status).toBe(201);
  const path = `/worlds/${made.body.world}`;
  expect((await request(mock.urls.control!).get(`${path}/faults`)).body.faults).toHaveLength(1);
  const wrong = await request(mock.urls.control!)
    .post('/worlds')
    .send({faults: [RULE, {act: {reset: 'after', drip: 1}}]});
  expect(wrong.body.error).toMatch('body/faults/1/act: has `reset` and `drip`');
  const {requireRestorable} = await import('./require-restorable.ts');
  const image = mock.world(made.body.world)!.image();
  (image.meta.settings['faults'] as {act: object}[])[0]!.act = {status: 200};
  expect(() => requireRestorable(mock.worlds, image)).toThrow(
    'image.meta.settings.faults[0].act.status: must be >= 400',
  );
});

test('settings of a workspace are rules under their older names, until a reset', async () => {
  const set = (body: object) =>
    request(mock.urls.control!).patch('/worlds/demo/workspaces/ws_harbour').send(body);
  const given = await set({downloads: 'unavailable', runs_hold: true});
  expect(given.body).toMatchObject({downloads: 'unavailable', runs_hold: true});
  expect((await call('get')).body.faults).toMatchObject([
    {id: 'downloads.ws_harbour', match: {tenant: 'ws_harbour'}, act: {cannot_mint: true}},
    {id: 'runs_hold.ws_harbour', match: {tenant: 'ws_harbour'}, act: {run_hangs: true}},
  ]);
  expect((await set({downloads: 'available'})).body).toMatchObject({
    downloads: 'available',
    runs_hold: true,
  });
  await mock.worlds.reset('demo');
  expect((await set({})).body).toMatchObject({downloads: 'available', runs_hold: false});
  expect((await call('get')).body.faults).toEqual([]);
});
