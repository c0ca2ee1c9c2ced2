import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {HttpClient} from './client.ts';

/** The request lines and hosts that a server received. */
const received: string[] = [];
const server: Server = createServer((request, response) => {
  received.push(`${request.method} ${request.url}`, `host ${request.headers.host}`);
  response.end();
});
let port = 0;

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  ({port} = server.address() as AddressInfo);
});
afterAll(() => server.close());

const TARGETS = [
  "/depot/a'b?name*=UTF-8''tides",
  '/a|b^c`d{e}f"g<h>i\\j?a|b^c`d{e}f"g<h>i\\j[0]=$&!(),;:@',
  '/path?',
  '/?',
  '/%2e/%2E%2e/./../a//b?x=../y',
  '//twice//and/',
  '/%7Etilde/~tilde/%41?%7e=%zz&=&&',
];

test.each(TARGETS)('%s is sent as it was handed out', async (target) => {
  const client = new HttpClient(5000);
  const own = await client.openConnection(`http://localhost:${port}`);
  const request = {method: 'GET', url: `http://LocalHost:${port}${target}`, headers: {}};
  received.length = 0;
  expect((await client.send(request)).status).toBe(200);
  expect((await own.send(request)).status).toBe(200);
  await own.close();
  await client.close();
  const both = [`GET ${target}`, `host LocalHost:${port}`];
  expect(received).toEqual([...both, ...both]);
});

test.each([
  ['/a b?c\td', '/a%20b?c%09d'],
  ['/ü/日?é=\u{1F600}', '/%C3%BC/%E6%97%A5?%C3%A9=%F0%9F%98%80'],
  ['/half\ud800', '/half%EF%BF%BD'],
  ['/a#fragment?x', '/a'],
  ['?x', '/?x'],
  ['', '/'],
])('%j is sent as %s', async (given, sent) => {
  const client = new HttpClient(5000);
  received.length = 0;
  await client.send({method: 'GET', url: `http://127.0.0.1:${port}${given}`, headers: {}});
  await client.close();
  expect(received[0]).toBe(`GET ${sent}`);
});
