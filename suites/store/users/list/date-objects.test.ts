import {expect, test} from 'vitest';
import type {Exchange} from '../../../../spec/exchange.ts';
import {expectOneInstant} from './date-objects.ts';

// 2026-03-31 18:30:00 UTC
const TIMESTAMP = 1_774_981_800;

const wrongIn = (value: unknown): number => {
  const created = {op: 'createUser', status: 201, headers: {}, situations: ['created']};
  const exchange = {...created, body: {data: {created_at: value}}} as unknown as Exchange;
  return expectOneInstant(exchange, 'created_at').violations.length;
};

test.each([
  ['2026-03-31 18:30:00', 'UTC'],
  ['2026-03-31 18:30:01', 'UTC'],
  ['2026-03-31 15:30:00', 'America/Argentina/Buenos_Aires'],
  ['2026-04-01 00:00:00', 'Asia/Kolkata'],
  // A law changed the offset of the zone, and only one of the two machines knows it.
  ['2026-03-31 13:30:00', 'America/Mexico_City'],
  ['2026-03-31 15:30:00', 'Store/Time'],
  ['2026-03-31 18:30:60', 'UTC'],
])('%s in %s may be the instant', (date, timezone) => {
  expect(wrongIn({timestamp: TIMESTAMP, date, timezone})).toBe(0);
});

test.each([
  ['on a clock of twelve hours', '2026-03-31 06:30:00', 'UTC'],
  ['in UTC, beside another zone', '2026-03-31 18:30:00', 'Asia/Kolkata'],
  ['a month too early', '2026-02-28 18:30:00', 'UTC'],
  ['farther off than any zone', '2026-04-02 18:30:00', 'Store/Time'],
  ['some minutes off', '2026-03-31 18:25:00', 'Store/Time'],
])('a date %s is another instant', (_how, date, timezone) => {
  expect(wrongIn({timestamp: TIMESTAMP, date, timezone})).toBe(1);
});

test('milliseconds are no seconds', () => {
  const value = {timestamp: TIMESTAMP * 1000, date: '2026-03-31 18:30:00', timezone: 'UTC'};
  expect(wrongIn(value)).toBe(1);
});
