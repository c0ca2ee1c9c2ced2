import {readFileSync} from 'node:fs';
import {Ajv2020} from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import {XMLParser, XMLValidator} from 'fast-xml-parser';
import {expect, test} from 'vitest';
import type {PlaceVerdict, RuleVerdict, RunRecord, Verdict} from '../spec/run-record.ts';
import {html} from './html.ts';
import {json} from './json.ts';
import {junit} from './junit.ts';
import {table} from './table.ts';

const NASTY = `<b>&"it's" ]]> \u0000\u001B[31m \uD800 ${'\u{1F4DA}'}`;

function rule(word: string, verdict: Verdict, more: Partial<RuleVerdict> = {}): RuleVerdict {
  return {
    rule: `store.users.${word}`,
    chapter: 'store/users',
    section: 'Users / Create',
    sentence: 'A sentence of the document.',
    level: 'must',
    verdict,
    witnesses: verdict === 'passed' ? 3 : 0,
    places: [{place: '*', verdict, witnesses: [], violations: []}],
    ...more,
  };
}

const failure = rule('a-failure', 'failed', {
  sentence: NASTY,
  places: [
    {
      place: 'createUser',
      verdict: 'failed',
      witnesses: [],
      violations: [{branch: 'another-status', expected: '201', got: NASTY, step: 's1'}],
      evidence: {
        scene: 'x',
        steps: [{step: 'advance', id: 's0', ms: 1}],
        handles: {made: ['s1']},
        curl: [`curl -sS 'http://localhost/<&>'  # 500`],
        exchanges: [
          {
            step: 's1',
            op: 'createUser',
            status: 500,
            situations: [],
            method: 'POST',
            url: 'http://localhost/',
            body: {a: NASTY},
          },
        ],
      },
    },
  ],
});

const record: RunRecord = {
  presscheck: '0.1.0',
  catalogue: '1',
  target: {name: NASTY, kind: 'deployment', urls: {store: 'http://localhost:1'}},
  seed: 1,
  startedAt: '2026-03-02T09:30:00.000Z',
  finishedAt: '2026-03-02T09:31:00.000Z',
  plan: {
    scenes: 5,
    requests: 9,
    byApi: {store: 9},
    seconds: 0,
    effects: ['reads'],
    residue: {},
    notExercised: [{rule: 'store.users.a-skip', place: '*', reason: 'no clock'}],
  },
  requests: 9,
  residue: {'deactivated users': 2},
  rules: [
    rule('a-pass', 'passed'),
    failure,
    rule('a-skip', 'not-exercised', {reason: 'give it a clock'}),
    rule('an-open-one', 'inconclusive', {reason: '429'}),
    rule('a-harness-error', 'harness-error', {reason: 'bug'}),
    rule('not-for-it', 'not-applicable', {chapter: 'store/limits'}),
  ],
  supply: [{what: 'a clock', rules: ['store.users.a-skip'], places: 1, placesWithMore: 0}],
  expected: [
    {
      rule: 'store.users.a-skip',
      verdict: 'not-exercised',
      reason: 'no clock there',
      until: '2026-12-31',
      state: 'met',
    },
  ],
  exitCode: 4,
};

const schema = JSON.parse(
  readFileSync(new URL('report.schema.json', import.meta.url), 'utf8'),
) as object;
const ajv = new Ajv2020({strict: true, allErrors: true});
formats.default(ajv);
const validate = ajv.compile(schema);

test('report.json is what its schema says, and the schema is not satisfied with less', () => {
  void validate(JSON.parse(json(record)));
  expect(validate.errors).toBeNull();
  for (const wrong of [
    {...record, exitCode: 7},
    {...record, surprise: 1},
    {...record, rules: [{...failure, verdict: 'skipped'}]},
    {...record, startedAt: 'now'},
  ])
    expect(validate(JSON.parse(json(wrong as RunRecord)))).toBe(false);
});

test('the schema takes a record with a blocked rule', () => {
  const reason = 'blocked by store.users.a-pass: createUser was answered 404';
  const place: PlaceVerdict = {
    place: '*',
    verdict: 'inconclusive',
    witnesses: [],
    violations: [],
    reason,
    blocked: true,
  };
  const rules = [rule('a-blocked-one', 'inconclusive', {reason, places: [place]})];
  void validate(JSON.parse(json({...record, rules})));
  expect(validate.errors).toBeNull();
});

