import {expect, test} from 'vitest';
import {MINUTE_MS} from '../../spec/durations.ts';
import {retryAfterMs} from './retry-after.ts';

const AFTER = 'Mon, 02 Mar 2026 09:30:20 GMT';
const RESET = String(Date.parse(AFTER) / 1000);
const DATE = 'Mon, 02 Mar 2026 09:30:00 GMT';
const HOURS_AGO = 'Mon, 02 Mar 2026 04:30:00 GMT';

test.each<[headers: Record<string, string>, wait: number | undefined]>([
  [{}, undefined],
  [{'retry-after': '7'}, 7000],
  [{'retry-after': AFTER, date: DATE}, 20_000],
  [{'retry-after': AFTER, date: DATE, 'x-ratelimit-reset': RESET}, 20_000],
  [{'retry-after': AFTER, date: HOURS_AGO}, 5 * 60 * MINUTE_MS + 20_000],
  [{'retry-after': AFTER, date: HOURS_AGO, 'x-ratelimit-reset': RESET}, MINUTE_MS],
  [{'retry-after': 'soon', date: DATE, 'x-ratelimit-reset': RESET}, NaN],
])('%j asks for a wait of %s ms', (headers, wait) => {
  expect(retryAfterMs({headers})).toBe(wait);
});

test('a date without the `Date` of the response is compared with the time at which it came', () => {
  const gotAt = Date.parse(DATE);
  expect(retryAfterMs({headers: {'retry-after': AFTER}, gotAt})).toBe(20_000);
});
