/** The meaning of the exit codes, as in `docs/certify.md`. */
export const EXIT_CODES = {
  passed: 0,
  failed: 1,
  wrongUsage: 2,
  notExercised: 3,
  harnessError: 4,
  inconclusive: 5,
} as const;

/** The exit codes of a command that was ended by a signal. */
export const EXIT_CODES_OF_SIGNALS = {SIGINT: 130, SIGTERM: 143} as const;
