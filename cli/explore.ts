import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {Command} from 'commander';
import {visible} from '../reports/visible.ts';
import {quantity} from '../spec/quantity.ts';
import {UsageError} from '../spec/usage-error.ts';
import {allChecks} from '../suites/all-checks.ts';
import {DEEP_REQUESTS} from '../suites/effort.ts';
import {fixtureText, type Fixture} from '../suites/engine/fixture.ts';
import {interruptible} from '../suites/engine/interruption.ts';
import {Pacer} from '../suites/engine/pacer.ts';
import {realClock} from '../suites/engine/ports.ts';
import {fixtureReader} from '../suites/engine/read-fixture.ts';
import {explore, type Exploration, type Found} from '../suites/explore/explore.ts';
import {readConfig} from '../suites/target/config/reader.ts';
import {remoteOrigins} from '../suites/target/deployment.ts';
import {bothSpecifications} from './both-specifications.ts';
import {duration} from './effort-options.ts';
import {openTarget} from './open-target.ts';
import {positiveNumber, requireOneTarget, wholeNumber, type TargetOptions} from './options.ts';
import {listenToSignals} from './signals.ts';

interface Options extends TargetOptions {
  for?: number;
  corpus: string;
  seed: number;
  maxRequests: number;
  shrinkRequests: number;
  keepGoing?: true;
}

/** `presscheck explore`: looks for rare faults with sequences and values that it makes up. */
export const exploreCommand = (): Command =>
  new Command('explore')
    .description('Looks for rare faults: plays made-up sequences until it finds one.')
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
    .option('--shrink-requests <n>', 'requests to shorten findings on a deployment', wholeNumber, 0)
    .option('--keep-going', 'go on after a finding')
    .option('--yes', 'run against a deployment that is not on this machine')
    .action(exploreTarget);

async function exploreTarget(options: Options): Promise<void> {
  requireOneTarget('explore', options);
  const specifications = bothSpecifications();
  const config = options.config
    ? readConfig(options.config, specifications, process.env)
    : undefined;
  const origins = config ? remoteOrigins(config) : [];
  if (origins.length && !options.yes)
    throw new UsageError(`explore sends requests to ${origins.join(', ')}; add --yes to send them`);
  const corpus = corpusIn(options.corpus, fixtureReader(specifications));
  const signals = listenToSignals();
  const clock = interruptible(realClock, signals.signal);
  const {target, close} = await openTarget(config, specifications, options.seed, clock);
  const found: Found[] = [];
  try {
    const {checks} = allChecks(specifications, options.seed);
    const pacer = new Pacer(target.clock ?? clock);
    const {rounds, requests} = await explore({
      options: {
        specifications,
        checks,
        target,
        clock,
        pacer,
        seed: options.seed,
        signal: signals.signal,
        ...(config && {timeout: config.timeout}),
      },
      corpus,
      maxRequests: options.maxRequests,
      ...(options.for !== undefined && {lasting: options.for}),
      keepGoing: options.keepGoing === true,
      shrinkRequests: options.shrinkRequests,
      kept: (fixture) => void write(options.corpus, fixture),
      found: (one) => {
        found.push(one);
        process.stdout.write(foundText(one, write(join(options.corpus, 'found'), one.fixture)));
      },
      progress: coverageOn(process.stderr),
    });
    if (process.stderr.isTTY) process.stderr.write('\n');
    const ended = rounds ? `; it ended by: ${rounds.ended}` : '';
    process.stdout.write(
      `${quantity(found.length, 'finding')} in ${quantity(requests, 'request')}${ended}\n`,
    );
    process.exitCode = signals.exitCode() ?? (found.length ? 1 : 0);
  } finally {
    signals.done();
    await close();
  }
}

/** Milliseconds between two lines of coverage in a file. */
const PAUSE = 10_000;

/** Shows what was covered so far: in place on a terminal, and as lines elsewhere. */
function coverageOn(stream: NodeJS.WriteStream): Exploration['progress'] {
  let last = realClock.now();
  return ({round, requests, covered}, findings) => {
    const now = realClock.now();
    if (!stream.isTTY && now - last < PAUSE) return;
    last = now;
    const text = `round ${round}, ${quantity(requests, 'request')}, ${covered} states and classes covered, ${quantity(findings, 'finding')}`;
    stream.write(stream.isTTY ? `\r\u001B[2K${text}` : `${text}\n`);
  };
}

/** @throws UsageError for a file that is no fixture */
function corpusIn(folder: string, read: (file: string) => Fixture): Fixture[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
  return files.toSorted().map((file) => read(join(folder, file)));
}

/** @throws UsageError for a folder that cannot be written to */
function write(folder: string, fixture: Fixture): string {
  const text = fixtureText(fixture);
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
  const file = join(folder, `${fixture.fixture.replaceAll(/[^\w.-]+/g, '-')}-${hash}.yaml`);
  try {
    mkdirSync(folder, {recursive: true});
    writeFileSync(file, text);
  } catch (error) {
    const {code} = error as NodeJS.ErrnoException;
    throw new UsageError(`--corpus ${folder}: cannot be written (${code})`);
  }
  return file;
}

const foundText = ({rule, branch, expected, got}: Found, file: string): string =>
  `\nFOUND ${rule} [${visible(branch)}]\n  expected ${visible(expected)}\n  got      ${visible(got)}\n` +
  `  replay   presscheck replay ${file}\n`;
