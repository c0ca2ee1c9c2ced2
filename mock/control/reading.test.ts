import {afterEach, beforeEach, expect, test} from 'vitest';
import {TestShop} from '../testing/checkout.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await TestShop.open();
});
afterEach(() => shop.close());

/** Calls a hook of a store. */
async function hook(verb: string, args: object = {}, role = 'admin') {
  const response = await fetch(`${shop.mock.urls.control}/worlds/demo/hooks`, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({verb, role, ...args}),
  });
  return {status: response.status, body: (await response.json()) as Record<string, unknown>};
}

/** The list by a query, as the first store shows it. */
async function list(query = ''): Promise<{status: number; data: Record<string, unknown>[]}> {
  const token = 'demo-token-riverside-admin';
  const url = `${shop.mock.urls.store}/integration-api/v1/consumption/sessions${query}`;
  const response = await fetch(url, {headers: {'x-user-token': token}});
  const body = (await response.json()) as {data: Record<string, unknown>[]};
  return {status: response.status, data: body.data};
}

test('record-reading and continue-reading show on the list', async () => {
  const reading = {issue: 'low-water', page_changes: 4, device_os: 'iOS'};
  const {body} = await hook('record-reading', reading);
  await hook('continue-reading', {uuid: body['uuid'], page_changes: 3, notes: 1});
  const {data} = await list();
  expect(data[0]).toMatchObject({
    uuid: body['uuid'],
    issue_external_id: 'low-water',
    user_id: null,
    device_os: 'iOS',
    page_changes: 7,
    notes: 1,
  });
});

test('the samples of a world name contents that its store has', async () => {
  const {control, store} = shop.mock.urls;
  const world = await fetch(`${control}/worlds/demo`);
  const {samples} = (await world.json()) as {samples: Record<string, string>};
  for (const name of ['content_product', 'other_content_product']) {
    const path = `/integration-api/v1/dashboard/issues/${samples[name]}`;
    const headers = {'x-user-token': 'demo-token-riverside-admin'};
    expect((await fetch(`${store}${path}`, {headers})).status, samples[name]).toBe(200);
  }
});

test('sessions of one moment have uuids of their own', async () => {
  const started_at = '2025-01-01T10:00:00Z';
  const uuids = [1, 2, 3].map(() => hook('record-reading', {issue: 'low-water', started_at}));
  const answered = (await Promise.all(uuids)).map(({body}) => body['uuid']);
  expect(new Set(answered).size).toBe(3);
});

test('generate-reading of many sessions lets other requests through', async () => {
  let isDone = false;
  const period = {from: '2001-02-01', to: '2001-02-28'};
  const made = hook('generate-reading', {sessions: 100_000, ...period}).then(() => (isDone = true));
  await list();
  await list();
  expect(isDone).toBe(false);
  await made;
});

test('a snapshot of too many rows is refused at once', async () => {
  await hook('generate-reading', {sessions: 250_000, from: '2001-02-01', to: '2001-02-28'});
  const response = await fetch(`${shop.mock.urls.control}/worlds/demo/snapshot`);
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({error: expect.stringContaining('250000')});
});

test('generate-reading fills a month', async () => {
  await hook('generate-reading', {sessions: 30, from: '2001-02-01', to: '2001-02-28'});
  expect((await list('?from_date=2001-01-31&to_date=2001-03-01')).data).toHaveLength(25);
});

test('switch-consumption takes the list away and gives it back', async () => {
  await hook('switch-consumption', {on: false});
  expect((await list()).status).toBe(403);
  await hook('switch-consumption', {on: true});
  expect((await list()).status).toBe(200);
});

test.each([
  ['record-reading', {issue: 'no-such-title'}],
  ['record-reading', {issue: 'low-water', user: 999_999}],
  ['record-reading', {issue: 'low-water', reason_type: 'global_subscription'}],
  ['record-reading', {issue: 'low-water', device_os: 'BeOS'}],
  ['record-reading', {issue: 'low-water', notes: -1}],
  ['record-reading', {issue: 'low-water', started_at: 'yesterday'}],
  // A leap second is valid in RFC 3339, and no instant for JavaScript.
  ['record-reading', {issue: 'low-water', started_at: '2016-12-31T23:59:60Z'}],
  ['record-reading', {issue: 'low-water', started_at: '3000-01-01T00:00:00Z'}],
  ['continue-reading', {uuid: 'none'}],
  ['generate-reading', {sessions: 5, from: '2001-02-28', to: '2001-02-01'}],
  ['generate-reading', {sessions: 5, from: '2001-99-99', to: '2001-02-01'}],
])('%s %j is refused', async (verb, args) => {
  expect((await hook(verb, args)).status).toBe(422);
});
