import {spawn} from 'node:child_process';
import {constants} from 'node:os';
import {EXIT_CODES} from '../spec/exit-codes.ts';
import {unfiredFaults} from '../mock/faults/world-faults.ts';
import {UsageError} from '../spec/usage-error.ts';
import {Exchanged} from './exec-summary.ts';
import {ended, shownToken, start} from './mock.ts';
import {withConfig} from './mock-config.ts';
import {filesOf} from './mock-files.ts';
import type {MockFlags} from './mock-options.ts';
import {consoleOf} from './mock-greeting.ts';
import {variablesOf} from './mock-variables.ts';
import {notice} from './notice.ts';
import {requestLog} from './request-log.ts';

/**
 * Runs a command beside a mock on free ports, and says at the end what it did wrong.
 * @returns the exit code: see the help of `presscheck exec`
 * @throws UsageError when the mock cannot start; the command is not run then
 */
export const execute = (command: [string, ...string[]], typed: MockFlags): Promise<number> =>
  withConfig(typed, 'exec', async (flags, note) => {
    const failOn = failuresIn(flags.failOn);
    const files = filesOf(flags);
    if (note !== undefined) notice(`presscheck exec: flags from ${note}`);
    const signals = listenToSignals();
    const exchanged = new Exchanged();
    const started = await start(
      {port: '0', ...flags},
      {
        ...requestLog(flags, notice),
        report: (line, entry) => (entry ? exchanged.add(line, entry) : notice(line)),
      },
    );
    if (flags.verbose)
      notice(`presscheck exec: the console is at ${consoleOf(started.urls, shownToken(started))}`);
    const code = await run(command, variablesOf(started), signals);
    const unfired = unfiredFaults(started.mock.worlds);
    exchanged.summary(started.mock.worlds, unfired).forEach(notice);
    const isWrong =
      (failOn.has('refused') && exchanged.refused > 0) ||
      (failOn.has('unfired') && unfired.length > 0);
    return ended(
      started.mock,
      files,
      code === EXIT_CODES.passed && isWrong ? EXIT_CODES.failed : code,
    );
  });

const FAILURES = ['refused', 'unfired'];

/** @throws UsageError */
function failuresIn(text: string | undefined): ReadonlySet<string> {
  const named = text === undefined ? [] : text.split(',');
  if (named.every((name) => FAILURES.includes(name))) return new Set(named);
  throw new UsageError(`--fail-on ${text}: give refused, unfired, or refused,unfired`);
}

/** Signals that end a command. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;
type Signal = (typeof SIGNALS)[number];

/** What signals are for: none ends this process, which has to stop the mock. */
interface Signals {
  /** The first one that arrived before there was a receiver. */
  earlier?: Signal;
  receiver?: (signal: Signal) => void;
}

function listenToSignals(): Signals {
  const signals: Signals = {};
  for (const signal of SIGNALS)
    process.on(signal, () => {
      if (signals.receiver) signals.receiver(signal);
      else signals.earlier ??= signal;
    });
  return signals;
}

/** A terminal sends Ctrl-C and Ctrl-\ to the command itself: passed on, they would arrive twice. */
const isSentByTerminal = (signal: Signal): boolean =>
  (signal === 'SIGINT' || signal === 'SIGQUIT') && process.stdin.isTTY;

const codeOf = (signal: NodeJS.Signals): number => 128 + constants.signals[signal];

/** The exit code of a command that could not be run, as in a shell. */
const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;

/** Runs the command with the variables; signals are passed on. @returns its exit code as in a shell */
function run(
  [program, ...args]: [string, ...string[]],
  variables: Record<string, string>,
  signals: Signals,
): Promise<number> {
  if (signals.earlier) return Promise.resolve(codeOf(signals.earlier));
  return new Promise((settle) => {
    const failed = ({code}: NodeJS.ErrnoException): void => {
      const isMissing = code === 'ENOENT';
      notice(
        `presscheck exec: ${program}: ${isMissing ? 'there is no such command' : `cannot be run (${code})`}`,
      );
      settle(isMissing ? NOT_FOUND : NOT_EXECUTABLE);
    };
    try {
      const child = spawn(program, args, {stdio: 'inherit', env: {...process.env, ...variables}});
      signals.receiver = (signal) => void (isSentByTerminal(signal) || child.kill(signal));
      child.on('error', failed);
      child.on('exit', (code, signal) => {
        signals.receiver = (late) => process.exit(codeOf(late));
        settle(signal ? codeOf(signal) : (code ?? 0));
      });
    } catch (error) {
      failed(error as NodeJS.ErrnoException);
    }
  });
}
