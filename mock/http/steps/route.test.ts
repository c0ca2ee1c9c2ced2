import {afterAll, beforeAll, expect, test} from 'vitest';
import {createMock, type Mock} from '../../create-mock.ts';

let mock: Mock;
beforeAll(async () => void (mock = await createMock({limits: false, control: false})));
afterAll(() => mock.close());

const headers = {authorization: 'Bearer demo-key-harbour-full'};

/** Sends a request to the workspace API of the default world. */
const send = (method: string, path: string): Promise<Response> =>
  fetch(`${mock.urls.workspace}/api/v1${path}`, {method, headers});

test('what serves a path is remembered for its method alone, and for any query', async () => {
  expect((await send('GET', '/publications?limit=1')).status).toBe(200);
  expect((await send('GET', '/publications')).status).toBe(200);
  expect((await send('HEAD', '/publications')).status).toBe(200);
  expect((await send('PUT', '/publications')).status).toBe(405);
  expect((await send('GET', '/publications?limit=1')).status).toBe(200);
});

test('parameters are those of each path, however many paths there were', async () => {
  for (let at = 0; at < 1100; at += 100)
    await Promise.all(
      Array.from({length: 100}, async (_none, nth) => {
        const response = await send('GET', `/publications/pub_${at + nth}`);
        expect(response.status).not.toBe(200);
      }),
    );
  const list = (await (await send('GET', '/publications')).json()) as {data: {id: string}[]};
  for (const {id} of [...list.data, ...list.data]) {
    const one = (await (await send('GET', `/publications/${id}`)).json()) as {id: string};
    expect(one.id).toBe(id);
  }
});
