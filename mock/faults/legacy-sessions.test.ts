import {afterEach, beforeEach, expect, test} from 'vitest';
import {createMock, type Mock} from '../create-mock.ts';
import {countedTime} from '../testing/faults.ts';
import type {FaultAct} from './fault-rule.ts';
import {addFault, faultsOf} from './world-faults.ts';

const REVISION = '2025-11-25';

let mock: Mock;
let session: string;
let waits: number[];
beforeEach(async () => {
  const time = countedTime();
  waits = time.waits;
  mock = await createMock({limits: false, machine: time.ports});
  const begun = await send('initialize', {
    protocolVersion: REVISION,
    capabilities: {},
    clientInfo: {name: 'a', version: '1'},
  });
  expect(await begun.text()).toContain(`"protocolVersion":"${REVISION}"`);
  session = begun.headers.get('mcp-session-id') ?? '';
  await (await send('notifications/initialized', undefined)).text();
});
afterEach(async () => {
  await mock.close();
  session = '';
});

let id = 0;
/** Sends a message, in the session if there is one. */
const send = (method: string, params: object | undefined): Promise<Response> =>
  fetch(`${mock.urls.workspace}/mcp`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer demo-oauth-harbour',
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(session && {'mcp-session-id': session, 'mcp-protocol-version': REVISION}),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      method,
      ...(params && {params}),
      ...(!method.startsWith('notifications/') && {id: ++id}),
    }),
  });

const reserve = async (): Promise<string> => {
  const response = await send('tools/call', {
    name: 'createUpload',
    arguments: {original_filename: 'tides.epub', size_bytes: 5},
  });
  return `${response.status} ${await response.text()}`;
};
const uploads = (): number => mock.world('demo')!.table('uploads').size;
const DONE = /^200 [^]*"upload_url"/;

test.each<[string, FaultAct, made: number, sees: RegExp | 'no response', waits?: number[]]>([
  ['a status', {status: 503, retry_after: 1}, 0, /^503 /],
  ['a reset before the change', {reset: 'before'}, 0, 'no response'],
  ['a reset after the change', {reset: 'after'}, 1, 'no response'],
  ['latency', {latency_ms: 1500}, 1, DONE, [1500]],
  ['a drip', {drip: 100_000}, 1, DONE],
  ['half a body', {half_body: true}, 1, 'no response'],
])('a session of the older revisions goes on after %s', async (_name, act, made, sees, waited) => {
  const before = uploads();
  await addFault(mock.world('demo')!, {
    id: 'ordered',
    match: {interface: 'mcp', operation: 'createUpload', nth: {to: 1}},
    act,
  });
  const seen = await reserve().catch(() => 'no response');
  expect(seen).toMatch(sees);
  expect(uploads() - before).toBe(made);
  if (waited) expect(waits).toEqual(waited);
  expect(faultsOf(mock.world('demo')!)).toMatchObject([{matched: 1, fired: 1}]);
  expect(await reserve()).toMatch(DONE);
  expect(uploads() - before).toBe(made + 1);
});

test('a fault on the beginning of a session begins none', async () => {
  session = '';
  await addFault(mock.world('demo')!, {
    match: {interface: 'mcp', operation: 'initialize', nth: {to: 1}},
    act: {status: 502},
  });
  const begin = (): Promise<Response> =>
    send('initialize', {
      protocolVersion: REVISION,
      capabilities: {},
      clientInfo: {name: 'a', version: '1'},
    });
  const refused = await begin();
  expect([refused.status, refused.headers.get('mcp-session-id')]).toEqual([502, null]);
  expect((await begin()).headers.get('mcp-session-id')).toBeTruthy();
});
