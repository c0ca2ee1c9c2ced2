import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {createMock, type Mock} from '../create-mock.ts';
import {lowdbPersistence} from '../persistence/lowdb-persistence.ts';
import {systemPorts} from '../world/ports.ts';

const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  authorization: 'Bearer demo-oauth-harbour',
};
const BEGIN = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-03-26',
    capabilities: {},
    clientInfo: {name: 'raw', version: '1'},
  },
};
const PING = {jsonrpc: '2.0', id: 1, method: 'ping'};
const RESERVE = {
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: {name: 'createUpload', arguments: {original_filename: 'a.epub', size_bytes: 6}},
};
const CANCEL = {jsonrpc: '2.0', method: 'notifications/cancelled', params: {requestId: 7}};

let mock: Mock;
beforeEach(async () => void (mock = await createMock({limits: false})));
afterEach(() => mock.close());

/** Sends a message; fails when there is no response within two seconds. */
async function post(
  message: unknown,
  session?: string,
  method = 'POST',
): Promise<{status: number; message: any; session: string}> {
  const headers = {...HEADERS, ...(session !== undefined && {'mcp-session-id': session})};
  const reply = await fetch(`${mock.urls.workspace}/mcp`, {
    method,
    headers,
    ...(method === 'POST' && {body: JSON.stringify(message)}),
    signal: AbortSignal.timeout(2000),
  });
  const text = await reply.text();
  return {
    status: reply.status,
    message: text && JSON.parse(text),
    session: reply.headers.get('mcp-session-id')!,
  };
}
const opened = async (): Promise<string> => (await post(BEGIN)).session;

/** Delays the commits of the demo world until `letGo`; `waiting` resolves when one has begun. */
function held(): {waiting: Promise<void>; letGo(): void} {
  const world = mock.world('demo')!;
  const commit = world.commit.bind(world);
  let [arrived, letGo] = [(): void => {}, (): void => {}];
  const waiting = new Promise<void>((resolve) => (arrived = resolve));
  const gone = new Promise<void>((resolve) => (letGo = resolve));
  world.commit = async (...change) => {
    arrived();
    await gone;
    await commit(...change);
  };
  return {waiting, letGo};
}

describe('a call that is under way', () => {
  it('is answered though it was cancelled', async () => {
    const session = await opened();
    const {waiting, letGo} = held();
    const answer = post(RESERVE, session);
    await waiting;
    expect((await post(CANCEL, session)).status).toBe(202);
    letGo();
    expect((await answer).message.result.structuredContent).toHaveProperty('upload_url');
  });

  it('is answered though it is cancelled in the same batch', async () => {
    const session = await opened();
    expect(await post([RESERVE, CANCEL], session)).toMatchObject({
      status: 200,
      message: {id: 7, result: {structuredContent: {}}},
    });
    expect(await post([{...PING, id: 7}, CANCEL], session)).toMatchObject({
      status: 200,
      message: {id: 7, result: {}},
    });
  });

  it('is answered when its session ends before it', async () => {
    const session = await opened();
    const {waiting, letGo} = held();
    const answer = post(RESERVE, session);
    await waiting;
    expect((await post('', session, 'DELETE')).status).toBe(200);
    expect(await answer).toMatchObject({status: 404, message: {id: 7, error: {code: -32001}}});
    letGo();
  });

  it('is answered though its world is dropped or reset', async () => {
    for (const end of ['drop', 'reset'] as const) {
      const session = await opened();
      const {waiting, letGo} = held();
      const answer = post(RESERVE, session);
      await waiting;
      const ended = mock.worlds[end]('demo');
      letGo();
      await ended;
      expect((await answer).status).toBe(200);
      if (end === 'drop') await mock.worlds.create({id: 'demo', template: 'demo', limits: false});
    }
  });
});

it('answered messages are freed while their session lasts', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const session = await opened();
  const kept = async (): Promise<number> => {
    for (let i = 0; i < 50; i++)
      await post({...PING, params: {_meta: {long: 'x'.repeat(900_000)}}}, session);
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = await kept();
  expect((await kept()) - before).toBeLessThan(30_000_000);
});

describe('ids of sessions', () => {
  it('are new after a reset', async () => {
    const before = await opened();
    await mock.worlds.reset('demo');
    expect(await opened()).not.toBe(before);
    expect((await post(PING, before)).status).toBe(200);
  });

  it('are new after a restart, and those of before are unknown', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'presscheck-'));
    const start = async (): Promise<Mock> =>
      createMock({limits: false, persistence: await lowdbPersistence(folder, systemPorts)});
    const outer = mock;
    try {
      mock = await start();
      const before = await opened();
      await mock.close();
      mock = await start();
      expect(await opened()).not.toBe(before);
      expect((await post(PING, before)).status).toBe(404);
    } finally {
      await mock.close();
      mock = outer;
      await rm(folder, {recursive: true});
    }
  });
});
