import {brotliCompressSync, deflateSync, gzipSync} from 'node:zlib';
import {expect, test} from 'vitest';
import {whileServing} from '../testing/target.ts';
import {HttpClient, type Reply, type Request} from './client.ts';

const TEXT = JSON.stringify({name: 'Zoë'});

/** What the client reads of a response with these bytes. */
async function read(
  body: Uint8Array,
  coding: string,
  more: Partial<Request> & {status?: number} = {},
): Promise<Reply> {
  const {status = 200, ...request} = more;
  const client = new HttpClient();
  try {
    return await whileServing(
      (_, reply) => {
        reply.writeHead(status, {'content-type': 'application/json', 'content-encoding': coding});
        reply.end(body);
      },
      (url) => client.send({method: 'GET', url, headers: {}, ...request}),
    );
  } finally {
    await client.close();
  }
}

test.each([
  ['gzip', gzipSync(TEXT)],
  ['x-gzip', gzipSync(TEXT)],
  ['deflate', deflateSync(TEXT)],
  ['br', brotliCompressSync(TEXT)],
  ['GZIP', gzipSync(TEXT)],
  ['identity', Buffer.from(TEXT)],
  ['deflate, gzip', gzipSync(deflateSync(TEXT))],
])('a body with the content coding %s is decoded, and its header stays', async (coding, body) => {
  const reply = await read(body, coding);
  expect(reply).toMatchObject({status: 200, text: TEXT});
  expect(reply.headers['content-encoding']).toBe(coding);
});

test('refusals are decoded, too', async () => {
  expect(await read(gzipSync(TEXT), 'gzip', {status: 401})).toMatchObject({
    status: 401,
    text: TEXT,
  });
});

test('a stream that stays open is decoded as far as it is wanted', async () => {
  const isComplete = (text: string): boolean => text.includes('Zoë');
  expect((await read(gzipSync(TEXT), 'gzip', {isComplete})).text).toBe(TEXT);
});

test('responses without a body are not decoded', async () => {
  expect(await read(Buffer.alloc(0), 'gzip', {method: 'HEAD'})).toMatchObject({status: 200});
  expect(await read(Buffer.alloc(0), 'gzip', {status: 204})).toMatchObject({status: 204});
});

test.each([
  [
    'gzip',
    Buffer.from(TEXT),
    'the body does not have its Content-Encoding: incorrect header check',
  ],
  ['gzip', gzipSync(TEXT).subarray(0, 12), 'the body does not have its Content-Encoding'],
  ['zip', Buffer.from(TEXT), 'the body has the unknown Content-Encoding zip'],
  ['gzip', gzipSync(Buffer.alloc(9_000_000)), 'the body is larger than 8 MB'],
  [Array(6).fill('gzip').join(), Buffer.from(TEXT), 'the body has 6 content codings'],
])('a body that cannot be decoded is told (%s)', async (coding, body, problem) => {
  const reply = await read(body, coding);
  expect(reply).toMatchObject({status: 0, problem: expect.stringContaining(problem)});
});
