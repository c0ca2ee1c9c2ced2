import {Command} from 'commander';
import {EXIT_CODES} from '../spec/exit-codes.ts';
import {quantity} from '../spec/quantity.ts';
import {allChecks} from '../suites/all-checks.ts';
import {DEEP_REQUESTS} from '../suites/generation/effort.ts';
import {InterruptibleClock} from '../suites/engine/facts/interruption.ts';
import {Pacer} from '../suites/engine/send/pacing/pacer.ts';
import {realClock} from '../suites/engine/facts/ports.ts';
import {beginning} from '../suites/explore/corpus.ts';
import {explore, type Exploration, type Explored} from '../suites/explore/explore.ts';
import {readConfig} from '../suites/target/config/reader.ts';
import {allowedBy} from '../suites/target/deployment.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {requireConsent} from './consent.ts';
import {Corpus} from './corpus.ts';
import {duration} from './effort-options.ts';
import {exploredText, foundText} from './explored-text.ts';
import {notice} from './notice.ts';
import {openTarget} from './open-target.ts';
import {positiveNumber, requireOneTarget, wholeNumber, type TargetOptions} from './options.ts';
import {fixturesOf} from './read-corpus.ts';
import {announceReset, resetText} from './reset-text.ts';
import {cleaningUp, listenToSignals, type Signals} from './signals.ts';
import {targetOptions} from './target-options.ts';

interface Options extends TargetOptions {
  for?: number;
  corpus: string;
  seed: number;
  maxRequests: number;
  shrinkRequests: number;
  keepGoing?: true;
}

/** `presscheck explore`: looks for rare faults with generated sequences and values. */
export const exploreCommand = (): Command =>
  new Command('explore')
    .option('--mock', 'the embedded mock is the target')
    .option('--config <file>', 'a deployment is the target: its presscheck.yaml')
    .option('--for <time>', 'no further sequence after 90s, 10m, 2h', duration)
    .option(
      '--corpus <dir>',
      'folder of sequences to begin with and to add to',
      'presscheck-corpus',
    )
    .option('--seed <n>', 'seed of sequences and values', wholeNumber, 1)
    .option('--max-requests <n>', 'send no more requests than this', positiveNumber, DEEP_REQUESTS)
    .option(
      '--shrink-requests <n>',
      'requests to simplify findings on a deployment',
      wholeNumber,
      0,
    )
    .option('--keep-going', 'go on after a finding')
    .option('--yes', 'run against a deployment that is not on this machine')
    .action(exploreTarget);

async function exploreTarget(options: Options): Promise<void> {
  requireOneTarget('explore', options);
  const specifications = loadSpecifications();
  const config = options.config
    ? readConfig(options.config, specifications, process.env)
    : undefined;
  requireConsent(
    config,
    options,
    (to, origins) =>
      `explore sends at most ${quantity(options.maxRequests, 'request')}, within spend ` +
      `(${allowedBy(to).join(', ')}), to ${origins}, and leaves there what it makes` +
      `${resetText(to)}; add --yes to send them`,
  );
  const {seed, maxRequests, keepGoing, shrinkRequests} = options;
  const {checks} = allChecks(specifications, seed);
  const folder = new Corpus(options.corpus);
  const fixtures = fixturesOf(folder, checks, specifications);
  const signals = listenToSignals();
  const clock = new InterruptibleClock(realClock, signals.signal);
  const {target, close} = await openTarget(config, specifications, seed, clock, signals.hardStop);
  const selecting = targetOptions(options, config);
  let findings = 0;
  try {
    announceReset(target);
    const explored = await explore({
      options: {
        specifications,
        checks,
        target,
        clock,
        pacer: new Pacer(target.clock ?? clock),
        seed,
        notice,
        ...cleaningUp(signals, clock),
        ...(config && {timeout: config.timeout}),
      },
      corpus: beginning(fixtures, seed, maxRequests),
      maxRequests,
      ...(options.for !== undefined && {forMs: options.for}),
      keepGoing: keepGoing === true,
      shrinkRequests,
      onKept: (fixture) => folder.writeSequence(fixture),
      onFound: (one) => {
        findings += 1;
        process.stdout.write(foundText(one, folder.writeFinding(one.fixture), selecting));
      },
      progress: coverageOn(process.stderr),
    });
    if (process.stderr.isTTY) process.stderr.write('\n');
    const coverageFile = folder.writeCoverage(explored.run.coverage);
    const isDeployment = config !== undefined;
    process.stdout.write(exploredText(explored, findings, {isDeployment, coverageFile}));
    process.exitCode = exitCodeOf(explored, findings, signals);
  } finally {
    signals.done();
    await close();
  }
}

function exitCodeOf({outcomes}: Explored, findings: number, signals: Signals): number {
  const {verdicts, notRun} = outcomes;
  const interrupted = signals.exitCode();
  if (interrupted !== undefined) return interrupted;
  if (findings) return EXIT_CODES.failed;
  if (verdicts.passed) return EXIT_CODES.passed;
  return notRun.length && !Object.keys(verdicts).length
    ? EXIT_CODES.notExercised
    : EXIT_CODES.inconclusive;
}

/** Milliseconds between two lines about the coverage when the output is a file. */
const PAUSE = 10_000;

/** Shows the coverage so far: in place on a terminal, and as separate lines elsewhere. */
function coverageOn(stream: NodeJS.WriteStream): Exploration['progress'] {
  let last = realClock.now();
  return ({round, requests, covered}, findings) => {
    const now = realClock.now();
    if (!stream.isTTY && now - last < PAUSE) return;
    last = now;
    const text =
      `round ${round}, ${quantity(requests, 'request')}, ${covered} states and classes covered, ` +
      quantity(findings, 'finding');
    stream.write(stream.isTTY ? `\r\u001B[2K${text}` : `${text}\n`);
  };
}
