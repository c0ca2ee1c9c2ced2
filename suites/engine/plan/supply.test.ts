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

test('what decides the most rules comes first, then what decides the most places beside it', () => {
  const rules = [
    rule('a', 'not-exercised', [[['a key', 'a hook']]]),
    rule('b', 'passed', [undefined, [['a sample']], [['a sample']]]),
    rule('c', 'not-exercised', [[['a hook']], [['a hook'], ['a key']]]),
    rule('d', 'inconclusive', [undefined]),
  ];
  expect(supplyOf(rules)).toEqual([
    {what: 'a hook', rules: ['c'], places: 2},
    {what: 'a key', rules: ['a'], places: 1},
    {what: 'a sample', rules: [], places: 2},
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
    rule('e', 'not-exercised', [
      [['a file', 'leave', 'a clock']],
      [['a file', 'a clock', 'leave']],
    ]),
  ];
  expect(supplyOf(rules)).toEqual([
    {what: 'a file and leave', rules: ['a', 'b', 'c'], places: 3},
    {what: 'a clock', rules: ['e'], places: 2},
    {what: 'a key', rules: ['d'], places: 1},
  ]);
});
