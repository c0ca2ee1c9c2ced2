import {expect, test} from 'vitest';
import type {RunRecord} from '../spec/run-record.ts';
import {html} from './html.ts';
import {headingOf} from './heading.ts';
import {json} from './json.ts';
import {junit} from './junit.ts';
import {markdown} from './markdown.ts';
import {isCertified, outcome} from './summary.ts';
import {GREEN, RECORD, ruleOf} from './testing/record.ts';
import {text} from './text.ts';

const FORMATS = {text, html, markdown, junit};

const verdictOf = (record: RunRecord): string => headingOf(record).verdict;

const EXCEPTION: RunRecord['expected'][number] = {
  rule: 'store.users.a-skip',
  verdict: 'not-exercised',
  reason: 'plans are changed by hand',
  until: '2099-12-31',
  state: 'met',
};
const onTheMock: RunRecord['target'] = {...GREEN.target, name: 'embedded mock', kind: 'mock'};

test('certified is a deployment that passed the whole catalogue without exceptions', () => {
  expect(verdictOf(GREEN)).toBe('Certified: deployment staging');
  expect(outcome(GREEN)).toBe('Every applicable rule passed.');
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
  [
    'a failure',
    {exitCode: 1, rules: [ruleOf('x', 'failed')]},
    '1 rule failed: A sentence about x.',
  ],
  [
    'an interruption',
    {interrupted: true, exitCode: 130},
    'The run was interrupted, and this report is partial.',
  ],
])('%s is not called certified', (_, more, words) => {
  const record = {...GREEN, ...more};
  expect(outcome(record)).toContain(words);
  expect(isCertified(record)).toBe(false);
  for (const [name, format] of Object.entries(FORMATS))
    expect(format(record).toLowerCase(), name).not.toMatch(/(?<!not )certified/);
});

test('a certificate names what the document demands and the deployment does not have', () => {
  const without = (isOptional: boolean): RunRecord => ({
    ...GREEN,
    target: {
      ...GREEN.target,
      absent: [{feature: 'plan-deletion', name: 'the deletion of plans', isOptional}],
    },
  });
  expect(verdictOf(without(true))).toBe('Certified: deployment staging');
  expect(verdictOf(without(false))).toBe(
    'Certified without the deletion of plans: deployment staging',
  );
  for (const [name, format] of Object.entries({...FORMATS, json}))
    expect(format(without(false)), name).toContain('Certified without the deletion of plans: ');
});

test('reports begin with verdict, product and what failed, and the exit code stands below', () => {
  const described = {vendor: 'Acme', product: 'Folio', version: '4.2', build: '77'};
  const target = {...GREEN.target, ...described};
  const failed = [ruleOf('x', 'failed'), ruleOf('y', 'failed', {chapter: 'store/orders'})];
  const record = {...GREEN, target, rules: [...GREEN.rules, ...failed], exitCode: 1};
  const {verdict, outcome: what, tested} = headingOf(record);
  expect(verdict).toBe('Not certified: Folio 4.2 (build 77) of Acme');
  expect(what).toBe('2 rules failed, in store/users and store/orders.');
  expect(tested).toBe(
    'Tested by presscheck 0.2.0 against the Workspace Publishing API and the Store Integration API: ' +
      '2 of 4 rules passed, 2 failed, 9 requests. Exit code 1.',
  );
  expect(text(record).split('\n').slice(0, 2)).toEqual([`${verdict}. ${what}`, tested]);
  expect(text(record).trimEnd().split('\n').slice(-2)).toEqual([tested, `${verdict}. ${what}`]);
  for (const [name, format] of Object.entries(FORMATS)) {
    const shown = format(record).replaceAll('\\', '');
    const order = [verdict, what, tested].map((part) => shown.indexOf(part));
    expect(order, name).not.toContain(-1);
    expect(order, name).toEqual(order.toSorted((a, b) => a - b));
  }
});

test('a harness error or an interruption does not hide what failed', () => {
  const rules = ['a', 'b', 'c', 'd', 'e'].map((name) =>
    ruleOf(name, 'failed', {chapter: `store/${name}`}),
  );
  const failed = '5 rules failed, in store/a, store/b, store/c and 2 other chapters.';
  expect(outcome({...GREEN, rules, exitCode: 4})).toBe(
    `${failed} There was an error in presscheck itself.`,
  );
  expect(outcome({...GREEN, rules, exitCode: 130, interrupted: true})).toBe(
    `The run was interrupted, and this report is partial. ${failed}`,
  );
});

