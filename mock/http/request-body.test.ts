import type {IncomingMessage} from 'node:http';
import {expect, test} from 'vitest';
import {parseBody, readBytes} from './request-body.ts';

const announced = (type: string): Promise<unknown> =>
  readBytes({headers: {'content-type': type}} as IncomingMessage);

test.each(['latin1', '"iso-8859-1"', 'utf 8'])('the charset %s is refused', async (charset) =>
  expect(await announced(`application/json; charset=${charset} `)).toMatchObject({
    unreadable: {expected: 'UTF-8'},
  }),
);

test('a charset of many spaces is judged at once', async () => {
  const type = `application/json;charset=${' '.repeat(150_000)}"x`;
  expect(await announced(type)).toMatchObject({unreadable: {expected: 'UTF-8'}});
}, 5000);

test.each([
  ['a large exponent', '1e999'],
  ['a negative number', '-1e999'],
  ['a member of an item', '{"a": [{"b": 1e999}]}'],
  ['400 digits', '9'.repeat(400)],
])('%s: a number that no double can hold is refused', (_name, text) =>
  expect(parseBody(Buffer.from(text))).toMatchObject({unreadable: {got: 'a larger one'}}),
);

test.each([
  ['{"password": hunter2secret}', "invalid JSON: Unexpected token 'h'"],
  ['hunter2secret', "invalid JSON: Unexpected token 'h'"],
  ['[",",hunter2secret]', "invalid JSON: Unexpected token 'h'"],
])('the reason of a body that is not JSON does not quote %s', (text, got) =>
  expect(parseBody(Buffer.from(text))).toMatchObject({unreadable: {got}}),
);

test('large numbers that a double can hold are read', () => {
  expect(parseBody(Buffer.from('[1e308, -1e308, 1e-999]'))).toEqual({body: [1e308, -1e308, 0]});
  const deep = '['.repeat(5000) + ']'.repeat(5000);
  expect(parseBody(Buffer.from(deep))).toHaveProperty('body');
});
