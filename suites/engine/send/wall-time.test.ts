import {expect, test} from 'vitest';
import {DAY_MS} from '../../../spec/durations.ts';
import {millisecondsUntil} from './wall-time.ts';

const at = (day: number, hour = 12, minute = 0) => ({day, hour, minute});
const on = (month: number, day: number, weekday?: number) => ({
  ...at(day),
  month,
  ...(weekday !== undefined && {weekday}),
});

test.each([
  ['2026-03-30 12:00:00', at(31), DAY_MS],
  ['2026-03-31 12:00:00', at(31), 61 * DAY_MS],
  ['2026-12-31 23:59:00', at(1, 0, 30), 31 * 60_000],
  ['2028-02-01 12:00:00', at(29), 28 * DAY_MS],
  ['2026-02-01 12:00:00', at(29), 56 * DAY_MS],
  ['2026-12-30 12:00:00', on(12, 31), DAY_MS],
  ['2026-03-01 12:00:00', on(2, 29), 730 * DAY_MS],
  ['2096-02-29 12:00:00', on(2, 29), 8 * 365 * DAY_MS + DAY_MS],
  // The last Sunday of March, which is the 29th.
  ['2026-03-20 12:00:00', on(3, 25, 0), 9 * DAY_MS],
  ['2026-03-30 12:00:00', {...on(12, 31), or: [on(2, 28), at(31)]}, DAY_MS],
  ['someday', at(31), 0],
])('from %s until %j', (now, until, expected) => {
  expect(millisecondsUntil(now, until)).toBe(expected);
});
