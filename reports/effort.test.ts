import {expect, test} from 'vitest';
import type {Coverage, RunRecord} from '../spec/run-record.ts';
import {valuesText} from './effort.ts';

const recordOf = (values: Coverage['values']): RunRecord =>
  ({coverage: {values, models: []}}) as unknown as RunRecord;

test('the properties whose classes were left out most are named, and no class', () => {
  const of = (name: string, sent: number, notSent: number): Coverage['values'][number] => ({
    of: name,
    sent: Array.from({length: sent}, (_, index) => `sent ${index}`),
    notSent: Array.from({length: notSent}, (_, index) => `class ${index}`),
  });
  const text = valuesText(
    recordOf([of('a', 1, 0), of('b', 1, 1), of('c', 1, 9), of('d', 0, 3), of('e', 2, 2)]),
  );
  expect(text).toBe(
    '5 of 20 value classes sent; most were not sent of c (9 of 10), d (3 of 3), e (2 of 4); ' +
      'report.json names them (coverage.values).',
  );
});

test('nothing is said of values where a run has none', () => {
  expect(valuesText(recordOf([]))).toBeUndefined();
});
