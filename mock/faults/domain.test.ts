import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {press, TestShop} from '../testing/checkout.ts';
import {createMock} from '../create-mock.ts';
import {countedTime, exchange} from '../testing/faults.ts';
import {suiteWorld, type Got, type SuiteWorld} from '../testing/client.ts';
import {addFault, faultsOf} from './world-faults.ts';

describe('at the workspace API', () => {
  let suite: SuiteWorld;
  beforeEach(async () => void (suite = await suiteWorld({control: {}})));
  afterEach(() => suite.mock.close());

  test('storage that cannot mint refuses a download as documented, for as long as the rule says', async () => {
    const {body} = await suite.publish();
    const file = await suite.workspace('GET', `/publications/${body.id}/files/current`);
    await addFault(suite.world, {act: {cannot_mint: true}, match: {nth: {to: 1}}});
    const path = `/files/${file.body.id}/download`;
    const refused = await suite.workspace('GET', path);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(suite.world.journal.newest(1)[0]).toMatchObject({
      situation: 'downloads-unavailable',
      notes: ['fault fault-1: cannot_mint'],
    });
    expect((await suite.workspace('GET', path)).status).toBe(302);
  });

  test('a link expires early, and the response does not say so', async () => {
    await addFault(suite.world, {
      act: {link_expires_after_ms: 1000},
      match: {operation: 'createUpload', nth: {to: 1}},
    });
    const early = await suite.reserve();
    const usual = await suite.reserve();
    expect(early.body.expires_in_seconds).toEqual(usual.body.expires_in_seconds);
    await suite.world.advance(1000);
    expect((await suite.put(early.body)).status).toBe(403);
    expect((await suite.put(usual.body)).status).toBe(200);
  });

  test('a run hangs until its workspace releases what it holds', async () => {
    const {body} = await suite.publish();
    await addFault(suite.world, {act: {run_hangs: true}, match: {nth: {to: 1}}});
    const start = (): Promise<Got> =>
      suite.workspace('POST', `/publications/${body.id}/runs`, {tool: 'blurb-writing'});
    const {body: run} = await start();
    await suite.world.advance(3_600_000);
    const read = await suite.workspace('GET', `/runs/${run.id}`);
    expect(['queued', 'running']).toContain(read.body.state);
    expect(faultsOf(suite.world)).toMatchObject([{matched: 1, fired: 1}]);
    const {key} = [...suite.world.table('workspaces').all()][0]!;
    const control = {method: 'PATCH', headers: {'content-type': 'application/json'}};
    await fetch(`${suite.mock.urls.control}/worlds/w/workspaces/${key}`, {
      ...control,
      body: JSON.stringify({runs_hold: false}),
    });
    await suite.world.advance(3_600_000);
    expect((await suite.workspace('GET', `/runs/${run.id}`)).body.state).toBe('succeeded');
  });
});

describe('at the checkout', () => {
  let shop: TestShop;
  beforeEach(async () => void (shop = await TestShop.open()));
  afterEach(() => shop.close());

  test.each([
    ['missing', 200, 0],
    ['twice', 200, 2],
  ] as const)('a buyer whose return is %s has paid', async (how, status, times) => {
    await addFault(shop.world, {act: {return: how}});
    const sale = await shop.sell();
    const response = await press(sale.checkout.url, 'approved');
    expect(response.status).toBe(status);
    expect(shop.rowOf(sale).status).toBe('approved');
    const html = await response.text();
    expect(
      html.match(/<iframe src="https:\/\/shop\.example|content="1;url=https:\/\/shop\.example/g) ??
        [],
    ).toHaveLength(times);
    expect(html.includes('shop.example')).toBe(times > 0);
  });
});

test.each([
  ['approved', 'approved'],
  ['declined', 'cancelled'],
])('a buyer whose return is late has %s at once', async (outcome, status) => {
  const {ports, waits} = countedTime();
  const mock = await createMock({limits: false, machine: ports});
  const shop = new TestShop(mock, mock.world('demo')!);
  await addFault(shop.world, {act: {return: {late_ms: 90_000}}, match: {nth: {to: 1}}});
  const sale = await shop.sell();
  // To look at the page is no return.
  await (await fetch(sale.checkout.url)).text();
  expect(waits).toEqual([]);
  const pressed = press(sale.checkout.url, outcome);
  const response = await pressed;
  expect(waits).toEqual([90_000]);
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toMatch(
    new RegExp(`^https://shop\\.example/thanks\\?.*status=${status}`),
  );
  expect(shop.rowOf(sale).status).toBe(status);
  expect(shop.world.journal.newest(1)[0]?.notes).toEqual(['fault fault-1: return {late_ms:90000}']);
  const next = await shop.sell({external_reference: 'next'});
  expect((await press(next.checkout.url, outcome)).status).toBe(303);
  expect(waits).toHaveLength(1);
  await shop.close();
});

test('faults act on tools by their names, in sessions too', async () => {
  const shop = await TestShop.open();
  await addFault(shop.world, {
    match: {interface: 'mcp', operation: 'tools/list'},
    act: {status: 502},
  });
  const send = (method: string) =>
    exchange(`${shop.mock.urls.workspace}/mcp`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer demo-oauth-harbour',
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method,
        params:
          method === 'initialize'
            ? {
                protocolVersion: '2025-06-18',
                capabilities: {},
                clientInfo: {name: 'a', version: '1'},
              }
            : {},
      }),
    });
  expect((await send('initialize')).text).toMatch('HTTP/1.1 200 ');
  expect((await send('tools/list')).text).toMatch('HTTP/1.1 502 ');
  await shop.close();
});
