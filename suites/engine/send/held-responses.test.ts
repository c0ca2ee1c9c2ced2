import {expect, test} from 'vitest';
import type {Exchange} from '../../../spec/exchange.ts';
import {HeldResponses} from './held-responses.ts';

const REQUEST = {method: 'GET', url: 'http://h.example/p', headers: {authorization: 'Bearer a'}};
const DATE = 'Mon, 02 Mar 2026 09:00:00 GMT';

const response = (status: number, headers: Record<string, string>, body: unknown): Exchange => ({
  step: 's',
  op: 'getIssue',
  as: 'admin',
  sentAt: 0,
  gotAt: 0,
  status,
  situations: [],
  documented: [],
  headers,
  body,
  sent: REQUEST,
});

/** The headers of a request after a response, and what may have changed something at a time. */
function headersAt(now: number, headers: Record<string, string>, changedAt?: number): object {
  const held = new HeldResponses();
  held.completed(REQUEST, response(200, headers, 'first'));
  if (changedAt !== undefined) held.noteChange(changedAt);
  return held.conditional(REQUEST, now).headers;
}

const EARLIER = 'Mon, 02 Mar 2026 08:59:58 GMT';

test('a strong entity tag of the earlier response is a condition at once', () => {
  expect(headersAt(0, {etag: '"a"', date: DATE}, 0)).toEqual({
    ...REQUEST.headers,
    'if-none-match': '"a"',
  });
});

test('a weak entity tag may be made from the second, so that it is a condition later', () => {
  const weak = {etag: 'W/"a"'};
  expect(headersAt(1000, weak)).toEqual(REQUEST.headers);
  expect(headersAt(9000, weak, 1000)).toEqual(REQUEST.headers);
  expect(headersAt(9000, weak, 3000)).toMatchObject({'if-none-match': 'W/"a"'});
});

test('a date is a condition if it was past by the clock of the deployment when the response was sent', () => {
  expect(headersAt(9000, {date: DATE})).toEqual(REQUEST.headers);
  expect(headersAt(9000, {'last-modified': EARLIER})).toEqual(REQUEST.headers);
  expect(headersAt(9000, {date: DATE, 'last-modified': DATE})).toEqual(REQUEST.headers);
  expect(headersAt(0, {date: DATE, 'last-modified': EARLIER})).toEqual({
    ...REQUEST.headers,
    'if-modified-since': EARLIER,
  });
});

test('what no cache may keep takes the place of what is held', () => {
  const held = new HeldResponses();
  held.completed(REQUEST, response(200, {etag: '"a"'}, 'first'));
  held.completed(REQUEST, response(200, {etag: '"b"', 'cache-control': 'no-store'}, 'second'));
  expect(held.conditional(REQUEST, 0)).toBe(REQUEST);
});

test('another credential has no earlier response', () => {
  const held = new HeldResponses();
  held.completed(REQUEST, response(200, {etag: '"a"'}, 'first'));
  const other = {...REQUEST, headers: {authorization: 'Bearer b'}};
  expect(held.conditional(other, 5000)).toBe(other);
});

test('304 confirms the earlier response; without one it stays what it is', () => {
  const held = new HeldResponses();
  expect(held.completed(REQUEST, response(304, {}, '')).status).toBe(304);
  held.completed(REQUEST, response(200, {etag: '"a"', 'content-length': '5'}, 'first'));
  expect(
    held.completed(REQUEST, response(304, {'content-length': '0', date: DATE}, '')),
  ).toMatchObject({
    status: 200,
    notModified: true,
    body: 'first',
    headers: {etag: '"a"', 'content-length': '5', date: DATE},
  });
});
