import {expect, it} from 'vitest';
import {dayBegins, dayEnds, localDay} from './local-time.ts';

it.each([
  ['UTC', '2031-02-28', '2031-03-01T00:00:00.000Z'],
  ['America/Argentina/Buenos_Aires', '2032-02-29', '2032-03-01T03:00:00.000Z'],
  ['Pacific/Kiritimati', '2031-12-31', '2031-12-31T10:00:00.000Z'],
  ['America/St_Johns', '2031-06-30', '2031-07-01T02:30:00.000Z'],
  // Clocks go forward at night: the day ends an hour earlier than the one before.
  ['Europe/Berlin', '2031-03-30', '2031-03-30T22:00:00.000Z'],
])('a day ends at midnight in %s', (zone, day, end) => {
  const instant = dayEnds(day, zone);
  expect(new Date(instant).toISOString()).toBe(end);
  expect(localDay(instant - 1, zone)).toBe(day);
  expect(localDay(instant, zone)).not.toBe(day);
});

it.each([
  ['UTC', '2031-02-28', '2031-02-28T00:00:00.000Z'],
  ['America/Argentina/Buenos_Aires', '2032-02-29', '2032-02-29T03:00:00.000Z'],
  ['Europe/Berlin', '2031-03-31', '2031-03-30T22:00:00.000Z'],
  ['America/Argentina/Buenos_Aires', '0999-06-01', '0999-06-01T03:53:48.000Z'],
  ['Pacific/Auckland', '0001-01-01', '0001-01-01T00:00:00.000Z'],
])('a day begins at midnight in %s', (zone, day, begin) => {
  expect(new Date(dayBegins(day, zone)).toISOString()).toBe(begin);
});
