import {accessSync, constants, existsSync, lstatSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {coverageMap} from '../reports/coverage-map.ts';
import {fixtureFile} from '../reports/fixture-file.ts';
import {html} from '../reports/html.ts';
import {json} from '../reports/json.ts';
import {junit} from '../reports/junit.ts';
import {markdown} from '../reports/markdown.ts';
import {text} from '../reports/text.ts';
import {makeFolder} from '../spec/make-folder.ts';
import {UsageError} from '../spec/usage-error.ts';
import type {PlaceVerdict, RunRecord} from '../spec/run-record.ts';
import {isSeenBroken} from '../spec/seen-broken.ts';
import {withSimplestEvidence} from '../spec/simplest-evidence.ts';
import {fixtureOf, fixtureText} from '../suites/engine/fixtures/fixture.ts';
import {EARLIER, makeRoom} from './earlier-report.ts';
import {COVERAGE, FILES, FIXTURES, removeFixtures} from './report-files.ts';

/**
 * Creates the folder of a report, before any request is sent.
 * @throws UsageError for a folder that cannot be written to
 */
export const prepareReport = (folder: string): void =>
  writing(folder, () => {
    makeFolder(folder);
    accessSync(folder, constants.W_OK);
    for (const name of FILES) requireReplaceable(join(folder, name));
    for (const name of [FIXTURES, EARLIER, join(EARLIER, FIXTURES)])
      requireFolder(join(folder, name));
  });

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
 * folder are removed, and nothing else; the report before one that decides nothing is kept (`makeRoom`).
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
    makeRoom(folder, record);
    writeFileSync(join(folder, 'report.json'), json(record));
    writeFileSync(join(folder, COVERAGE), coverageMap(record));
    writeFileSync(join(folder, 'junit.xml'), junit(record));
    writeFileSync(join(folder, 'report.html'), html(record, {folder, options}));
    writeFileSync(join(folder, 'report.txt'), text(record, false, {folder, options}));
    writeFileSync(join(folder, 'summary.md'), markdown(record));
    removeFixtures(join(folder, FIXTURES));
    if (fixtures.size) makeFolder(join(folder, FIXTURES));
    for (const [file, content] of fixtures) writeFileSync(join(folder, FIXTURES, file), content);
  });
  const formats = `${join(folder, 'report.html')}, report.json, ${COVERAGE}, junit.xml, report.txt, summary.md`;
  const kept = existsSync(join(folder, EARLIER, 'report.json'));
  return [
    formats,
    ...(fixtures.size ? [`${FIXTURES}/`] : []),
    ...(kept ? [`${EARLIER}/ (the report of the last run that began)`] : []),
  ].join(', ');
}

/** The fixtures of the failures and differences, by file name. */
function fixturesOf({rules}: RunRecord): Map<string, string> {
  const failed = rules.flatMap(({rule, places}) =>
    places
      .filter((place) => isSeenBroken(place) && place.evidence)
      .map((place): [string, PlaceVerdict] => [rule, place]),
  );
  return new Map(
    failed.map(([rule, place]) => [
      fixtureFile(rule, place.place),
      fixtureText(fixtureOf(rule, withSimplestEvidence(place))),
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
