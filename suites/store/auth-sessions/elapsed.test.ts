import {describe, expect, it} from 'vitest';
import {elapsedIn} from './elapsed.ts';

const MINUTE = 60_000;

describe('the elapsed time in a text', () => {
  it.each([
    ['5 minutes ago', 5 * MINUTE],
    ['1 hour 30 minutes ago', 90 * MINUTE],
    ['1h 30min', 90 * MINUTE],
    ['about an hour ago', 60 * MINUTE],
    ['hace 2 horas', 120 * MINUTE],
    ['há um dia', 1440 * MINUTE],
    ['45 s', 45_000],
  ])('is read: %s', (text, ms) => {
    expect(elapsedIn(text)).toBe(ms);
  });

  it.each(['just now', 'yesterday', '1.5 hours', '1:30 h', 'a few minutes ago', '1h30', '5 m', ''])(
    'is left undecided: %s',
    (text) => {
      expect(elapsedIn(text)).toBeUndefined();
    },
  );
});