test('only a run that may certify says that it does not', () => {
  const failed = {...GREEN, rules: [ruleOf('x', 'failed')], exitCode: 1};
  expect(verdictOf(failed)).toMatch(/^Not certified: /);
  expect(verdictOf({...failed, only: ['store']})).toMatch(/^Failed: /);
  expect(verdictOf({...failed, only: ['store'], exitCode: 4})).toMatch(/^Failed: /);
  expect(verdictOf({...failed, target: onTheMock})).toBe('Failed: embedded mock');
  expect(verdictOf({...GREEN, only: ['store'], exitCode: 3})).toMatch(/^Not decided: /);
  expect(verdictOf({...GREEN, couldNotBegin: 'x', exitCode: 5})).toMatch(/^Nothing decided: /);
});

test('a certificate says that rules passed at some of their places', () => {
  const partly = ruleOf('partly', 'passed', {exercised: {places: 1, of: 2}});
  expect(outcome({...GREEN, rules: [...GREEN.rules, partly]})).toBe(
    'Every applicable rule passed, 1 rule of them at some of their places.',
  );
});

test('what is only observed may differ: every format counts it first, and no certificate is lost', () => {
  const difference = 'differs from what the document implies: expected x, got y';
  const differing = ruleOf('differing', 'differs', {level: 'observed', note: difference});
  const record = {...GREEN, rules: [...GREEN.rules, differing]};
  expect(outcome(record)).toBe(
    'Every applicable rule passed; ' +
      '1 rule differs from what the document only implies, which fails nothing.',
  );
  expect(verdictOf(record)).toMatch(/^Certified: /);
  for (const format of [text, html, markdown, junit]) {
    const shown = format(record);
    const body = shown.slice(shown.indexOf('<body>') + 1);
    expect(body.split('\n').slice(0, 8).join('\n')).toContain(
      '2 of 3 rules passed, 0 failed, 1 differs',
    );
    expect(shown).toContain('expected x, got y');
  }
  expect(outcome({...record, only: ['store']})).toContain('All 2 selected rules passed; 1 rule');
  expect(outcome({...record, only: ['store'], rules: [differing]})).toBe(
    'The selected rule differs from what the document only implies, which fails nothing.',
  );
});

test('a row of `expected` on a rule that is only observed says that such a rule never fails', () => {
  const rules = [...GREEN.rules, ruleOf('differing', 'differs', {level: 'observed'})];
  const row = {...EXCEPTION, rule: 'store.users.differing', verdict: 'failed' as const};
  const record = {...GREEN, rules, expected: [{...row, state: 'stale' as const}], exitCode: 1};
  expect(text(record)).toContain(
    'the document only implies this rule, so that it never fails (now differs); remove the row',
  );
});

test('the selection stands in every format', () => {
  const record = {...GREEN, only: ['store/users', 'store.limits.x']};
  for (const [name, format] of Object.entries(FORMATS)) {
    expect(format(record), name).toContain('store/users');
    expect(format(record), name).toMatch(/store\.limits\.x/);
  }
});

test('the proxy through which a run went stands in every format', () => {
  const target = {...RECORD.target, proxies: ['http://proxy.example:3128']};
  for (const format of [text, html, markdown, junit, json])
    expect(format({...RECORD, target}).replaceAll('\\', '')).toContain('http://proxy.example:3128');
});

test('exceptions stand in every format with reason and date, also those that do not hold', () => {
  for (const [name, format] of Object.entries(FORMATS))
    for (const {rule, until, reason, state} of RECORD.expected)
      for (const part of [rule, until, reason, ...(state === 'met' ? [] : [state])])
        expect(format(RECORD), `${name} ${rule}`).toContain(part);
});

test('a row that does not hold any more is why the exit code is 1', () => {
  const stale: RunRecord = {...GREEN, expected: [{...EXCEPTION, state: 'stale'}], exitCode: 1};
  expect(outcome(stale)).toBe('1 row of `expected` does not hold any longer.');
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
  expect(verdictOf(accepting)).toMatch(/^Passed: /);
  expect(verdictOf({...GREEN, acceptsNotExercised: true})).toMatch(/^Passed: /);
});

test('the counts are of the APIs that the target has', () => {
  expect(headingOf(RECORD).tested).toContain('2 of 13 rules passed, 4 failed, 3 inconclusive');
});
