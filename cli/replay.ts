import {Command} from 'commander';
import {visible} from '../spec/visible.ts';
import {EXIT_CODES} from '../spec/exit-codes.ts';
import type {Api} from '../spec/rule.ts';
import type {Verdict} from '../spec/run-record.ts';
import type {Specification} from '../spec/specification.ts';
import {allChecks} from '../suites/all-checks.ts';
import type {Fixture} from '../suites/engine/fixtures/fixture.ts';
import {conformanceOf} from '../suites/engine/judge/conformance.ts';
import {Interrupted, InterruptibleClock} from '../suites/engine/facts/interruption.ts';
import {Pacer} from '../suites/engine/send/pacing/pacer.ts';
import {restoreInitialState} from '../suites/engine/begin/initial-state.ts';
import {agentsOf} from '../suites/engine/plan/steps.ts';
import {realClock} from '../suites/engine/facts/ports.ts';
import {preflight} from '../suites/engine/begin/preflight.ts';
import type {RoleDoubts} from '../suites/engine/judge/role-doubt.ts';
import {fixtureReader} from '../suites/engine/fixtures/read-fixture.ts';
import {replay} from '../suites/engine/fixtures/replay.ts';
import type {RunOptions} from '../suites/engine/begin/run-options.ts';
import {madeFixtures} from '../suites/made-fixtures.ts';
import type {Config} from '../suites/target/config.ts';
import {readConfig} from '../suites/target/config/reader.ts';
import type {Target} from '../suites/target/target.ts';
import {Unreachable} from '../suites/target/unreachable.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {fixturesNamed} from './fixture-file.ts';
import {notice} from './notice.ts';
import {requireConsent, sendsElsewhere} from './consent.ts';
import {openTarget} from './open-target.ts';
import {replayText} from './replay-text.ts';
import {
  NO_RESET_HELP,
  NONCE_HELP,
  nonceText,
  requireOneTarget,
  wholeNumber,
  type TargetOptions,
} from './options.ts';
import {announceReset, keptAsIs, resetText} from './reset-text.ts';
import {cleaningUp, listenToSignals} from './signals.ts';

interface Options extends TargetOptions {
  verbose?: true;
  seed: number;
  nonce?: string;
}

/** `presscheck replay`: sends recorded or handwritten sequences and judges the responses. */
export const replayCommand = (): Command =>
  new Command('replay')
    .argument(
      '<fixture...>',
      'fixture files, or ids of rules; files below fixtures/ that do not exist here are taken from the package, or ' +
        'made from the check',
    )
    .option('--mock', 'the embedded mock is the target')
    .option('--config <file>', 'a deployment is the target: its presscheck.yaml')
    .option('--seed <n>', 'seed of all generated values', wholeNumber, 1)
    .option('--nonce <text>', NONCE_HELP, nonceText)
    .option('--verbose', 'show the bodies of requests and responses, and the answers of hooks')
    .option('--no-reset', NO_RESET_HELP)
    .option('--yes', 'run against a deployment that is not on this machine')
    .action(replayFiles);

async function replayFiles(files: string[], options: Options): Promise<void> {
  requireOneTarget('replay', options);
  const specifications = loadSpecifications();
  const {seed} = options;
  const {checks} = allChecks(specifications, seed);
  const sources = {
    read: fixtureReader(specifications),
    made: madeFixtures(specifications, checks),
  };
  const fixtures = files.flatMap((name) => fixturesNamed(name, sources));
  const config = options.config
    ? keptAsIs(readConfig(options.config, specifications, process.env), options)
    : undefined;
  requireConsent(config, options, (to, origins) => {
    const then = `read the fixtures, and add --yes to send them${resetText(to)}`;
    return sendsElsewhere(to, origins) + then;
  });
  const signals = listenToSignals();
  const clock = new InterruptibleClock(realClock, signals.signal);
  const {target, close} = await openTarget(config, specifications, seed, clock, signals.hardStop);
  try {
    const run = {
      specifications,
      checks,
      target,
      seed,
      clock,
      pacer: new Pacer(target.clock ?? clock),
      // The schemas are compiled once for all fixtures.
      conformance: conformanceOf(specifications, target),
      ...cleaningUp(signals, clock),
      notice,
      ...(config && {timeout: config.timeout}),
      ...(options.nonce !== undefined && {nonce: options.nonce}),
    };
    announceReset(target);
    const doubtfulRoles = await restoreInitialState<RoleDoubts>(run, async () =>
      config ? verifyRoles(fixtures, run, config) : new Map(),
    );
    process.exitCode = await replayAll(fixtures, {...run, doubtfulRoles}, options.verbose === true);
  } catch (error) {
    if (!(error instanceof Unreachable || error instanceof Interrupted)) throw error;
    process.stdout.write(`inconclusive  ${visible(error.message)}\n`);
    process.exitCode = EXIT_CODES.inconclusive;
  } finally {
    signals.done();
    process.exitCode = signals.exitCode() ?? process.exitCode;
    await close();
  }
}

interface ReplayRun extends RunOptions {
  specifications: Record<Api, Specification>;
  target: Target;
  pacer: Pacer;
}

/** Verifies the roles of a deployment before anything else is sent. */
const verifyRoles = (
  fixtures: Fixture[],
  {target, specifications, clock, pacer}: ReplayRun,
  {timeout}: Config,
): Promise<RoleDoubts> =>
  preflight(target, specifications, {
    clock,
    pacer,
    timeout,
    agents: agentsOf(fixtures.flatMap(({steps}) => steps)),
  });

const EXIT_CODE_OF: Record<Verdict, number> = {
  passed: EXIT_CODES.passed,
  differs: EXIT_CODES.passed,
  failed: EXIT_CODES.failed,
  'not-exercised': EXIT_CODES.notExercised,
  'not-applicable': EXIT_CODES.notExercised,
  'harness-error': EXIT_CODES.harnessError,
  inconclusive: EXIT_CODES.inconclusive,
};

/** The exit codes by priority: of several, the first in this list is used. */
const WORST_FIRST = [
  EXIT_CODES.harnessError,
  EXIT_CODES.failed,
  EXIT_CODES.inconclusive,
  EXIT_CODES.notExercised,
  EXIT_CODES.passed,
];

/** Replays fixtures one after the other and prints each verdict; returns the exit code. */
async function replayAll(fixtures: Fixture[], run: ReplayRun, isVerbose: boolean): Promise<number> {
  const codes = new Set<number>();
  for (const fixture of fixtures) {
    if (run.signal?.aborted) break;
    const replayed = await replay(fixture, run);
    process.stdout.write(replayText(fixture, replayed, run.specifications, isVerbose));
    codes.add(EXIT_CODE_OF[replayed.verdict]);
  }
  return WORST_FIRST.find((code) => codes.has(code)) ?? EXIT_CODES.passed;
}
