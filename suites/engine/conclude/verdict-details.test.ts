import {expect, test} from 'vitest';
import type {Rule} from '../../../spec/rule.ts';
import type {PlaceVerdict} from '../../../spec/run-record.ts';
import {placeVerdict, ruleVerdict} from './verdict.ts';

const RULE: Rule = {
  id: 'store.users.r',
  level: 'must',
  api: 'store',
  chapter: 'store/users',
  section: 'S',
  sentence: 'Users are kept.',
  since: '1',
  covers: [],
};

const violations = [{branch: 'b', expected: 'x', got: 'y', step: 's1'}];

const bare = (place: string, verdict: PlaceVerdict['verdict']): PlaceVerdict => ({
  place,
  verdict,
  witnesses: [],
  violations: [],
});

/** What stands in the verdict of a rule, whatever its places. */
const OF_RULE = {
  rule: 'store.users.r',
  chapter: 'store/users',
  section: 'S',
  sentence: 'Users are kept.',
  level: 'must',
};

test('a place has everything that is known of the verdict that decides, and every witness', () => {
  const deciding: PlaceVerdict = {
    ...bare('p', 'inconclusive'),
    violations,
    reason: 'why',
    blocked: true,
    blockedBy: 'store.users.other',
    lacks: [['a hook']],
    attempts: [{attempt: 1, got: 'y'}] as unknown as NonNullable<PlaceVerdict['attempts']>,
    onlyWith: {rule: 'store.users.values', value: 'a long one'} as unknown as NonNullable<
      PlaceVerdict['onlyWith']
    >,
    evidence: {scene: 'a scene'} as unknown as NonNullable<PlaceVerdict['evidence']>,
  };
  const passed = {...bare('p', 'passed'), witnesses: [{of: 'a', saw: 'b'}], variant: 'as 204'};
  expect(placeVerdict([passed, deciding])).toStrictEqual({
    ...deciding,
    witnesses: passed.witnesses,
    variant: 'as 204',
  });
});

test('a place has nothing that nobody knows', () => {
  expect(placeVerdict([bare('p', 'passed')])).toStrictEqual(bare('p', 'passed'));
});

test('what was seen with a lighter verdict does not stand for the one that decides', () => {
  const lighter = {...bare('p', 'inconclusive'), violations};
  expect(placeVerdict([lighter, bare('p', 'harness-error')]).violations).toEqual([]);
});

test('a mistake of the suite at one place comes before a failure at another', () => {
  const places = [{...bare('p1', 'failed'), violations}, bare('p2', 'harness-error')];
  expect(ruleVerdict(RULE, places).verdict).toBe('harness-error');
});

test('a failure is explained by what was seen, with the places where it was', () => {
  const failed = ['p1', 'p2', 'p3', 'p4', 'p5'].map((name) => ({
    ...bare(name, 'failed'),
    violations,
  }));
  const places = [bare('p0', 'passed'), ...failed];
  expect(ruleVerdict(RULE, places)).toStrictEqual({
    ...OF_RULE,
    places,
    witnesses: 0,
    verdict: 'failed',
    reason: 'expected x, got y (5 of 6 places: p1, p2, p3, p4)',
  });
  expect(ruleVerdict(RULE, failed.slice(0, 1)).reason).toBe('expected x, got y');
});

test('a rule that another one blocks names it, and a rule without a reason has none', () => {
  const places = [
    {...bare('p1', 'inconclusive'), reason: 'why'},
    {...bare('p2', 'inconclusive'), blockedBy: 'store.users.other'},
    {...bare('p3', 'passed'), blockedBy: 'store.users.third'},
  ];
  expect(ruleVerdict(RULE, places)).toStrictEqual({
    ...OF_RULE,
    places,
    witnesses: 0,
    verdict: 'inconclusive',
    reason: 'why (2 of 3 places: p1, p2)',
    blockedBy: 'store.users.other',
  });
  const without = [bare('p1', 'inconclusive'), bare('p2', 'inconclusive')];
  expect(ruleVerdict(RULE, without)).not.toHaveProperty('reason');
});

test('a rule that passed everywhere says no more than that', () => {
  const places = [{...bare('*', 'passed'), witnesses: [{of: 'a', saw: 'b'}], reason: 'stale'}];
  expect(ruleVerdict(RULE, places)).toStrictEqual({
    ...OF_RULE,
    places,
    witnesses: 1,
    verdict: 'passed',
  });
});

test('a rule that passed at some places says at how many, and as which of two responses', () => {
  const places = [
    {...bare('p1', 'passed'), variant: 'as 204'},
    {...bare('p2', 'not-exercised'), lacks: [['a hook']]},
  ];
  expect(ruleVerdict(RULE, places)).toStrictEqual({
    ...OF_RULE,
    places,
    witnesses: 0,
    verdict: 'passed',
    note: 'passed at 1 of 2 places; answered as: as 204',
    exercised: {places: 1, of: 2},
  });
});

test('where no place has passed, what the target lacks counts', () => {
  const places = [bare('p1', 'not-applicable'), {...bare('p2', 'not-exercised'), lacks: [['x']]}];
  expect(ruleVerdict(RULE, places).verdict).toBe('not-exercised');
});

test('a place without any verdict is a mistake of the caller', () => {
  expect(() => placeVerdict([])).toThrow('a verdict at the place');
});

test('only a failure of an observed rule is a difference from the example', () => {
  const observed: Rule = {...RULE, level: 'observed'};
  const undecided = [{...bare('*', 'inconclusive'), reason: 'why'}];
  expect(ruleVerdict(observed, undecided)).toMatchObject({verdict: 'inconclusive', reason: 'why'});
  expect(ruleVerdict(observed, [bare('*', 'passed')]).verdict).toBe('passed');
});

test('a rule that failed does not say as which of two responses it passed elsewhere', () => {
  const places = [
    {...bare('p1', 'passed'), variant: 'as 204'},
    {...bare('p2', 'not-exercised'), lacks: [['a hook']]},
    {...bare('p3', 'failed'), violations},
  ];
  const verdict = ruleVerdict(RULE, places);
  expect(verdict.verdict).toBe('failed');
  expect(verdict).not.toHaveProperty('note');
  expect(verdict).not.toHaveProperty('exercised');
});

test('a place that was tried in vain counts, whatever the target lacks', () => {
  const places = [bare('p1', 'passed'), {...bare('p2', 'inconclusive'), lacks: [['a hook']]}];
  expect(ruleVerdict(RULE, places).verdict).toBe('inconclusive');
});
