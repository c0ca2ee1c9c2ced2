import {afterAll, beforeAll, expect, it} from 'vitest';
import {suiteWorld, type SuiteWorld} from '../../testing/client.ts';

let on: SuiteWorld;
beforeAll(async () => void (on = await suiteWorld({}, {limits: false})));
afterAll(() => on.mock.close());

const read = async (world = on): Promise<any> =>
  (await world.workspace('GET', '/account/usage')).body;

it('shows limits, what is used, and the allowance that the account shows', async () => {
  const before = await read();
  expect(before).toEqual({
    daily_runs_limit: 40,
    daily_runs_used: 0,
    runs_per_tool_and_publication_limit: 5,
    publications_left: 500,
  });
  const {body: made} = await on.publish();
  await on.workspace('POST', `/publications/${made.id}/runs`, {tool: 'blurb-writing'});
  const {body: account} = await on.workspace('GET', '/account');
  expect(await read()).toEqual({
    ...before,
    daily_runs_used: 1,
    publications_left: account.publications_left,
  });
  expect(account.publications_left).toBe(499);
});

it('can show the total instead', async () => {
  const other = await suiteWorld({}, {freedoms: {'usage.allowance': 'total'}});
  await other.publish();
  expect((await read(other)).publications_left).toBe(500);
  await other.mock.close();
});
