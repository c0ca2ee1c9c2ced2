import {mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {failedPlace, RECORD, ruleOf} from '../reports/testing/record.ts';
import {prepareReport, writeReport} from './report-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'presscheck-report-'));
afterAll(() => rmSync(folder, {recursive: true}));

const failing = (...words: string[]) => ({
  ...RECORD,
  rules: words.map((word) =>
    ruleOf(word, 'failed', {places: [failedPlace('createUser', 500, 'x')]}),
  ),
});

test('a folder holds the fixtures of one run, and keeps what somebody else put there', () => {
  const fixtures = join(folder, 'fixtures');
  writeReport(folder, failing('first', 'second'));
  const own = 'store.users.mine.yaml';
  writeFileSync(join(fixtures, own), 'fixture: mine\nrule: store.users.mine\nsteps: []\n');
  writeFileSync(join(fixtures, 'notes.yaml'), 'a: [1');
  mkdirSync(join(fixtures, 'kept.yaml'));
  writeReport(folder, failing('second', 'third'));
  expect(readdirSync(fixtures).sort()).toEqual([
    'kept.yaml',
    'notes.yaml',
    own,
    'store.users.second-createUser.yaml',
    'store.users.third-createUser.yaml',
  ]);
  writeReport(folder, failing());
  expect(readdirSync(fixtures).sort()).toEqual(['kept.yaml', 'notes.yaml', own]);
});

test('a folder that cannot be made is refused at once', () => {
  expect(() => prepareReport('/proc/x')).toThrow(/^--report \/proc\/x: cannot be written \(E/);
});
