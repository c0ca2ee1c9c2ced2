import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, test} from 'vitest';
import {HttpClient} from './client.ts';
import {textToSend, withOwnDigits, withSubstitutes} from './long-integers.ts';

const ID = '711508198387122001';

test('an integer beyond 2^53 has a substitute that is exact, and is sent with its own digits', () => {
  const received = withSubstitutes(`{"id" : ${ID},"others":[${ID},${ID}9]}`);
  const {id, others} = JSON.parse(received) as {id: number; others: number[]};
  expect(Number.isSafeInteger(id)).toBe(true);
  expect(others[0]).toBe(id);
  expect(others[1]).not.toBe(id);
  expect(textToSend(`/users/${id}?plan=${others[1]}`)).toBe(`/users/${ID}?plan=${ID}9`);
  expect(withOwnDigits(received)).toBe(`{"id" : ${ID},"others":[${ID},${ID}9]}`);
});

test('a known integer has its substitute within strings, too', () => {
  const {id, email} = JSON.parse(
    withSubstitutes(`{"id":${ID},"email":"user-${ID}@example.test"}`),
  ) as {id: number; email: string};
  expect(email).toBe(`user-${id}@example.test`);
});

test('an id that is first shown as a text has the substitute of the number', () => {
  const order = withSubstitutes('{"user":{"id":"811508198387122007"}}');
  const user = withSubstitutes('{"id":811508198387122007}');
  expect(order.match(/\d{16}/)?.[0]).toBe(user.match(/\d{16}/)?.[0]);
});

test('it has the same substitute in every string, whatever was seen before', () => {
  const [file, path, id] = JSON.parse(
    withSubstitutes('["611508198387122007","/files/611508198387122007",611508198387122007]'),
  ) as [string, string, number];
  expect([file, path]).toEqual([String(id), `/files/${id}`]);
  expect(withOwnDigits(`r-${id}`)).toBe('r-611508198387122007');
});

test('a header that a response gave is sent with the digits of the response', async () => {
  const server = createServer((request, response) => {
    const upload = {id: '511508198387122007', header: 'r-511508198387122007'};
    response.end(JSON.stringify({upload, received: request.headers['x-reservation'] ?? null}));
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const client = new HttpClient();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const {upload} = JSON.parse((await client.send({method: 'GET', url, headers: {}})).text);
  const headers = {'x-reservation': upload.header as string};
  const {received} = JSON.parse((await client.send({method: 'GET', url, headers})).text);
  expect(received).toBe(upload.header);
  expect(withOwnDigits(received)).toBe('r-511508198387122007');
  await client.close();
  server.close();
});

test.each([
  ['1e+21', '1000000000000000000000'],
  ['1.5e+22', '15000000000000000000000'],
  ['1e+23', '99999999999999991611392'],
])('the number %s is shown in full by a deployment that keeps its digits', (sent, shown) => {
  expect(textToSend(`{"limit":${sent}}`)).toBe(`{"limit":${sent}}`);
  expect(JSON.parse(withSubstitutes(`{"limit":${shown}}`))).toEqual({limit: Number(sent)});
});

test('digits that presscheck sent are shown as they were sent', () => {
  textToSend('{"limit":9007199254740992}');
  expect(withSubstitutes('{"limit":9007199254740992}')).toBe('{"limit":9007199254740992}');
  textToSend('{"user":{"id":"911508198387122007"}}');
  const order = '{"user":{"id":"911508198387122007"}}';
  expect(withSubstitutes(order)).toBe(order);
});

test.each([
  '{"size_bytes":9007199254740991}',
  '{"hash":"a111508198387122001","cursor":"111508198387122001b","key":"pub_111508198387122001"}',
  '[1.71150819838712200123, 7115081983871220012e3, 12345678901234567.5]',
])('nothing else changes: %s', (json) => {
  expect(withSubstitutes(json)).toBe(json);
});

test('an integer beyond 2^53 that JSON keeps is no other, whoever wrote it first', () => {
  const seen = JSON.parse(withSubstitutes('{"limits":[9107199254740992,9107199254740993]}')) as {
    limits: number[];
  };
  expect(seen.limits[0]).toBe(9_107_199_254_740_992);
  expect(seen.limits[1]).not.toBe(9_107_199_254_740_992);
  expect(textToSend(JSON.stringify(seen))).toBe('{"limits":[9107199254740992,9107199254740993]}');
});

test.each([
  ['escaped quotation marks without an end', String.raw`\"`.repeat(500_000)],
  ['quotation marks', '"'.repeat(1_000_000)],
  ['a string with escapes', `"${String.raw`\n`.repeat(4_000_000)}"`],
  ['digits', '9'.repeat(8_000_000)],
])(
  'megabytes that were received are read at once: %s',
  (_, text) => {
    expect(withSubstitutes(`[7115081983871220${text}`).length).toBeGreaterThan(10);
  },
  20_000,
);