test('the text report says why a rule without a check was not exercised', () => {
  const rules = [
    rule('unchecked', 'not-exercised', {places: [], reason: 'no check decides this rule'}),
  ];
  expect(table({...record, rules})).toContain(
    'no check decides this rule\n    store.users.unchecked',
  );
});

test('junit.xml is well-formed, and its counts are those of its cases', () => {
  const xml = junit(record);
  expect(XMLValidator.validate(xml)).toBe(true);
  const outside = [...xml].filter(
    (char) => !/[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u.test(char),
  );
  expect(outside).toEqual([]);
  const lists = ['testsuite', 'testcase', 'failure', 'error', 'skipped'];
  const root = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name, _path, _leaf, attribute) => !attribute && lists.includes(name),
  }).parse(xml).testsuites;
  expect(root).toMatchObject({tests: '6', failures: '1', errors: '2', skipped: '2'});
  const cases = root.testsuite.flatMap((suite: any) => suite.testcase);
  const count = (of: any[], element: string): string =>
    String(of.filter((one) => one[element]).length);
  for (const [suite, of] of [
    [root, cases],
    ...root.testsuite.map((one: any) => [one, one.testcase]),
  ]) {
    expect(suite.tests).toBe(String(of.length));
    expect([suite.failures, suite.errors, suite.skipped]).toEqual(
      ['failure', 'error', 'skipped'].map((element) => count(of, element)),
    );
  }
  expect(root.name).toContain(`<b>&"it's" ]]>`);
  const [failed] = cases.find((one: any) => one.failure).failure;
  expect(failed['#text']).toContain(`expected 201, got <b>&"it's" ]]>`);
  expect(failed['#text']).toContain(`curl -sS 'http://localhost/<&>'  # 500`);
  expect(
    cases.filter((one: any) => one.skipped).map((one: any) => one.skipped[0].message),
  ).toContain('give it a clock');
});

test('report.html stands alone and lets nothing in', () => {
  const page = html(record);
  expect(page).not.toMatch(/<(script|img|link|iframe)[^>]*(src|href)=/i);
  expect(page).not.toMatch(/url\(|@import/);
  expect(page).not.toContain('<b>&"');
  expect(page).toContain('&lt;b&gt;&amp;&quot;it&#39;s&quot;');
  expect(page.match(/<details class="rule"/g)).toHaveLength(6);
  expect(page).toContain('<code>store.users.a-failure</code>');
  expect(page).toMatch(/data-verdict="failed" open/);
  expect(page).toContain('prefers-color-scheme: dark');
  expect(page).toContain('width=device-width');
  expect(page).toContain('2 deactivated users');
  expect(page).not.toContain('Certified');
});

test('the text report says what failed, why, and how to reproduce it', () => {
  const text = table({...record, target: {...record.target, name: 'staging'}});
  for (const part of [
    'store.users.a-failure',
    'Users / Create',
    'expected  201',
    'curl -sS',
    'Left behind: 2 deactivated users',
  ])
    expect(text).toContain(part);
  expect(text.trimEnd().split('\n').at(-1)).toContain('Target: deployment staging');
  expect(text.split('\n')[0]).toContain('Target: deployment staging');
});

test('a run on the mock is never called certified', () => {
  const green: RunRecord = {
    ...record,
    target: {name: 'embedded mock', kind: 'mock', urls: {}},
    rules: [rule('a-pass', 'passed')],
    exitCode: 0,
    expected: [],
  };
  for (const format of [table, html, junit, json])
    expect(format(green).toLowerCase()).not.toContain('certified');
  expect(table({...green, target: record.target})).toContain('Certified');
});

test('a run without a single rule has a report in every format', () => {
  const empty: RunRecord = {
    ...record,
    rules: [],
    plan: {...record.plan, scenes: 0, requests: 0, byApi: {}, notExercised: []},
    requests: 0,
    residue: {},
    expected: [],
    exitCode: 3,
  };
  expect(XMLValidator.validate(junit(empty))).toBe(true);
  expect(junit(empty)).toContain('tests="0"');
  expect(JSON.parse(json(empty))).toMatchObject({rules: [], exitCode: 3});
  expect(table(empty)).toContain('0 of 0 rules passed');
  expect(table(empty)).not.toMatch(/certified/i);
  expect(html(empty)).toContain('</html>');
});
