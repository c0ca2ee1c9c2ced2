import {expect, test} from 'vitest';
import {causesOf} from './causes.ts';
import {failedPlace, placeOf, RECORD, ruleOf} from './testing/record.ts';
import {undecidedOf} from './undecided.ts';

const idsOf = (rules: {rule: string}[]): string[] =>
  rules.map(({rule}) => rule.replace('store.users.', ''));

test('failures of one signature are one cause, with what it blocks, also indirectly', () => {
  const causes = causesOf(RECORD);
  expect(causes.map(({failed, blocked}) => [idsOf(failed), idsOf(blocked)])).toEqual([
    [
      ['a-failure', 'the-same-failure'],
      ['a-blocked-one', 'blocked-by-the-blocked'],
    ],
    [['another-failure'], []],
  ]);
});

test('a rule with two violations joins the causes of both', () => {
  const at = (op: string) => failedPlace(op, 200, `wrong at ${op}`);
  const rules = [
    ruleOf('one', 'failed', {places: [at('a')]}),
    ruleOf('two', 'failed', {places: [at('b')]}),
    ruleOf('three', 'failed', {places: [at('c')]}),
    ruleOf('both', 'failed', {places: [at('a'), at('b')]}),
  ];
  const causes = causesOf({...RECORD, expected: [], rules});
  expect(causes.map(({failed}) => idsOf(failed))).toEqual([['one', 'two', 'both'], ['three']]);
});

test('the rule that others name comes first in its cause', () => {
  const places = [failedPlace('createUser', 200, 'x')];
  const rules = [
    ruleOf('one', 'failed', {places}),
    ruleOf('named', 'failed', {places}),
    ruleOf('blocked', 'inconclusive', {blockedBy: 'store.users.named'}),
  ];
  const [cause] = causesOf({...RECORD, rules});
  expect(idsOf(cause?.failed ?? [])).toEqual(['named', 'one']);
});

test('rules that block each other do not go round', () => {
  const rules = [
    ruleOf('one', 'inconclusive', {blockedBy: 'store.users.two'}),
    ruleOf('two', 'inconclusive', {blockedBy: 'store.users.one'}),
  ];
  expect(causesOf({...RECORD, rules})).toEqual([]);
});

test('what a failure blocks is not undecided besides, and what is to be supplied is no reason', () => {
  const {rules, inconclusive, notExercised} = undecidedOf(RECORD);
  expect(idsOf(rules)).toEqual(['a-skip', 'an-open-one', 'unchecked', 'a-harness-error']);
  expect(inconclusive).toEqual([{reason: '429', rules: ['store.users.an-open-one']}]);
  expect(notExercised).toEqual([
    {
      reason: 'no check of this run decides this rule: those of a higher effort do',
      rules: ['store.users.unchecked'],
    },
  ]);
});

test('a rule that passed elsewhere is not listed for a place that does not apply', () => {
  const places = [
    placeOf('here', 'passed'),
    placeOf('there', 'not-applicable', {reason: 'none of these runs is rejected'}),
  ];
  const rules = [
    ruleOf('one', 'passed', {places}),
    ruleOf('two', 'not-applicable', {places: places.slice(1)}),
  ];
  expect(undecidedOf({...RECORD, rules}).notApplicable).toEqual([
    {reason: 'none of these runs is rejected', rules: ['store.users.two']},
  ]);
});

test('a reason that several rules share stands once', () => {
  const reason = 'no answer';
  const open = (word: string) =>
    ruleOf(word, 'inconclusive', {places: [placeOf('*', 'inconclusive', {reason})]});
  const record = {...RECORD, rules: [open('one'), open('two')]};
  expect(undecidedOf(record).inconclusive).toEqual([
    {reason, rules: ['store.users.one', 'store.users.two']},
  ]);
});
