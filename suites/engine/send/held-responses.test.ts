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

test('the entity tag of the earlier response is a condition at once, and its dates are later', () => {
  expect(headersAt(0, {etag: '"a"', date: DATE})).toEqual({
    ...REQUEST.headers,
    'if-none-match': '"a"',
  });
  expect(headersAt(2000, {date: DATE})).toMatchObject({'if-modified-since': DATE});
  expect(headersAt(2000, {date: DATE, 'last-modified': 'x'})).toMatchObject({
    'if-modified-since': 'x',
  });
});

test('what changes within the second of a date may have that date, so that it is no condition', () => {
  expect(headersAt(9000, {date: DATE}, 1000)).toEqual(REQUEST.headers);
  expect(headersAt(9000, {date: DATE}, 3000)).toMatchObject({'if-modified-since': DATE});
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
