import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, test} from 'vitest';
import {HttpClient} from './client.ts';

test('a header that cannot be sent costs no connection', async () => {
  const server = createServer((_request, response) => void response.end('{}')).listen(
    0,
    'localhost',
  );
  await new Promise((fulfil) => server.once('listening', fulfil));
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
  const client = new HttpClient(1000);
  const send = (headers: Record<string, string>) => client.send({method: 'PUT', url, headers});
  for (let times = 0; times < 20; times += 1)
    expect(await send({'x-key': '中'})).toMatchObject({
      status: 0,
      problem: expect.stringContaining('x-key'),
    });
  expect((await send({'x-key': 'no: 1; a="b"'})).status).toBe(200);
  await client.close();
  server.close();
});
