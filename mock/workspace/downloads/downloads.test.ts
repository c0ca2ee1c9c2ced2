import {afterAll, beforeEach, expect, it} from 'vitest';
import {suiteWorld, type Got, type SuiteWorld} from '../../testing/client.ts';
import type {WorkspaceRow} from '../access/rows.ts';

let on: SuiteWorld;
const open: SuiteWorld[] = [];
const START = Date.UTC(2026, 2, 2);
beforeEach(
  async () => void open.push((on = await suiteWorld({}, {limits: false, frozenAt: START}))),
);
afterAll(() => Promise.all(open.map(({mock}) => mock.close())));

const download = (file: string, as = on.key(), world = on): Promise<Response> =>
  fetch(`${world.mock.urls.workspace}/w/w/api/v1/files/${file}/download`, {
    redirect: 'manual',
    headers: {authorization: `Bearer ${as}`},
  });
const link = async (file: string): Promise<string> =>
  (await download(file)).headers.get('location')!;
const get = (url: string): Promise<Got> => on.send(url, {});

it('a redirect without a body leads to the bytes, without a key', async () => {
  const {body: made} = await on.publish();
  const response = await download(made.working_file_id);
  expect([response.status, await response.text()]).toEqual([302, '']);
  expect(new URL(response.headers.get('location')!).port).toBe(new URL(on.mock.urls.objects).port);
  expect(await get(response.headers.get('location')!)).toMatchObject({status: 200, body: 'tides'});
});

it('the link lives 10 minutes to the millisecond, and each request has a new one', async () => {
  const {body: made} = await on.publish();
  const first = await link(made.working_file_id);
  await on.world.advance(10 * 60_000 - 1);
  const second = await link(made.working_file_id);
  expect((await get(first)).status).toBe(200);
  await on.world.advance(1);
  expect([(await get(first)).status, (await get(second)).status]).toEqual([403, 200]);
  expect((await get(second.replace(/expires=\d+/, `expires=${START + 1e9}`))).status).toBe(403);
});

it('of another workspace, of nobody, or without storage there is none', async () => {
  const {body: made} = await on.publish();
  const refusal = async (file: string, as?: string): Promise<unknown> => {
    const response = await download(file, as);
    return [response.status, ((await response.json()) as {reason: string}).reason];
  };
  expect(await refusal(made.working_file_id, on.key('second-workspace'))).toEqual([
    404,
    'file_not_found',
  ]);
  expect(await refusal('file_nobodys')).toEqual([404, 'file_not_found']);
  const home = on.world.table('workspaces').all().next().value as WorkspaceRow;
  const withheld: WorkspaceRow = {...home, downloads: 'unavailable'};
  await on.world.commit({changes: [{table: 'workspaces', put: withheld}], effects: []});
  expect(await refusal(made.working_file_id)).toEqual([409, 'downloads_unavailable']);
});

it('the redirect may have a page beside it', async () => {
  const other = await suiteWorld({}, {freedoms: {'downloads.redirect_body': 'page'}});
  open.push(other);
  const {body: made} = await other.publish();
  const response = await download(made.working_file_id, other.key(), other);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    302,
    'text/html; charset=utf-8',
  ]);
  expect(await response.text()).toContain('<title>Found</title>');
});
