import {connect, type Socket} from 'node:net';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {createMock, type Mock} from '../create-mock.ts';
import {systemPorts} from '../world/ports.ts';

let mock: Mock;
beforeEach(async () => {
  mock = await createMock({limits: false});
});
afterEach(() => mock.close());

interface Received {
  id: string;
  event: string;
  data: any;
}

/** Reads a stream of events until a condition on all of them is true. */
async function read(
  path: string,
  until: (events: Received[]) => boolean,
  {seen, act}: {seen?: string; act?: () => Promise<unknown>} = {},
): Promise<Received[]> {
  const response = await fetch(mock.urls.control + path, {
    headers: seen === undefined ? {} : {'last-event-id': seen},
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  await act?.();
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body!) {
    text += decoder.decode(chunk as Uint8Array, {stream: true});
    const events = eventsIn(text);
    // Leaving the loop cancels the stream.
    if (until(events)) return events;
  }
  throw new Error(`the stream ended: ${text}`);
}

const eventsIn = (text: string): Received[] =>
  text
    .split('\n\n')
    .slice(0, -1)
    .filter((block) => block.includes('event:'))
    .map((block) => {
      const field = (name: string): string => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)![1]!;
      return {id: field('id'), event: field('event'), data: JSON.parse(field('data'))};
    });

const ask = (path: string, world = ''): Promise<Response> =>
  fetch(`${mock.urls.workspace}${world}/api/v1${path}`, {
    headers: {authorization: 'Bearer demo-key-harbour-full'},
  });

const change = (path: string, body: object): Promise<Response> =>
  fetch(`${mock.urls.control}/worlds/demo${path}`, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify(body),
  });

test('requests, changed rows and moves of the clock are told as they happen', async () => {
  const events = await read('/worlds/demo/events', (all) => all.length >= 4, {
    async act() {
      await ask('/publications/pub_none?token=abcdefghijklmnop');
      await change('/clock', {advance_ms: 1000});
      await change('/keys', {workspace: 'ws_harbour'});
      await change('/reset', {});
    },
  });
  expect(events.map(({event}) => event)).toEqual(['request', 'clock', 'rows', 'world']);
  const [request, clock, rows, world] = events.map(({data}) => data);
  expect(request).toMatchObject({
    world: 'demo',
    status: 404,
    credential: 'full',
    why: {got: 'pub_none'},
    notes: [],
    path: '/api/v1/publications/pub_none?token=abcdefgh...',
  });
  expect(request.messages).toBeUndefined();
  expect(new Date(request.at).toISOString()).toBe(request.at);
  expect(clock).toMatchObject({world: 'demo', frozen: false});
  expect(rows).toMatchObject({changes: [expect.stringMatching(/^keys\/key_/)], count: 1});
  expect(world).toEqual({world: 'demo', state: 'replaced'});
});

test('a stream of one world tells nothing of others, that of all worlds does', async () => {
  const {id} = await mock.worlds.create({template: 'demo', credentials: 'demo'});
  const act = async (): Promise<void> => {
    await ask('/account', `/w/${id}`);
    await ask('/account');
  };
  const one = await read('/worlds/demo/events', (all) => all.length > 0, {act});
  expect(one.map(({data}) => data.world)).toEqual(['demo']);
  const all = await read('/events', (events) => events.length > 1, {act});
  expect(all.map(({data}) => data.world)).toEqual([id, 'demo']);
});

test('a reader that comes back gets what it missed, once', async () => {
  const [first] = await read('/events', (all) => all.length === 1, {act: () => ask('/account')});
  await ask('/tools');
  await ask('/publications');
  const rest = await read('/events', (all) => all.length === 2, {seen: first!.id});
  expect(rest.map(({data}) => data.operation)).toEqual(['listTools', 'listPublications']);
});

test('an id of another mock, or of what is no longer kept, is answered with what is missed', async () => {
  await ask('/account');
  const [missed, request] = await read('/events', (all) => all.length >= 2, {seen: 'abc-5'});
  expect(missed).toMatchObject({event: 'missed', data: {count: null}});
  expect(request!.event).toBeDefined();
  const {events} = mock.worlds;
  const seen = `${events.run}-1`;
  for (let i = 0; i < 5000; i++) events.add('demo', 'fault', {i});
  const [lost, next] = await read('/events', (all) => all.length >= 2, {seen});
  expect(lost!.data.count).toBe(events.last - 4000 - 1);
  expect(next!.data.i).toBe(1000);
});

test('a world that does not exist is refused', async () => {
  const response = await fetch(`${mock.urls.control}/worlds/none/events`);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({error: 'there is no world `none`'});
});

test('a reader that reads nothing takes no memory', async () => {
  const {hostname, port} = new URL(mock.urls.control!);
  const socket: Socket = connect({host: hostname, port: Number(port)});
  socket.pause();
  socket.write('GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await systemPorts.wait(100);
  const before = process.memoryUsage();
  const text = 'x'.repeat(2000);
  for (let round = 0; round < 200; round++) {
    for (let i = 0; i < 500; i++) mock.worlds.events.add('demo', 'fault', {text});
    await systemPorts.wait(2);
  }
  const after = process.memoryUsage();
  socket.destroy();
  // 100,000 events are 200 MB of text.
  const grown = after.heapUsed + after.external - before.heapUsed - before.external;
  expect(grown).toBeLessThan(60_000_000);
});
