import {expect, test} from 'vitest';
import {millisecondsToWait} from './duration-from-response.ts';

const HOUR = 3_600_000;
const told = {seconds: 3600, foreseen: 3600, atMost: 2 * HOUR};

test.each<[what: string, seconds: unknown, ms: number]>([
  ['is the foreseen one', 3600, HOUR - 5000],
  ['is shorter', 1800, HOUR / 2 - 5000],
  ['is longer', 5400, 1.5 * HOUR - 5000],
  ['is longer than anybody waits', 86_400, 2 * HOUR],
  ['is over at once', 0, 0],
  ['is not told', undefined, HOUR - 5000],
  ['is no number', 'an hour', HOUR - 5000],
])('a wait fits a duration that %s', (_what, seconds, ms) => {
  expect(millisecondsToWait(HOUR - 5000, told, seconds)).toBe(ms);
});
