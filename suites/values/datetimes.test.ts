import {describe, expect, it, test} from 'vitest';
import {instantOf, liesIn, localInstant} from './datetimes.ts';

const AT = Date.UTC(2026, 2, 2, 9, 30);

describe('instantOf', () => {
  it.each([
    ['2026-03-02 09:30:00'],
    ['2026-03-02T09:30:00'],
    ['2026-03-02T09:30:00.000000'],
    ['2026-03-02T09:30:00.000Z'],
    ['2026-03-02T06:30:00-03:00'],
    ['2026-03-02t09:30:00z'],
    ['2026-03-02t09:30:00'],
    ['20260302T093000'],
    ['20260302T063000-0300'],
    ['20260302T093000.000Z'],
    [AT],
    [AT / 1000],
    [
      {
        timestamp: AT / 1000,
        date: '2026-03-02 06:30:00',
        timezone: 'America/Argentina/Buenos_Aires',
      },
    ],
    [{date: '2026-03-02 09:30:00', timezone: 'UTC'}],
  ])('reads %j', (value) => {
    expect(instantOf(value)).toBe(AT);
  });

  it.each([['yesterday'], [null], [undefined], [true], [{}]])('does not read %j', (value) => {
    expect(instantOf(value)).toBeNaN();
  });
});

test('an instant near an edge of a period is neither inside nor outside', () => {
  const period = {from: '2019-03-01', to: '2019-03-20'};
  const lies = (text: string) => liesIn(period, Date.parse(text));
  expect(lies('2019-03-10T10:00:00Z')).toBe(true);
  expect(lies('2019-06-10T10:00:00Z')).toBe(false);
  expect(lies('2019-03-01T23:00:00Z')).toBeUndefined();
  expect(lies('2019-03-21T23:00:00Z')).toBeUndefined();
  expect(liesIn(period, Number.NaN)).toBeUndefined();
});

test('the fraction of a second may follow a comma, as ISO 8601 allows', () => {
  expect(instantOf('2026-11-26T22:27:41,118Z')).toBe(Date.UTC(2026, 10, 26, 22, 27, 41, 118));
  expect(localInstant('2026-11-26T22:27:41,118')).toBe(Date.UTC(2026, 10, 26, 22, 27, 41));
});
