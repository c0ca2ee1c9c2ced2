import {expect, test} from 'vitest';
import {DAY_MS} from '../../../spec/durations.ts';
import {millisecondsUntil} from './wall-time.ts';

const at = (day: number, hour = 12, minute = 0) => ({day, hour, minute});

test.each([
  ['2026-03-30 12:00:00', at(31), DAY_MS],
  ['2026-03-31 12:00:00', at(31), 61 * DAY_MS],
  ['2026-12-31 23:59:00', at(1, 0, 30), 31 * 60_000],
  ['2028-02-01 12:00:00', at(29), 28 * DAY_MS],
  ['2026-02-01 12:00:00', at(29), 56 * DAY_MS],
  ['someday', at(31), 0],
])('from %s until %j', (now, until, expected) => {
  expect(millisecondsUntil(now, until)).toBe(expected);
});
