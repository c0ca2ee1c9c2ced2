import {XMLParser, XMLValidator} from 'fast-xml-parser';
import {expect, test} from 'vitest';
import {junit} from './junit.ts';
import {failedPlace, GREEN, RECORD, ruleOf} from './testing/record.ts';

const LISTS = ['testsuite', 'testcase', 'failure', 'error', 'skipped', 'property'];
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  isArray: (name, _path, _leaf, attribute) => !attribute && LISTS.includes(name),
});
const xml = junit(RECORD);
const root = parser.parse(xml).testsuites;
const cases = root.testsuite.flatMap((suite: any) => suite.testcase);

test('it is well-formed, and its counts are those of its cases', () => {
  expect(XMLValidator.validate(xml)).toBe(true);
  expect(root).toMatchObject({tests: '14', failures: '4', errors: '4', skipped: '4'});
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
});

test('a failure has the rule, expected, got, and the commands', () => {
  const [failed] = cases.find((one: any) => one.failure).failure;
  expect(failed['#text']).toContain(`expected the status to be 201, got <b>&"it's" ]]>`);
  expect(failed['#text']).toContain(`curl -sS '<&>'  # 500  # <== this response`);
});

test('what only differs is a passed test with the difference as its output', () => {
  const note = 'differs from what the document implies: expected <x>, got y';
  const places = [{...failedPlace('createUser', 500, 'x'), verdict: 'differs' as const}];
  const rules = [ruleOf('differing', 'differs', {level: 'observed', note, places})];
  const report = junit({...GREEN, rules});
  const suites = parser.parse(report).testsuites;
  expect(suites).toMatchObject({tests: '1', failures: '0', errors: '0', skipped: '0'});
  const [{testcase}] = suites.testsuite;
  expect(testcase[0]['system-out']).toContain(note);
  expect(testcase[0]['system-out']).toContain(`curl -sS '<&>'`);
});

test('an API that the target does not have is a property, and no test', () => {
  expect(root.testsuite.filter((one: any) => one.name.startsWith('workspace'))).toEqual([]);
  expect(xml).toContain(
    '<property name="not tested" value="The target has no workspace API: 2 rules are not applicable."/>',
  );
});

test('what is accepted is skipped, as the exit code says, and stands in the properties', () => {
  const accepted = cases.find((one: any) => one.name === 'store.users.accepted-failure');
  expect(accepted.skipped[0].message).toContain('accepted until 2026-12-31: repaired in spring');
  const [{properties}] = root.testsuite;
  const named = Object.fromEntries(properties.property.map((one: any) => [one.name, one.value]));
  expect(named).toMatchObject({
    selection: 'the whole catalogue',
    'exit code': '4',
    'exception store.users.accepted-failure':
      'failed, accepted until 2026-12-31: repaired in spring',
  });
});

test('a run without a single rule has a report', () => {
  const empty = junit({...RECORD, rules: [], supply: [], expected: []});
  expect(XMLValidator.validate(empty)).toBe(true);
  expect(empty).toContain('tests="0"');
});

test('an interrupted run is no success, whatever its rules say', () => {
  const {testsuite} = parser.parse(junit({...RECORD, interrupted: true})).testsuites;
  const own = testsuite.find(({name}: {name: string}) => name === 'presscheck');
  expect(own.testcase[0]).toMatchObject({
    name: 'the run',
    error: [{message: expect.stringMatching(/Interrupted/)}],
  });
});

test('a row of `expected` that does not hold any longer fails', () => {
  const own = root.testsuite.find(({name}: {name: string}) => name === 'presscheck');
  expect(own.testcase).toHaveLength(1);
  expect(own.testcase[0].failure[0].message).toMatch(/stale|expired/);
});
