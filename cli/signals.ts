const EXIT_CODES = {SIGINT: 130, SIGTERM: 143} as const;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** What Ctrl-C and `kill` do to a run. */
export interface Signals {
  /** Aborted by the first signal. */
  signal: AbortSignal;
  /** The exit code for the signal that came; undefined while none came. */
  exitCode(): number | undefined;
  /** Stops listening. */
  done(): void;
}

/**
 * Listens to signals: the first ends the run and lets the partial report be written, the second
 * ends the process at once.
 */
export function listenToSignals(): Signals {
  const controller = new AbortController();
  let exitCode: number | undefined;
  const on = (name: (typeof SIGNALS)[number]): void => {
    if (exitCode !== undefined) process.exit(EXIT_CODES[name]);
    exitCode = EXIT_CODES[name];
    controller.abort();
  };
  for (const name of SIGNALS) process.on(name, on);
  return {
    signal: controller.signal,
    exitCode: () => exitCode,
    done: () => {
      for (const name of SIGNALS) process.off(name, on);
    },
  };
}
