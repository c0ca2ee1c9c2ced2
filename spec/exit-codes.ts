/** What the exit code of a command says, as `docs/certify.md` lists it. */
export const EXIT_CODES = {
  passed: 0,
  failed: 1,
  wrongUsage: 2,
  notExercised: 3,
  harnessError: 4,
  inconclusive: 5,
} as const;

/** The exit codes of a command that a signal ended. */
export const EXIT_CODES_OF_SIGNALS = {SIGINT: 130, SIGTERM: 143} as const;
