import {describe, expect, it} from 'vitest';
import {monthsAfter} from './months.ts';

const after = (from: string, months: number): string =>
  new Date(monthsAfter(Date.parse(from), months)).toISOString();

describe('monthsAfter', () => {
  it.each([
    ['an ordinary day', '2026-03-12T09:30:15.250Z', 1, '2026-04-12T09:30:15.250Z'],
    ['no month', '2026-01-31T00:00:00.000Z', 0, '2026-01-31T00:00:00.000Z'],
    ['into a short month', '2026-01-31T23:59:59.999Z', 1, '2026-02-28T23:59:59.999Z'],
    ['into February of a leap year', '2028-01-31T08:00:00.000Z', 1, '2028-02-29T08:00:00.000Z'],
    ['from a leap day, a year later', '2028-02-29T08:00:00.000Z', 12, '2029-02-28T08:00:00.000Z'],
    ['from a leap day, four years', '2028-02-29T08:00:00.000Z', 48, '2032-02-29T08:00:00.000Z'],
    ['over the turn of a year', '2026-11-30T08:00:00.000Z', 3, '2027-02-28T08:00:00.000Z'],
    ['past a short month', '2026-01-31T08:00:00.000Z', 2, '2026-03-31T08:00:00.000Z'],
    ['into the last year', '2026-03-12T09:30:15.250Z', 1e5, '9999-12-31T00:00:00.000Z'],
    ['beyond the calendar', '2026-03-12T09:30:15.250Z', 1e300, '9999-12-31T00:00:00.000Z'],
    ['over a century', '2026-05-31T08:00:00.000Z', 1201, '2126-06-30T08:00:00.000Z'],
  ])('%s', (_name, from, months, until) => {
    expect(after(from, months)).toBe(until);
  });
});
