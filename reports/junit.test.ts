import {XMLParser, XMLValidator} from 'fast-xml-parser';
import {expect, test} from 'vitest';
import {junit, junitOfMistakes} from './junit.ts';
import {figuresOf} from './testing/junit-figures.ts';
import {JUNIT_REPORTS} from './testing/junit-reports.ts';
import {failedPlace, GREEN, RECORD, ruleOf} from './testing/record.ts';
import {xunitMistakes} from './testing/xunit-schema.ts';

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
  expect(root).toMatchObject({tests: '14', failures: '4', errors: '4', time: '2.500'});
  const count = (of: any[], element: string): string =>
    String(of.filter((one) => one[element]).length);
  for (const [suite, of] of [
    [root, cases],
    ...root.testsuite.map((one: any) => [one, one.testcase]),
  ]) {
    expect(suite.tests).toBe(String(of.length));
    expect([suite.failures, suite.errors]).toEqual(
      ['failure', 'error'].map((element) => count(of, element)),
    );
    if (suite !== root) expect(suite.skipped).toBe(count(of, 'skipped'));
  }
});

test.each(JUNIT_REPORTS)(
  'a reader from the registry finds what was counted by hand in $name',
  async ({record, figures}) => {
    const report = junit(record);
    expect(await figuresOf(report)).toEqual({declared: figures, counted: figures});
    const lost = report.replace(/<(error|testcase)\b[^>]*\/>/, '');
    expect(await figuresOf(lost)).not.toEqual({declared: figures, counted: figures});
  },
);

test('a failure has the rule, expected, got, and the commands', () => {
  const [failed] = cases.find((one: any) => one.failure).failure;
  expect(failed['#text']).toContain(`expected the status to be 201, got <b>&"it's" ]]>`);
  expect(failed['#text']).toContain(`curl -sS '<&>'  # 500  # <== this response`);
});

test('each failure and error has the verdict as its type, without which Maven reads none', () => {
  const types = [...xml.matchAll(/<(?:failure|error) type="([^"]+)"/g)].map(([, type]) => type);
  expect(xml.match(/<(failure|error)\b/g)).toHaveLength(types.length);
  expect(new Set(types)).toEqual(new Set(['failed', 'inconclusive', 'harness-error', 'run']));
});

test('what only differs is a passed test with the difference as its output', () => {
  const note = 'differs from what the document implies: expected <x>, got y';
  const places = [{...failedPlace('createUser', 500, 'x'), verdict: 'differs' as const}];
  const rules = [ruleOf('differing', 'differs', {level: 'observed', note, places})];
  const report = junit({...GREEN, rules});
  const suites = parser.parse(report).testsuites;
  expect(suites).toMatchObject({tests: '1', failures: '0', errors: '0'});
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
    error: [{message: expect.stringMatching(/interrupted/)}],
  });
});

test('a row of `expected` that does not hold any longer fails', () => {
  const own = root.testsuite.find(({name}: {name: string}) => name === 'presscheck');
  expect(own.testcase).toHaveLength(1);
  expect(own.testcase[0].failure[0].message).toMatch(/stale|expired/);
});

test.each([
  ['a run', xml],
  ['a run without a rule', junit({...RECORD, rules: [], supply: [], expected: []})],
  ['a run that could not begin', junit({...RECORD, couldNotBegin: 'nothing responds'})],
  ['an interrupted run', junit({...RECORD, interrupted: true})],
  ['a run that was refused', junitOfMistakes(['line 3: `a`', 'b'], RECORD.startedAt)],
])('the schema of Jenkins accepts %s, and each suite and case has a time', (_of, text) => {
  expect(xunitMistakes(text)).toEqual([]);
  for (const element of text.match(/<(testsuite|testcase) [^>]*>/g) ?? [])
    expect(element).toMatch(/ time="\d+\.\d{3}"/);
  for (const suite of text.match(/<testsuite [^>]*>/g) ?? [])
    expect(suite).toContain(' timestamp="2026-03-02T09:30:00.000Z"');
});

test('what the schema of Jenkins refuses is a mistake', () => {
  const wrong =
    '<testsuites skipped="1"><testsuite name="a" time="1e3"><x/></testsuite></testsuites>';
  expect(xunitMistakes(wrong)).toEqual([
    'testsuites has no attribute skipped',
    'testsuite lacks tests',
    'testsuite lacks failures',
    'testsuite lacks errors',
    'testsuite has time="1e3"',
    'testsuite has no child x',
  ]);
});
