import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {projectFile} from '../root.ts';
import type {MutantGroup} from './groups.ts';
import {mutantsOf, type Mutant, type StrykerReport} from './mutants.ts';

/** Runs the chapters of a group on the mutated mock. */
const CHAPTERS_PASS = 'proof/mutants/chapters-pass.ts';

const VITEST_CONFIG = 'proof/mutants/vitest.config.ts';

/** Files that the copy of the project to mutate does not need. */
const LEFT_OUT = ['presscheck-report', 'bench', 'docs'];

/** The command line program of Stryker, which exports only its settings. */
const command = (): string =>
  join(
    dirname(createRequire(import.meta.url).resolve('@stryker-mutator/core/package.json')),
    'bin/stryker.js',
  );

/**
 * Mutates the files of a group in a copy of the project, and runs the group's tests on each mutant.
 * @param processes the number of mutants that are tested at the same time
 * @throws Error when Stryker fails, for example because the tests fail without a mutant
 */
export async function runStryker(group: MutantGroup, processes: number): Promise<Mutant[]> {
  const folder = mkdtempSync(join(tmpdir(), 'presscheck-mutants-'));
  try {
    const report = join(folder, 'report.json');
    const settings = join(folder, 'stryker.json');
    writeFileSync(settings, JSON.stringify(settingsOf(group, folder, report, processes)));
    const tests = [...(group.chapters ? [CHAPTERS_PASS] : []), ...group.tests];
    const stryker = spawn(process.execPath, [command(), 'run', settings], {
      cwd: projectFile('.'),
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        PRESSCHECK_MUTANTS_TESTS: tests.join(','),
        PRESSCHECK_MUTANTS_CHAPTERS: (group.chapters ?? []).join(','),
      },
    });
    const [code] = (await once(stryker, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`Stryker broke off in the group ${group.name}.`);
    return mutantsOf(JSON.parse(readFileSync(report, 'utf8')) as StrykerReport);
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

const settingsOf = (
  {mutate, chapters}: MutantGroup,
  folder: string,
  report: string,
  processes: number,
): Record<string, unknown> => ({
  mutate,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: {configFile: VITEST_CONFIG, related: false},
  coverageAnalysis: 'perTest',
  // Every test is run, to find all tests that detect a mutant.
  disableBail: true,
  concurrency: processes,
  // This is added to half the time that the tests take without a mutant. On a busy machine a slow test must not count
  // as a detected mutant.
  timeoutMS: chapters ? 60_000 : 10_000,
  tempDirName: join(folder, 'copies'),
  ignorePatterns: LEFT_OUT,
  // It would rewrite the project's TypeScript settings for the copy, which is never compiled.
  tsconfigFile: 'none.json',
  reporters: process.stdout.isTTY ? ['json', 'progress'] : ['json'],
  jsonReporter: {fileName: report},
  logLevel: 'warn',
  warnings: {slow: false},
  allowConsoleColors: false,
});
