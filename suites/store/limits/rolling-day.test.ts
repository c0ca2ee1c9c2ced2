import {expect, test} from 'vitest';
import type {Exchange} from '../../../spec/exchange.ts';
import {response} from '../../testing/response.ts';
import {rollingDay} from './rolling-day.ts';

const at = (exchange: Exchange, hour: number): Exchange => ({
  ...exchange,
  sentAt: hour * 3_600_000,
  gotAt: hour * 3_600_000,
});

const refused = (hour: number): Exchange =>
  at(response(429, ['rate-limited'], {op: 'listUsers'}), hour);

const served = (count: number, hour: number): Exchange[] =>
  Array.from({length: count}, () => at(response(200, ['page'], {op: 'listUsers'}), hour));

/** Judges ten old reads: how many were served again when they, and when the call of the hook, were a day old. */
function judged(whenOld: Exchange[], later: Exchange[]) {
  const seen = {
    old: served(10, 0),
    storesOld: served(10, 0),
    full: [refused(10)],
    storesFull: refused(10),
    early: [refused(23.9)],
    storesEarly: refused(23.9),
    freed: whenOld,
    storesFreed: [...served(10, 24.1), refused(24.1)],
    later,
    storesLater: served(11, 34.1),
  };
  const {violations, inconclusive} = rollingDay.judge(seen as never);
  return {branches: violations.map(({branch}) => branch), inconclusive};
}

const freed = [...served(10, 24.1), refused(24.1)];

test('as many reads are served as are a day old', () => {
  expect(judged(freed, served(11, 34.1))).toEqual({branches: []});
});

test('a day that lasts longer frees the old reads alone, and late', () => {
  const {branches} = judged([refused(24.1)], freed);
  expect(branches).toEqual(['not-freed-after-24-hours']);
});

test('a hook that replaces the reads that were made is no fault of the store', () => {
  const {branches, inconclusive} = judged([refused(24.1)], served(11, 34.1));
  expect(branches).toEqual([]);
  expect(inconclusive).toMatch(/leave-reads/);
});
