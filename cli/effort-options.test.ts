import {InvalidArgumentError} from 'commander';
import {expect, test} from 'vitest';
import {duration, effortNamed, requireEffortOptions} from './effort-options.ts';

test.each([
  ['90s', 90_000],
  ['10m', 600_000],
  ['2h', 7_200_000],
])('%s is a time', (text, milliseconds) => {
  expect(duration(text)).toBe(milliseconds);
});

test.each(['', '10', '0m', '-1m', '1.5h', '10 m', 'ten'])('%j is no time', (text) => {
  expect(() => duration(text)).toThrow(InvalidArgumentError);
});

test('an unknown effort is refused with those that there are', () => {
  expect(effortNamed('deep')).toBe('deep');
  expect(() => effortNamed('thorough')).toThrow('quick, standard, deep');
});

test('--for belongs to deep effort', () => {
  expect(() => requireEffortOptions({effort: 'quick', for: 1000})).toThrow('add --effort deep');
  expect(() => requireEffortOptions({effort: 'deep', for: 1000})).not.toThrow();
});

test('so does --corpus', () => {
  const corpus = 'presscheck-corpus';
  expect(() => requireEffortOptions({effort: 'standard', corpus})).toThrow('add --effort deep');
  expect(() => requireEffortOptions({effort: 'deep', corpus})).not.toThrow();
});
