import {expect, test} from 'vitest';
import type {PlaceVerdict} from '../../../spec/run-record.ts';
import type {Check} from '../../language/check.ts';
import {PASSIVE} from '../../contract/checks/passive-checks.ts';
import {PlaceResults, verdictsOf} from './place-results.ts';

const checkOf = (own: Partial<Check> = PASSIVE): Check =>
  ({rule: 'workspace.account.has-plan', place: 'p', ...own}) as unknown as Check;

const found = (placeResults: PlaceResults): PlaceVerdict[] =>
  placeResults.all().flatMap(verdictsOf);

const lacking: PlaceVerdict = {
  place: 'p',
  verdict: 'not-exercised',
  witnesses: [],
  violations: [],
  lacks: [['a sample']],
};

test('what other scenes show decides a place whose own scene the target cannot run', () => {
  const check = checkOf();
  const placeResults = new PlaceResults([check]);
  placeResults.decide(check, lacking);
  placeResults.observe({witnesses: [{rule: check.rule, place: 'p', saw: 'x'}], broken: []});
  expect(found(placeResults)).toMatchObject([
    {verdict: 'passed', witnesses: [{of: 'p', saw: 'x'}]},
  ]);
});

test('a check with a judge of its own is not decided by other scenes', () => {
  const check = checkOf({judge: () => ({witnesses: [], violations: []})});
  const placeResults = new PlaceResults([check]);
  placeResults.decide(check, lacking);
  placeResults.observe({witnesses: [{rule: check.rule, place: 'p', saw: 'x'}], broken: []});
  expect(found(placeResults)).toMatchObject([{verdict: 'not-exercised'}]);
});

test('a failure at a malformed member gives way to one without', () => {
  const placeResults = new PlaceResults([]);
  const failedWith = (branch: string, brokenWhereRead?: string[]): void => {
    const violations = [{branch, expected: 'x', got: 'y', step: 's1'}];
    const verdict = {place: 'p', verdict: 'failed' as const, witnesses: [], violations};
    const broken = [
      {rule: 'store.x.y', verdict: {...verdict, ...(brokenWhereRead && {brokenWhereRead})}},
    ];
    placeResults.observe({witnesses: [], broken});
  };
  for (const [branch, ...read] of [['first', 'store.x.z'], ['second'], ['third', 'store.x.z']])
    failedWith(branch ?? '', read.length ? read : undefined);
  expect(found(placeResults).map(({violations}) => violations[0]?.branch)).toEqual(['second']);
  expect(found(placeResults)[0]).not.toHaveProperty('brokenWhereRead');
});
