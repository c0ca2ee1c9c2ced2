import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {fixtureFile} from '../reports/fixture-file.ts';
import {html} from '../reports/html.ts';
import {json} from '../reports/json.ts';
import {junit} from '../reports/junit.ts';
import {markdown} from '../reports/markdown.ts';
import {text} from '../reports/text.ts';
import {isObject} from '../spec/json.ts';
import {makeFolder} from '../spec/make-folder.ts';
import {UsageError} from '../spec/usage-error.ts';
import type {PlaceVerdict, RunRecord} from '../spec/run-record.ts';
import {fixtureOf, fixtureText} from '../suites/engine/fixtures/fixture.ts';
import {readYaml} from '../suites/target/yaml-file.ts';

/**
 * Creates the folder of a report, before any request is sent.
 * @throws UsageError for a folder that cannot be written to
 */
export const prepareReport = (folder: string): void =>
  writing(folder, () => {
    makeFolder(folder);
    accessSync(folder, constants.W_OK);
    for (const name of FILES) requireReplaceable(join(folder, name));
    requireFolder(join(folder, FIXTURES));
  });

/** The files of every report. */
const FILES = ['report.json', 'junit.xml', 'report.html', 'report.txt', 'summary.md'];

/** The folder of the fixtures in every report. */
const FIXTURES = 'fixtures';

/**
 * @throws UsageError for something that is not a regular file: writing to a pipe would wait forever, and
 * through a symbolic link a file outside the folder would be replaced
 */
function requireReplaceable(path: string): void {
  const stats = lstatSync(path, {throwIfNoEntry: false});
  if (!stats) return;
  if (!stats.isFile())
    throw new UsageError(`${path}: is not a regular file: choose another --report folder`);
  accessSync(path, constants.W_OK);
}

/** @throws UsageError for something that is not a folder, or leads to one elsewhere */
function requireFolder(path: string): void {
  const stats = lstatSync(path, {throwIfNoEntry: false});
  if (!stats) return;
  if (!stats.isDirectory())
    throw new UsageError(`${path}: is not a folder: choose another --report folder`);
  accessSync(path, constants.W_OK);
}

/**
 * Writes every format of the report, and a fixture for each place that failed. Fixtures of earlier runs in the same
 * folder are removed, and nothing else.
 * @param options those that select the target, for the commands that replay the fixtures
 * @returns the names of the written files, for people
 * @throws UsageError for a folder that cannot be written to
 */
export function writeReport(
  folder: string,
  record: RunRecord,
  options: readonly string[] = [],
): string {
  const fixtures = fixturesOf(record);
  writing(folder, () => {
    makeFolder(folder);
    writeFileSync(join(folder, 'report.json'), json(record));
    writeFileSync(join(folder, 'junit.xml'), junit(record));
    writeFileSync(join(folder, 'report.html'), html(record));
    writeFileSync(join(folder, 'report.txt'), text(record, false, {folder, options}));
    writeFileSync(join(folder, 'summary.md'), markdown(record));
    removeEarlierFixtures(join(folder, FIXTURES));
    if (fixtures.size) makeFolder(join(folder, FIXTURES));
    for (const [file, content] of fixtures) writeFileSync(join(folder, FIXTURES, file), content);
  });
  const formats = `${join(folder, 'report.html')}, report.json, junit.xml, report.txt, summary.md`;
  return fixtures.size ? `${formats}, fixtures/` : formats;
}

/** Removes the fixtures that a report wrote: their names are derived from the rule and place that they contain. */
function removeEarlierFixtures(folder: string): void {
  const entries = existsSync(folder) ? readdirSync(folder, {withFileTypes: true}) : [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isFile() && isOwnFixture(entry.name, path)) rmSync(path);
  }
}

function isOwnFixture(name: string, path: string): boolean {
  if (!name.endsWith('.yaml')) return false;
  const {fixture, rule, place} = membersIn(path);
  if (typeof rule !== 'string' || typeof place !== 'string') return false;
  return fixture === `${rule} ${place}` && name === fixtureFile(rule, place);
}

/** The members of a YAML file; none for a file with other content. */
function membersIn(path: string): Record<string, unknown> {
  try {
    const content = readYaml(path).value;
    return isObject(content) ? content : {};
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return {};
  }
}

/** The fixtures of the failures, by file name. */
function fixturesOf({rules}: RunRecord): Map<string, string> {
  const failed = rules.flatMap(({rule, places}) =>
    places
      .filter(({verdict, evidence}) => verdict === 'failed' && evidence)
      .map((place): [string, PlaceVerdict] => [rule, place]),
  );
  return new Map(
    failed.map(([rule, place]) => [
      fixtureFile(rule, place.place),
      fixtureText(fixtureOf(rule, place)),
    ]),
  );
}

function writing(folder: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const {code} = error as NodeJS.ErrnoException;
    throw new UsageError(
      `--report ${folder}: cannot be written (${code}); give a folder that can be`,
    );
  }
}
