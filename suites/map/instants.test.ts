import {describe, expect, test} from 'vitest';
import {DAY_MS, MINUTE_MS} from '../../spec/durations.ts';
import type {Exchange} from '../../spec/exchange.ts';
import {deactivated, success, triedOf, userOf} from './testing/users.ts';

describe('rank 4 is shortly before or after an end', () => {
  const laterBy = (ms: number): Exchange[] => [
    userOf(1, {targetTime: 0, requestBody: {email: 'u1@x.example', assign_new_plan: 7}}),
    deactivated('1', {targetTime: ms}),
  ];

  test.each([
    [MINUTE_MS - 5000, 'before the end of a minute'],
    [MINUTE_MS + 5000, 'after the end of a minute'],
    [27 * DAY_MS, 'before the end of a month of a plan'],
    [32 * DAY_MS, 'after the end of a month of a plan'],
  ])('%i ms after the change', (ms, variation) => {
    expect(triedOf('rank4', laterBy(ms))).toEqual({[variation]: 1});
  });

  test('no plan ends where none was taken', () => {
    const order = (type: string): Exchange =>
      success('createOrder', {
        targetTime: 0,
        body: {data: {id: 900}},
        requestBody: {products: [{id: '1', type}]},
      });
    const read = success('getOrder', {path: {id: '900'}, targetTime: 32 * DAY_MS});
    expect(triedOf('rank4', [order('content'), read])).toEqual({});
    expect(triedOf('rank4', [order('subscription'), read])).toEqual({
      'after the end of a month of a plan': 1,
    });
  });

  test('not long before it, long after it, or so near that it may be on either side', () => {
    for (const ms of [0, 20_000, 80_000, MINUTE_MS, MINUTE_MS - 1000])
      expect(triedOf('rank4', laterBy(ms))).toEqual({});
  });

  test('a change after the end is on the same side as the later request', () => {
    const read = success('listUsers', {targetTime: 0});
    const [changed, later] = [userOf(1), deactivated('1')].map((one) => ({
      ...one,
      targetTime: DAY_MS + MINUTE_MS,
    }));
    expect(triedOf('rank4', [read, changed, later] as Exchange[])).toEqual({});
    const before = {...userOf(1), targetTime: 1000};
    expect(triedOf('rank4', [read, before, later] as Exchange[])).toEqual({
      'after the end of a rolling day of reads': 1,
    });
  });
});

test('a checkout and a session say themselves how long they last', () => {
  const order = success('createOrder', {
    targetTime: 0,
    body: {data: {id: 900, checkout: {url: 'https://x.example', ttl: 600}}},
  });
  const read = success('getOrder', {path: {id: '900'}, targetTime: 605_000});
  expect(triedOf('rank4', [order, read])).toEqual({'after the end of a checkout': 1});
  const row = {
    id: 's',
    last_activity: '2031-01-01 10:00:00',
    session_expires_at: '2031-01-01 11:00:00',
    user_id: 1,
  };
  const listed = (targetTime: number): Exchange =>
    success('listAuthSessions', {targetTime, body: {data: [row]}});
  const made = userOf(1, {targetTime: 0});
  expect(triedOf('rank4', [made, listed(0), listed(30 * MINUTE_MS)])).toEqual({});
  expect(triedOf('rank4', [made, listed(0), listed(59 * MINUTE_MS)])).toMatchObject({
    'before the end of a session': expect.any(Number) as number,
  });
  // A session that is shown again has not begun again.
  const again = [made, listed(0), listed(30 * MINUTE_MS), listed(89 * MINUTE_MS)];
  expect(triedOf('rank4', again)).toEqual({});
});
