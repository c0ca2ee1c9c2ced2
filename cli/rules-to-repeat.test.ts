import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {rulesToRepeat} from './rules-to-repeat.ts';

const folder = mkdtempSync(join(tmpdir(), 'presscheck-failed-'));
afterAll(() => rmSync(folder, {recursive: true, force: true}));

const RULES = [
  {rule: 'a.b.c', verdict: 'passed'},
  {rule: 'a.b.d', verdict: 'failed'},
  {rule: 'a.b.e', verdict: 'inconclusive'},
  {rule: 'a.b.f', verdict: 'not-applicable'},
  {rule: 'a.b.g', verdict: 'not-exercised'},
];

/** A folder with a report of some rules. */
function reportOf(name: string, content: unknown, inside = ''): string {
  mkdirSync(join(folder, name, inside), {recursive: true});
  writeFileSync(join(folder, name, inside, 'report.json'), JSON.stringify(content));
  return join(folder, name);
}

test('what did not pass is repeated, of the last run that began', () => {
  const repeated = ['a.b.d', 'a.b.e', 'a.b.g'];
  const now = reportOf('now', {rules: RULES});
  expect(rulesToRepeat({report: now, only: []})).toEqual(repeated);
  const earlier = reportOf('then', {rules: RULES}, 'earlier');
  expect(rulesToRepeat({report: earlier, only: []})).toEqual(repeated);
});

test.each([
  ['no report', () => join(folder, 'nowhere'), [], /nowhere has no report\.json; run certify/],
  ['no failure', () => reportOf('good', {rules: RULES.slice(0, 1)}), [], /every rule passed/],
  ['another file', () => reportOf('other', {rules: [{rule: 1}]}), [], /not a report/],
  ['a selection', () => reportOf('both', {rules: RULES}), ['uploads'], /leave one of them out/],
])('%s is wrong usage', (_of, report, only, message) => {
  expect(() => rulesToRepeat({report: report(), only})).toThrow(message);
});
