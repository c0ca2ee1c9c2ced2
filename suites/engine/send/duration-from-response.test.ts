import {expect, test} from 'vitest';
import {HOUR_MS} from '../../../spec/durations.ts';
import {millisecondsToWait, secondsUntil} from './duration-from-response.ts';

const told = {seconds: 3600, foreseen: 3600, atMost: 2 * HOUR_MS};

test.each<[what: string, seconds: unknown, ms: number]>([
  ['is the foreseen one', 3600, HOUR_MS - 5000],
  ['is shorter', 1800, HOUR_MS / 2 - 5000],
  ['is longer', 5400, 1.5 * HOUR_MS - 5000],
  ['is longer than anybody waits', 86_400, 2 * HOUR_MS],
  ['is over at once', 0, 0],
  ['is not told', undefined, HOUR_MS - 5000],
  ['is no number', 'an hour', HOUR_MS - 5000],
])('a wait fits a duration that %s', (_what, seconds, ms) => {
  expect(millisecondsToWait(HOUR_MS - 5000, told, seconds)).toBe(ms);
});

const NOW = Date.parse('2026-03-02T10:00:00Z');

test.each<[what: string, end: unknown, shown: unknown, seconds: number | undefined]>([
  ['is earlier than foreseen', '2026-03-02T10:30:00Z', NOW / 1000, 1800],
  ['is told in another zone', '2026-03-02T14:00:00+02:00', NOW / 1000, 7200],
  ['is told by a clock that is ahead', '2026-03-02T11:01:00Z', '2026-03-02T10:01:00Z', 3600],
  ['has no zone', '2026-03-02T10:30:00', NOW / 1000, undefined],
  ['has no zone, as the clock has none', '2026-03-02T07:20:00', '2026-03-02T07:00:00', 1200],
  ['has no zone, and the clock has one', '2026-03-02T10:30:00', '2026-03-02T10:00:00Z', undefined],
  ['is told by an unknown clock', '2026-03-02T11:00:00Z', undefined, undefined],
  ['is not told', undefined, NOW / 1000, undefined],
])('the seconds until an end that %s', (_what, end, shown, seconds) => {
  expect(secondsUntil(end, {now: NOW + 2000, shown, at: NOW + 2000})).toBe(seconds);
});
