import {existsSync, readdirSync, statSync} from 'node:fs';
import {basename, dirname, join, normalize, sep} from 'node:path';
import {likeliest, pairOverlap} from '../spec/likeliest.ts';
import {UsageError} from '../spec/usage-error.ts';
import type {Fixture} from '../suites/engine/fixtures/fixture.ts';
import type {MadeFixture} from '../suites/made-fixtures.ts';
import {packageFolder} from './package-folder.ts';

/** Where fixtures come from. */
export interface FixtureSources {
  /** Reads a file. @throws UsageError with its mistakes */
  read(file: string): Fixture;
  /** The fixtures that can be made, by their paths below the working folder. */
  made: ReadonlyMap<string, MadeFixture>;
}

/**
 * The fixtures that a name refers to: a file; a path below `fixtures/`, which is taken from presscheck's own folder or
 * made from its check if the working folder does not have it; or the id of a rule, whose fixtures are all made.
 * @throws UsageError for any other name, with the most similar one that there is
 */
export function fixturesNamed(name: string, {read, made}: FixtureSources): Fixture[] {
  if (existsSync(name)) return [read(name)];
  const path = normalize(name).split(sep).join('/');
  const packaged = join(packageFolder(), path);
  if (path.startsWith('fixtures/') && existsSync(packaged)) return [read(packaged)];
  const ofName = [...made.values()].filter((one) => one.path === path || one.rule === name);
  if (ofName.length) return ofName.map(({make}) => make());
  throw new UsageError(
    `${name}: cannot be read: there is no such file. ${nearestText(name, [...made.keys()])}Fixtures of rules are ` +
      'made from their checks: give the id of a rule, or the path fixtures/API/CHAPTER/NAME.yaml that `presscheck ' +
      `rules RULE --fixture\` prints. Examples are in fixtures/examples/, here or in ${packageFolder()}. The fixtures ` +
      'of a failed run are in fixtures/ of its report.',
  );
}

/** The minimum similarity (`pairOverlap`) of a path that is suggested. */
const ALIKE = 0.2;

/** Suggests the most similar name, as a question; empty when none is similar. @param made the paths of fixtures that can be made */
function nearestText(file: string, made: readonly string[]): string {
  const reported = reportedFixtures().find((path) => basename(path) === basename(file));
  if (reported !== undefined) return `Did you mean ${reported}? `;
  const nearest = likeliest(file, [...besides(file), ...examples(), ...made]);
  return pairOverlap(file, nearest) < ALIKE ? '' : `Did you mean ${nearest}? `;
}

/** The fixtures of the reports in the working folder, those of the newest report first. */
function reportedFixtures(): string[] {
  const folders = readdirSync('.')
    .filter((name) => name.includes('report') && existsSync(join(name, 'fixtures')))
    .map((name) => join(name, 'fixtures'));
  const ageOf = (folder: string): number => statSync(folder).mtimeMs;
  return folders.sort((one, other) => ageOf(other) - ageOf(one)).flatMap(yamlFilesIn);
}

/** The YAML files in the folder of a path. */
function besides(file: string): string[] {
  const folder = dirname(file);
  return existsSync(folder) ? yamlFilesIn(folder) : [];
}

const yamlFilesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => join(folder, name));

/** The examples of the package, by the paths that identify them in any folder. */
const examples = (): string[] =>
  readdirSync(join(packageFolder(), 'fixtures'), {recursive: true, encoding: 'utf8'})
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => join('fixtures', name));
