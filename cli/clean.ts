import {Command} from 'commander';
import {shortList} from '../reports/problems.ts';
import {visible} from '../spec/visible.ts';
import {EXIT_CODES} from '../spec/exit-codes.ts';
import {quantity} from '../spec/quantity.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {cleanEarlier, type Cleaned} from '../suites/engine/clean/clean-earlier.ts';
import {InterruptibleClock} from '../suites/engine/facts/interruption.ts';
import {Pacer} from '../suites/engine/send/pacing/pacer.ts';
import {realClock} from '../suites/engine/facts/ports.ts';
import {readConfig} from '../suites/target/config/reader.ts';
import type {EarlierRun} from '../suites/target/creation-log.ts';
import {Deployment} from '../suites/target/deployment.ts';
import {requireConsent, sendsElsewhere} from './consent.ts';
import {withProgress} from './progress.ts';
import {listenToSignals} from './signals.ts';

interface Options {
  config: string;
  yes?: true;
  ended: string[];
}

/** `presscheck clean`: removes what earlier runs on a deployment have left in use. */
export const cleanCommand = (): Command =>
  new Command('clean')
    .requiredOption('--config <file>', 'the deployment: its presscheck.yaml')
    .option('--yes', 'send requests to a deployment that is not on this machine')
    .option(
      '--ended <nonce...>',
      'clean after this run, too: it has ended although its process number may say otherwise',
      [],
    )
    .action(clean);

async function clean(options: Options): Promise<void> {
  const specifications = loadSpecifications();
  const config = readConfig(options.config, specifications, process.env);
  const signals = listenToSignals();
  const clock = new InterruptibleClock(realClock, signals.signal);
  const target = new Deployment(config, clock, signals.hardStop);
  let isLeft = false;
  const tell = (sentence: string): void => {
    isLeft = true;
    process.stderr.write(`presscheck: ${visible(sentence)}\n`);
  };
  const known = target.creations?.runs(tell) ?? [];
  const runs = known.filter((run) => isToClean(run, options.ended, tell));
  if (!runs.length) {
    signals.done();
    if (isLeft) process.exitCode = EXIT_CODES.inconclusive;
    else process.stdout.write(`No earlier run has left anything in use on ${target.name}.\n`);
    return;
  }
  const nonces = runs.map(({nonce}) => nonce).join(', ');
  requireConsent(
    config,
    options,
    (to, origins) =>
      `${sendsElsewhere(to, origins)}${quantity(runs.length, 'run')} left something in use there ` +
      `(nonce ${nonces}); add --yes to remove it`,
  );
  const pacer = new Pacer(target.clock);
  try {
    for (const run of runs) {
      const shared = {specifications, target, clock, pacer, timeout: config.timeout};
      const cleaned = await withProgress('it may wait for a limit', ({say}) =>
        cleanEarlier({...shared, signal: signals.signal}, run, (step) =>
          say(`run ${run.nonce}: ${step}`),
        ),
      );
      process.stdout.write(cleanedText(run, cleaned));
      isLeft ||= cleaned.left.length > 0;
    }
  } finally {
    signals.done();
  }
  process.exitCode = signals.exitCode() ?? (isLeft ? EXIT_CODES.inconclusive : EXIT_CODES.passed);
}

/** Whether a run has ended; if that is not certain, nothing of it is touched. */
function isToClean(
  {nonce, mayGoOn}: EarlierRun,
  ended: readonly string[],
  tell: (sentence: string) => void,
): boolean {
  if (mayGoOn === undefined || ended.includes(nonce)) return true;
  tell(`${mayGoOn}; nothing of it was touched. If it has ended: presscheck clean --ended ${nonce}`);
  return false;
}

/** What was found of a run, and what is left of it. */
function cleanedText({nonce, endedAt}: EarlierRun, {found, left, requests}: Cleaned): string {
  const when = `${endedAt.slice(0, 16).replace('T', ' ')} UTC`;
  const removed = found.length - left.length;
  const lines = [
    `Run ${nonce}, until ${when}: ${removed} of ${quantity(found.length, 'thing')} removed, ${quantity(requests, 'request')}`,
    ...(left.length ? [`  still in use, or perhaps: ${shortList(left)}`] : []),
  ];
  return `${lines.map(visible).join('\n')}\n`;
}
