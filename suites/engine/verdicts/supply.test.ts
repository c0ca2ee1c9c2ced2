import {expect, test} from 'vitest';
import type {PlaceVerdict, RuleVerdict, Verdict} from '../../../spec/run-record.ts';
import {supplyOf} from './supply.ts';

const rule = (id: string, verdict: Verdict, lacks: (string[][] | undefined)[]): RuleVerdict =>
  ({
    rule: id,
    verdict,
    places: lacks.map((one, index): PlaceVerdict => ({
      place: `p${index}`,
      verdict: one ? 'not-exercised' : 'passed',
      witnesses: [],
      violations: [],
      ...(one && {lacks: one}),
    })),
  }) as unknown as RuleVerdict;

test('what decides the most rules comes first, then what decides the most places', () => {
  const rules = [
    rule('a', 'not-exercised', [[['a key', 'a hook']]]),
    rule('b', 'passed', [undefined, [['a sample']], [['a sample']]]),
    rule('c', 'not-exercised', [[['a hook']], [['a hook'], ['a key']]]),
    rule('d', 'inconclusive', [undefined]),
  ];
  expect(supplyOf(rules)).toEqual([
    {what: 'a hook', rules: ['c'], places: 2, placesWithMore: 1},
    {what: 'a key', rules: ['c'], places: 1, placesWithMore: 1},
    {what: 'a hook and a key', rules: ['a'], places: 1, placesWithMore: 0},
    {what: 'a sample', rules: [], places: 2, placesWithMore: 0},
  ]);
});

test('things that decide many rules together come before one that decides a rule by itself', () => {
  const rules = [
    rule('a', 'not-exercised', [
      [
        ['a file', 'leave'],
        ['a file', 'leave', 'a hook'],
      ],
    ]),
    rule('b', 'not-exercised', [[['leave', 'a file']]]),
    rule('c', 'not-exercised', [[['a file', 'leave']]]),
    rule('d', 'not-exercised', [[['a key']]]),
  ];
  expect(supplyOf(rules).map(({what}) => what)).toEqual([
    'a file and leave',
    'a key',
    'a file',
    'leave',
    'a hook',
  ]);
});
