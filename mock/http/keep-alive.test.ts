import {once} from 'node:events';
import {Agent, get, type IncomingMessage} from 'node:http';
import {expect, it} from 'vitest';
import {createMock} from '../create-mock.ts';

/** Pools of Go clients keep idle connections for 90 seconds, those of others for less. */
const LONGEST_OF_CLIENTS_S = 90;

it('idle connections stay open longer than those of clients, and end with the mock', async () => {
  const mock = await createMock();
  const agent = new Agent({keepAlive: true});
  const ends: Promise<unknown>[] = [];
  for (const url of [mock.urls.workspace, mock.urls.store, mock.urls.objects, mock.urls.control]) {
    const [response] = (await once(get(`${url}/`, {agent}), 'response')) as [IncomingMessage];
    const [, seconds] = /^timeout=(\d+)$/.exec(String(response.headers['keep-alive'])) ?? [];
    expect(Number(seconds), url).toBeGreaterThan(LONGEST_OF_CLIENTS_S);
    ends.push(once(response.socket, 'close'));
    await once(response.resume(), 'end');
  }
  await mock.close();
  await Promise.all(ends);
  expect(agent.freeSockets).toEqual({});
});
