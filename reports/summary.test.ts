import {expect, test} from 'vitest';
import type {RunRecord} from '../spec/run-record.ts';
import {html} from './html.ts';
import {junit} from './junit.ts';
import {markdown} from './markdown.ts';
import {isCertified, outcome, summary, verdictTitle} from './summary.ts';
import {GREEN, RECORD, ruleOf} from './testing/record.ts';
import {text} from './text.ts';

const FORMATS = {text, html, markdown, junit};

const EXCEPTION: RunRecord['expected'][number] = {
  rule: 'store.users.a-skip',
  verdict: 'not-exercised',
  reason: 'plans are changed by hand',
  until: '2099-12-31',
  state: 'met',
};
const onTheMock: RunRecord['target'] = {...GREEN.target, name: 'embedded mock', kind: 'mock'};

test('certified is a deployment that passed the whole catalogue without exceptions', () => {
  expect(outcome(GREEN)).toBe('Certified: every applicable rule passed.');
  expect(isCertified(GREEN)).toBe(true);
});

test.each<[string, Partial<RunRecord>, string]>([
  ['a selection', {only: ['store/users']}, 'All 2 selected rules passed.'],
  [
    'a selection with a rule that does not apply',
    {only: ['store'], rules: [...GREEN.rules, ruleOf('not-for-it', 'not-applicable')]},
    'All 2 selected rules that apply passed.',
  ],
  ['an exception', {expected: [EXCEPTION]}, 'The rules passed with 1 accepted exception.'],
  [
    'a selection with exceptions',
    {only: ['store'], expected: [EXCEPTION, EXCEPTION]},
    'The selected rules passed with 2 accepted exceptions.',
  ],
  ['quick effort', {effort: {...GREEN.effort, name: 'quick'}}, 'that quick effort decides passed'],
  ['the mock', {target: onTheMock}, 'The mock obeys the documents.'],
  ['a selection on the mock', {target: onTheMock, only: ['store']}, 'All 2 selected rules passed.'],
  ['a failure', {exitCode: 1, rules: [ruleOf('x', 'failed')]}, 'Exit code 1: 1 rule failed.'],
  ['an interruption', {interrupted: true, exitCode: 130}, 'Interrupted: this report is partial.'],
])('%s is not called certified', (_, more, words) => {
  const record = {...GREEN, ...more};
  expect(outcome(record)).toContain(words);
  expect(isCertified(record)).toBe(false);
  for (const [name, format] of Object.entries(FORMATS))
    expect(format(record).toLowerCase(), name).not.toContain('certified');
});

test('a certificate names what the document demands and the deployment does not have', () => {
  const without = (isOptional: boolean): RunRecord => ({
    ...GREEN,
    target: {
      ...GREEN.target,
      absent: [{feature: 'plan-deletion', name: 'the deletion of plans', isOptional}],
    },
  });
  expect([verdictTitle(without(true)), verdictTitle(without(false))]).toEqual([
    'Certified',
    'Certified without the deletion of plans',
  ]);
  expect(outcome(without(false))).toBe(
    'Certified without the deletion of plans: every applicable rule passed.',
  );
});

test('a certificate says that rules passed at some of their places', () => {
  const partly = ruleOf('partly', 'passed', {exercised: {places: 1, of: 2}});
  expect(outcome({...GREEN, rules: [...GREEN.rules, partly]})).toBe(
    'Certified: every applicable rule passed, 1 rule of them at some of their places.',
  );
});

test('the selection stands in every format', () => {
  const record = {...GREEN, only: ['store/users', 'store.limits.x']};
  for (const [name, format] of Object.entries(FORMATS)) {
    expect(format(record), name).toContain('store/users');
    expect(format(record), name).toMatch(/store\.limits\.x/);
  }
});

test('exceptions stand in every format with reason and date, also those that do not hold', () => {
  for (const [name, format] of Object.entries(FORMATS))
    for (const {rule, until, reason, state} of RECORD.expected)
      for (const part of [rule, until, reason, ...(state === 'met' ? [] : [state])])
        expect(format(RECORD), `${name} ${rule}`).toContain(part);
});

test('a row that does not hold any more is why the exit code is 1', () => {
  const stale: RunRecord = {...GREEN, expected: [{...EXCEPTION, state: 'stale'}], exitCode: 1};
  expect(outcome(stale)).toBe('Exit code 1: 1 row of `expected` does not hold any longer.');
  expect(text(stale)).toContain('the row is stale: it accepts "not exercised" until 2099-12-31');
});

test('rules that were not exercised and are accepted are counted, and nothing is certified', () => {
  const skipped = [...GREEN.rules, ruleOf('a-skip', 'not-exercised')];
  const accepting: RunRecord = {...GREEN, rules: skipped, acceptsNotExercised: true};
  const allowed = '1 rule was not exercised, as `--accept not-exercised` allows.';
  expect(outcome(accepting)).toBe(`The rules that were tested passed; ${allowed}`);
  expect(outcome({...accepting, effort: {name: 'quick'}})).toBe(
    `The 2 rules that quick effort decides passed; ${allowed}`,
  );
  expect(verdictTitle(accepting)).toBe('Passed');
  expect(outcome({...GREEN, acceptsNotExercised: true})).not.toMatch(/^Certified/);
});

test('the counts are of the APIs that the target has', () => {
  expect(summary(RECORD)).toContain('2 of 13 rules passed, 4 failed, 3 inconclusive');
});
