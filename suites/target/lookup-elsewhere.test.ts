import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {HttpClient} from './client.ts';
import type {Resolve} from './lookup-elsewhere.ts';

const server = createServer((_request, response) => response.end('reached'));
let port = 0;

beforeAll(async () => {
  await new Promise<void>((fulfil) => server.listen(0, '127.0.0.1', fulfil));
  ({port} = server.address() as AddressInfo);
});
afterAll(() => server.close());

/** A DNS with a file storage and two deployments. */
const ADDRESSES: Record<string, string[]> = {
  'files.example': ['203.0.113.7', '127.0.0.1'],
  'remote.example': ['203.0.113.9'],
  'local.example': ['127.0.0.1'],
};

const resolve: Resolve = async (hostname) => {
  const addresses = ADDRESSES[hostname];
  if (!addresses) throw new Error(`nobody knows ${hostname}`);
  return addresses.map((address) => ({address, family: 4}));
};

async function get(host: string, givenBy?: string): Promise<string> {
  const client = new HttpClient(1000, undefined, undefined, resolve);
  const url = `http://${host}:${port}/`;
  const reply = await client.send({method: 'GET', url, headers: {}, ...(givenBy && {givenBy})});
  await client.close();
  return reply.problem ?? reply.text;
}

test('a name that a remote deployment gives must not resolve to this machine', async () => {
  expect(await get('files.example', 'https://remote.example/api')).toBe(
    "files.example has the address 127.0.0.1, which belongs to this machine's own network, not to the deployment",
  );
});

test('a deployment whose own name resolves to this machine may lead to it', async () => {
  expect(await get('127.0.0.1', 'http://local.example')).toBe('reached');
  expect(await get('localhost', 'http://local.example')).toBe('reached');
});

test('a deployment whose name nobody knows is not on this machine', async () => {
  expect(await get('local.example', 'http://nowhere.example')).toContain('own network');
});

test('a connection of a race leads to this machine no more than a kept one', async () => {
  const client = new HttpClient(1000, undefined, undefined, resolve);
  const origin = `http://files.example:${port}`;
  const givenBy = 'https://remote.example/api';
  const own = await client.openConnection(origin, givenBy);
  const {problem} = await own.send({method: 'PUT', url: `${origin}/key`, headers: {}, givenBy});
  expect(problem).toContain('own network');
  await own.close();
  await client.close();
});

test('over the connection of a race, only what its deployment gave leads to this machine', async () => {
  const client = new HttpClient(1000, undefined, undefined, resolve);
  const origin = `http://localhost:${port}`;
  const own = await client.openConnection(origin, 'http://local.example');
  const send = async (givenBy: string): Promise<string> => {
    const reply = await own.send({method: 'GET', url: `${origin}/`, headers: {}, givenBy});
    return reply.problem ?? reply.text;
  };
  expect(await send('http://local.example')).toBe('reached');
  expect(await send('https://remote.example/api')).toContain('nobody knows localhost');
  await own.close();
  await client.close();
});
