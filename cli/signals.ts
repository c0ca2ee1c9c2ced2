import {EXIT_CODES_OF_SIGNALS} from '../spec/exit-codes.ts';
import type {InterruptibleClock} from '../suites/engine/facts/interruption.ts';
import type {RunOptions} from '../suites/engine/begin/run-options.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Milliseconds after the first signal within which a run may clean up what it created. */
const PATIENCE = 10_000;

/** The effect of Ctrl-C and `kill` on a run. */
export interface Signals {
  /** Aborted by the first signal. */
  signal: AbortSignal;
  /** Aborted ten seconds later: requests in progress are then aborted. */
  hardStop: AbortSignal;
  /** The exit code for the received signal; undefined before a signal. */
  exitCode(): number | undefined;
  /** Stops listening. */
  done(): void;
}

/**
 * Listens to signals: the first one ends the run, which then cleans up what it created and writes the partial report;
 * the second one ends the process at once.
 */
export function listenToSignals(): Signals {
  const controller = new AbortController();
  const ending = new AbortController();
  let exitCode: number | undefined;
  const on = (name: (typeof SIGNALS)[number]): void => {
    if (exitCode !== undefined) process.exit(EXIT_CODES_OF_SIGNALS[name]);
    exitCode = EXIT_CODES_OF_SIGNALS[name];
    controller.abort();
    AbortSignal.timeout(PATIENCE).addEventListener('abort', () => ending.abort());
  };
  for (const name of SIGNALS) process.on(name, on);
  return {
    signal: controller.signal,
    hardStop: ending.signal,
    exitCode: () => exitCode,
    done: () => {
      for (const name of SIGNALS) process.off(name, on);
    },
  };
}

/** The options of a run that the signals control: the first signal ends it and lets it clean up what it created. */
export const cleaningUp = (
  {signal, hardStop}: Signals,
  clock: InterruptibleClock,
): Pick<RunOptions, 'signal' | 'hardStop' | 'onInterruptedCleanUp'> => ({
  signal,
  hardStop,
  onInterruptedCleanUp: (things) => {
    process.stderr.write(
      `\nInterrupted: cleaning up what was created (${things}), ` +
        `for at most ${PATIENCE / 1000} seconds. Ctrl-C again skips this.\n`,
    );
    clock.waitUntil(hardStop);
  },
});
