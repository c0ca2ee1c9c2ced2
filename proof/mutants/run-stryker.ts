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

/** What the copy of the project that is mutated does not need. */
const LEFT_OUT = ['presscheck-report', 'bench', 'docs'];

/** The command of Stryker, which exports its settings only. */
const command = (): string =>
  join(
    dirname(createRequire(import.meta.url).resolve('@stryker-mutator/core/package.json')),
    'bin/stryker.js',
  );

/**
 * Mutates the files of a group in a copy of the project, and runs the group's tests on each mutant.
 * @param processes how many mutants are tried at a time
 * @throws Error when Stryker breaks off, for example because the tests fail without a mutant
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
  // Every test is run, so that it is known which of them notice a mutant.
  disableBail: true,
  concurrency: processes,
  // Beside half of what the tests take without a mutant. A busy machine must not pass for a mutant
  // that was noticed.
  timeoutMS: chapters ? 60_000 : 10_000,
  tempDirName: join(folder, 'copies'),
  ignorePatterns: LEFT_OUT,
  // It would rewrite the project's TypeScript settings for the copy, which nobody compiles.
  tsconfigFile: 'none.json',
  reporters: process.stdout.isTTY ? ['json', 'progress'] : ['json'],
  jsonReporter: {fileName: report},
  logLevel: 'warn',
  warnings: {slow: false},
  allowConsoleColors: false,
});
