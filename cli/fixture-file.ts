import {existsSync, readdirSync, statSync} from 'node:fs';
import {basename, dirname, join, normalize, sep} from 'node:path';
import {likeliest, pairOverlap} from '../spec/likeliest.ts';
import {UsageError} from '../spec/usage-error.ts';
import {packageFolder} from './package-folder.ts';

/**
 * The path of a fixture. A relative path below `fixtures/` that does not exist in the working folder, for example
 * `fixtures/examples/a-burst.yaml`, is looked up in presscheck's own folder.
 * @throws UsageError for a file that does not exist, with the most similar one that does
 */
export function fixtureFile(file: string): string {
  if (existsSync(file)) return file;
  const packaged = join(packageFolder(), file);
  if (isBelowFixtures(file) && existsSync(packaged)) return packaged;
  throw new UsageError(
    `${file}: cannot be read: there is no such file. ${nearestText(file)}Fixtures of rules are in ` +
      'fixtures/API/CHAPTER/ (`presscheck rules RULE` names them), examples in fixtures/examples/; ' +
      `both are taken from ${packageFolder()} when they are not in the working folder. The fixtures ` +
      'of a failed run are in fixtures/ of its report.',
  );
}

const isBelowFixtures = (file: string): boolean => normalize(file).startsWith(`fixtures${sep}`);

/** The minimum similarity (`pairOverlap`) of a path that is suggested. */
const ALIKE = 0.2;

/** Suggests the most similar existing file, as a question; empty when none is similar. */
function nearestText(file: string): string {
  const reported = reportedFixtures().find((path) => basename(path) === basename(file));
  if (reported !== undefined) return `Did you mean ${reported}? `;
  const nearest = likeliest(file, [...besides(file), ...packagedFixtures()]);
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

/** The fixtures of the package, by the paths that identify them in any folder. */
const packagedFixtures = (): string[] =>
  readdirSync(join(packageFolder(), 'fixtures'), {recursive: true, encoding: 'utf8'})
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => join('fixtures', name));
