import {existsSync, readdirSync, renameSync, rmdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {fixtureFile} from '../reports/fixture-file.ts';
import {isObject} from '../spec/json.ts';
import {makeFolder} from '../spec/make-folder.ts';
import {UsageError} from '../spec/usage-error.ts';
import {readYaml} from '../suites/target/yaml-file.ts';

/** The file that says what was tried. */
export const COVERAGE = 'coverage.json';

/** The files of every report. */
export const FILES = [
  'report.json',
  COVERAGE,
  'junit.xml',
  'report.html',
  'report.txt',
  'summary.md',
];

/** The folder of the fixtures in every report. */
export const FIXTURES = 'fixtures';

/** Moves the files of a report to another folder, where they replace those of another report. */
export function moveReport(from: string, to: string): void {
  removeReport(to);
  makeFolder(to);
  for (const name of FILES.filter((one) => existsSync(join(from, one))))
    renameSync(join(from, name), join(to, name));
  const fixtures = ownFixtures(join(from, FIXTURES));
  if (fixtures.length) makeFolder(join(to, FIXTURES));
  for (const name of fixtures) renameSync(join(from, FIXTURES, name), join(to, FIXTURES, name));
}

/** Removes a report that was moved, with its folder if nothing else is in it. */
export function removeReport(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of FILES) rmSync(join(folder, name), {force: true});
  removeFixtures(join(folder, FIXTURES));
  removeIfEmpty(join(folder, FIXTURES));
  removeIfEmpty(folder);
}

function removeIfEmpty(folder: string): void {
  if (existsSync(folder) && !readdirSync(folder).length) rmdirSync(folder);
}

/** Removes the fixtures that a report wrote, and nothing else. */
export function removeFixtures(folder: string): void {
  for (const name of ownFixtures(folder)) rmSync(join(folder, name));
}

/** The fixtures that a report wrote: their names are derived from the rule and place that they contain. */
function ownFixtures(folder: string): string[] {
  const entries = existsSync(folder) ? readdirSync(folder, {withFileTypes: true}) : [];
  return entries
    .filter((entry) => entry.isFile() && isOwnFixture(entry.name, join(folder, entry.name)))
    .map(({name}) => name);
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
