import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {loadSpecifications} from '../spec/specification.ts';
import {allChecks} from '../suites/all-checks.ts';
import {fixtureReader} from '../suites/engine/fixtures/read-fixture.ts';
import {madeFixtures} from '../suites/made-fixtures.ts';
import {fixturesNamed} from './fixture-file.ts';

const specifications = loadSpecifications();
const sources = {
  read: fixtureReader(specifications),
  made: madeFixtures(specifications, allChecks(specifications).checks),
};
const namesOf = (name: string): string[] =>
  fixturesNamed(name, sources).map(({fixture}) => fixture);

const folder = mkdtempSync(join(tmpdir(), 'presscheck-fixture-'));
afterAll(() => rmSync(folder, {recursive: true}));
writeFileSync(join(folder, 'my-upload.yaml'), '');
const before = process.cwd();
const OWN =
  'fixture: my own\nsteps:\n  - {step: call, id: a, api: workspace, op: getAccount, as: full}\n';

test('a fixture of the package is found from any folder', () => {
  process.chdir(folder);
  try {
    expect(namesOf('fixtures/examples/a-burst.yaml')).toEqual(['sixty a minute']);
  } finally {
    process.chdir(before);
  }
});

const LINK = 'workspace.uploads.link-lives-30-minutes';
const LINK_FILE = 'fixtures/workspace/uploads/link-lives-30-minutes.yaml';

test('a path below fixtures/ that has no file is made from the check, and so are all of a rule', () => {
  expect(namesOf(LINK_FILE)).toEqual([LINK]);
  expect(namesOf(`./${LINK_FILE}`)).toEqual([LINK]);
  expect(namesOf(LINK)).toContain(`${LINK} of an audiobook`);
  expect(namesOf('workspace.account.has-plan')).toEqual([
    'workspace.account.has-plan after a change of the plan',
    'workspace.account.has-plan holdings: the account',
    'workspace.account.has-plan getAccount account /plan',
  ]);
});

test('a file in the working folder comes before the one that would be made', () => {
  mkdirSync(join(folder, 'fixtures/workspace/uploads'), {recursive: true});
  writeFileSync(join(folder, LINK_FILE), OWN);
  process.chdir(folder);
  try {
    expect(namesOf(LINK_FILE)).toEqual(['my own']);
  } finally {
    process.chdir(before);
  }
});

test.each([
  ['fixtures/examples/a-brst.yaml', 'Did you mean fixtures/examples/a-burst.yaml?'],
  ['link-lives-30-minutes.yaml', 'link-lives-30-minutes.yaml?'],
  [
    'fixtures/workspace/uploads/link-lives-30-minuts.yaml',
    'Did you mean fixtures/workspace/uploads/link-lives-30-minutes.yaml?',
  ],
  [join(folder, 'my-uplaod.yaml'), `Did you mean ${join(folder, 'my-upload.yaml')}?`],
])('%s does not exist: the nearest one is named, and where fixtures are', (file, nearest) => {
  expect(() => namesOf(file)).toThrow(nearest);
  expect(() => namesOf(file)).toThrow(
    /no such file.*fixtures\/API\/CHAPTER.*--fixture.*fixtures\/examples/,
  );
});

test('the fixture of a report in the working folder comes before one of the package', () => {
  const name = 'workspace.uploads.link-lives-30-minutes.yaml';
  const fixtures = join(folder, 'my-report', 'fixtures');
  mkdirSync(fixtures, {recursive: true});
  writeFileSync(join(fixtures, name), '');
  process.chdir(folder);
  try {
    expect(() => namesOf(`fixtures/${name}`)).toThrow(
      `Did you mean ${join('my-report/fixtures', name)}?`,
    );
  } finally {
    process.chdir(before);
  }
});

test('for a name that is like none no other is suggested', () => {
  expect(() => namesOf('zzz')).toThrow(/^zzz: cannot be read: there is no such file\. Fixtures/);
});
