import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {fixtureFile} from './fixture-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'presscheck-fixture-'));
afterAll(() => rmSync(folder, {recursive: true}));
writeFileSync(join(folder, 'my-upload.yaml'), '');

test('a fixture of the package is found from any folder', () => {
  expect(fixtureFile('fixtures/examples/a-burst.yaml')).toMatch(
    /fixtures\/examples\/a-burst\.yaml$/,
  );
});

test.each([
  ['fixtures/examples/a-brst.yaml', 'Did you mean fixtures/examples/a-burst.yaml?'],
  ['link-lives-30-minutes.yaml', 'link-lives-30-minutes.yaml?'],
  [join(folder, 'my-uplaod.yaml'), `Did you mean ${join(folder, 'my-upload.yaml')}?`],
])('%s does not exist: the nearest one is named, and where fixtures are', (file, nearest) => {
  expect(() => fixtureFile(file)).toThrow(nearest);
  expect(() => fixtureFile(file)).toThrow(
    /no such file.*fixtures\/API\/CHAPTER.*fixtures\/examples/,
  );
});

test('the fixture of a report in the working folder comes before one of the package', () => {
  const name = 'workspace.uploads.link-lives-30-minutes.yaml';
  const fixtures = join(folder, 'my-report', 'fixtures');
  mkdirSync(fixtures, {recursive: true});
  writeFileSync(join(fixtures, name), '');
  const before = process.cwd();
  process.chdir(folder);
  try {
    expect(() => fixtureFile(`fixtures/${name}`)).toThrow(
      `Did you mean ${join('my-report/fixtures', name)}?`,
    );
  } finally {
    process.chdir(before);
  }
});

test('for a name that is like none no other is suggested', () => {
  expect(() => fixtureFile('zzz')).toThrow(
    /^zzz: cannot be read: there is no such file\. Fixtures/,
  );
});
