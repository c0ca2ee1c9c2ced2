import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {createMock, type Mock} from '../create-mock.ts';

let mock: Mock;
beforeEach(async () => void (mock = await createMock()));
afterEach(() => mock.close());

const FAULT = 'the event cannot be handled';

/** Makes the due events of the root world fail, as a fault of a chapter would. */
function breakDueEvents(): void {
  const world = mock.world('demo')!;
  world.handleDue = () => {
    throw new Error(FAULT);
  };
}

const JSON_TYPE = {'content-type': 'application/json'};
const HARBOUR = {authorization: 'Bearer demo-key-harbour-full'};
const OAUTH = {...JSON_TYPE, authorization: 'Bearer demo-oauth-harbour'};

/** What is sent to each part of the mock that handles due events, and the beginning of the answer to its fault. */
const REQUESTS: [string, () => Promise<Response>, RegExp][] = [
  [
    'the workspace API',
    () => fetch(`${mock.urls.workspace}/api/v1/account`, {headers: HARBOUR}),
    /"reason":"internal_error"/,
  ],
  [
    'the store API',
    () =>
      fetch(`${mock.urls.store}/integration-api/v1/orders`, {
        headers: {'x-user-token': 'demo-token-riverside-admin'},
      }),
    /^\{/,
  ],
  [
    'a page of a store',
    () => fetch(`${mock.urls.store}/site/riverside/sign-in`),
    /^<!doctype html/,
  ],
  ['object storage', () => fetch(`${mock.urls.objects}/ws_harbour/a/b.epub`), /<Code>Internal/],
  [
    'the MCP server',
    () => fetch(`${mock.urls.workspace}/mcp`, {method: 'POST', headers: OAUTH, body: '{}'}),
    /^\{"jsonrpc":"2.0","error"/,
  ],
  [
    'the control plane',
    () =>
      fetch(`${mock.urls.control}/worlds/demo/clock`, {
        method: 'POST',
        headers: JSON_TYPE,
        body: '{"advance_ms": 1}',
      }),
    /^\{"error":"the event cannot be handled"/,
  ],
];

describe('a fault in the due events is answered by', () => {
  test.each(REQUESTS)('%s, and other worlds go on', async (part, request, body) => {
    await mock.worlds.create({id: 'other', template: 'demo', credentials: 'demo'});
    breakDueEvents();
    const response = await request();
    expect(response.status).toBe(500);
    expect(await response.text()).toMatch(body);
    const [entry] = mock.world('demo')!.journal.after(0, 9);
    // The control plane has no journal of its own requests.
    if (part !== 'the control plane') {
      expect(entry).toMatchObject({status: 500, world: 'demo'});
      expect(JSON.stringify(entry!.why)).toContain(FAULT);
    }
    const other = await fetch(`${mock.urls.workspace}/w/other/api/v1/account`, {headers: HARBOUR});
    expect(other.status).toBe(200);
  });
});
