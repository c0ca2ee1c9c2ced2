import {expect, test} from 'vitest';
import type {Exchange} from '../../../spec/exchange.ts';
import {expectVisitTimes} from './times.ts';

const NOON = Date.parse('2026-03-02T12:00:00Z');

/** The local time of the store so many minutes after noon. */
const local = (minutes: number): string =>
  new Date(NOON + minutes * 60_000).toISOString().slice(0, 19);

const signIn = (session: string, minutes: number): Exchange =>
  ({targetTime: NOON + minutes * 60_000, body: {session}}) as never;

/** The row of a session that was last active so many minutes after noon. */
const row = (id: string, active: number, lives: number): object => ({
  id,
  last_activity: local(active),
  session_expires_at: local(active + lives),
});

const list = (...data: object[]): Exchange =>
  ({
    step: 'list',
    op: 'listAuthSessions',
    status: 200,
    situations: ['session-page'],
    headers: {},
    body: {data},
  }) as never;

/** What is judged where the second visit is so many minutes after the first one. */
const judged = (passed: number, lives: number, second: object, isFirstGone = false) =>
  expectVisitTimes({
    first: signIn('a', 0),
    earlier: list(row('a', 0, lives)),
    second: signIn('b', passed),
    list: list(...(isFirstGone ? [] : [row('a', 0, lives)]), second),
  });

test.each<[passed: number, lives: number, shown: number]>([
  [90, 600, 90],
  [90, 600, 150],
  [10, 20, 10],
  [20, 30, 21],
])('%d minutes between visits of sessions of %d minutes are right', (passed, lives, shown) => {
  const {violations, witnesses} = judged(passed, lives, row('b', shown, lives));
  expect([violations, witnesses.length]).toEqual([[], 2]);
});

test.each([
  [90, 600],
  [10, 20],
])('one time for two visits %d minutes apart is wrong', (passed, lives) => {
  const {violations} = judged(passed, lives, row('b', 0, lives));
  expect(violations.map(({branch}) => branch)).toEqual(['another-time']);
});

test('sessions that end within minutes are not compared', () => {
  const {outOfReach, violations} = judged(0, 5, row('b', 0, 5));
  expect([outOfReach, violations]).toEqual(['not-applicable', []]);
});

test('a session that expires when it begins is wrong, however short', () => {
  const {violations} = judged(0, 0, row('b', 0, 0));
  expect(violations.map(({branch}) => branch)).toEqual(['expired-when-it-began']);
});

test('a first session that ends early decides nothing', () => {
  expect(judged(90, 600, row('b', 90, 600), true).inconclusive).toBe('the first session has ended');
});
