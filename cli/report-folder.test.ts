import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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

test('a run that could not begin keeps the report of the last run that began', () => {
  const kept = join(folder, 'kept');
  const earlier = join(kept, 'earlier');
  const failed = {...failing(), couldNotBegin: 'no answer'};
  const first = writeReport(kept, failed);
  expect(first).not.toContain('earlier');
  writeReport(kept, failing('first'));
  const before = readFileSync(join(kept, 'report.txt'), 'utf8');
  expect(writeReport(kept, failed)).toMatch(
    /, earlier\/ \(the report of the last run that began\)$/,
  );
  writeReport(kept, failed);
  expect(readFileSync(join(kept, 'report.txt'), 'utf8')).toContain('Why: no answer');
  expect(readFileSync(join(earlier, 'report.txt'), 'utf8')).toBe(before);
  expect(readdirSync(join(earlier, 'fixtures'))).toEqual(['store.users.first-createUser.yaml']);
  expect(readdirSync(earlier).sort()).toEqual([
    'coverage.json',
    'fixtures',
    'junit.xml',
    'report.html',
    'report.json',
    'report.txt',
    'summary.md',
  ]);
  writeReport(kept, failing('second'));
  expect(readdirSync(kept)).not.toContain('earlier');
});

test('what somebody else put into the folder of the kept report stays there', () => {
  const kept = join(folder, 'notes');
  writeReport(kept, failing('first'));
  writeReport(kept, {...failing(), couldNotBegin: 'no answer'});
  writeFileSync(join(kept, 'earlier', 'notes.txt'), 'mine');
  expect(writeReport(kept, failing('second'))).not.toContain('earlier');
  expect(readdirSync(join(kept, 'earlier'))).toEqual(['notes.txt']);
});

test('a folder that cannot be made is refused at once', () => {
  expect(() => prepareReport('/proc/x')).toThrow(/^--report \/proc\/x: cannot be written \(E/);
});

test('a folder is refused in which a report would fail at its end, or write outside it', () => {
  const blocked = join(folder, 'blocked');
  const outside = join(folder, 'outside');
  mkdirSync(blocked);
  mkdirSync(outside);
  writeFileSync(join(outside, 'report.json'), 'mine');
  const refusalOf = (name: string, make: (path: string) => void): string | undefined => {
    make(join(blocked, name));
    try {
      prepareReport(blocked);
      return undefined;
    } catch (error) {
      return (error as Error).message.slice(blocked.length + 1);
    } finally {
      rmSync(join(blocked, name), {recursive: true});
    }
  };
  const noFolder = 'fixtures: is not a folder: choose another --report folder';
  const noFile = 'report.json: is not a regular file: choose another --report folder';
  expect([
    refusalOf('fixtures', (path) => writeFileSync(path, '')),
    refusalOf('fixtures', (path) => symlinkSync(outside, path)),
    refusalOf('earlier', (path) => symlinkSync(outside, path)),
    refusalOf('report.json', (path) => symlinkSync(join(outside, 'report.json'), path)),
    refusalOf('report.json', (path) => symlinkSync(join(outside, 'none'), path)),
    refusalOf('fixtures', (path) => mkdirSync(path)),
  ]).toEqual([
    noFolder,
    noFolder,
    noFolder.replace('fixtures', 'earlier'),
    noFile,
    noFile,
    undefined,
  ]);
});
