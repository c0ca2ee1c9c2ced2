import {EXIT_CODES_OF_SIGNALS} from '../spec/exit-codes.ts';
import type {InterruptibleClock} from '../suites/engine/interruption.ts';
import type {RunOptions} from '../suites/engine/run-options.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Milliseconds after the first signal in which a run may put out of use what it made. */
const PATIENCE = 10_000;

/** What Ctrl-C and `kill` do to a run. */
export interface Signals {
  /** Aborted by the first signal. */
  signal: AbortSignal;
  /** Aborted ten seconds later: what is still being sent then is broken off. */
  hardStop: AbortSignal;
  /** The exit code for the signal that came; undefined while none came. */
  exitCode(): number | undefined;
  /** Stops listening. */
  done(): void;
}

/**
 * Listens to signals: the first ends the run, which then puts out of use what it made and writes the
 * partial report; the second ends the process at once.
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

/** What a run takes of signals: the first ends it, and has it put out of use what it made. */
export const cleaningUp = (
  {signal, hardStop}: Signals,
  clock: InterruptibleClock,
): Pick<RunOptions, 'signal' | 'hardStop' | 'onInterruptedCleanUp'> => ({
  signal,
  hardStop,
  onInterruptedCleanUp: (things) => {
    process.stderr.write(
      `\nInterrupted: putting out of use what was made (${things}), ` +
        `for ${PATIENCE / 1000} seconds at most. Ctrl-C again leaves it.\n`,
    );
    clock.waitUntil(hardStop);
  },
});
