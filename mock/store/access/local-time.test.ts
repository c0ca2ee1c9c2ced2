import {expect, it} from 'vitest';
import {localDay, localDateTime, zoned} from './local-time.ts';

const NEW_YEAR = Date.parse('2026-01-01T02:15:30.250Z');

it.each(['0001-12-31 22:00:00', '0099-12-31 22:00:00', '0999-12-31 22:00:00'])(
  '%s has four digits for the year',
  (text) => {
    const at = Date.parse(`${text.replace(' ', 'T')}Z`);
    expect(localDateTime(at, 'UTC')).toBe(text);
    expect(localDay(at, 'UTC')).toBe(text.slice(0, 10));
  },
);

it.each([
  ['UTC', '2026-01-01T02:15:30.250Z', '2026-01-01'],
  ['Europe/London', '2026-01-01T02:15:30Z', '2026-01-01'],
  ['America/Argentina/Buenos_Aires', '2025-12-31T23:15:30-03:00', '2025-12-31'],
  ['America/St_Johns', '2025-12-31T22:45:30-03:30', '2025-12-31'],
  ['Pacific/Kiritimati', '2026-01-01T16:15:30+14:00', '2026-01-01'],
])('the turn of a year in %s', (zone, instant, day) => {
  expect(zoned(NEW_YEAR, zone)).toBe(instant);
  expect(localDay(NEW_YEAR, zone)).toBe(day);
  expect(localDateTime(NEW_YEAR, zone)).toBe(instant.slice(0, 19).replace('T', ' '));
});
