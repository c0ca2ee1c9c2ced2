import {defineConfig} from 'vitest/config';

/** Milliseconds that one test may take on a quiet machine. */
const TEST_TIMEOUT = 240_000;

/**
 * `npm test` runs every test, the long ones in a short form; `npm run test:all` (mode `all`) runs
 * them in full length. `PRESSCHECK_PATIENCE=8` multiplies every time limit by 8 in place of 4, for busy machines.
 */
export default defineConfig(({mode}) => {
  const all = mode === 'all';
  const patience = Number(process.env['PRESSCHECK_PATIENCE'] ?? 4);
  const timeout = TEST_TIMEOUT * patience;
  return {
    test: {
      include: ['{spec,mock,suites,proof,reports,cli,bench,lint,scripts}/**/*.test.ts'],
      globalSetup: 'vitest.setup.ts',
      // No module of the project keeps state: files may share a process. Three at a time keep two cores busy, since
      // some of them wait.
      pool: 'forks',
      maxWorkers: 3,
      isolate: false,
      provide: {all, patience},
      testTimeout: timeout,
      hookTimeout: timeout,
    },
  };
});

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether long tests run in full length. */
    all: boolean;
    /** What every time limit of a test is multiplied by. */
    patience: number;
  }
}
