import {defineConfig} from 'vitest/config';

/** Milliseconds that one test of mutants may take. */
const TIMEOUT = 60_000;

/**
 * The tests that have to detect the mutants of one group, named by `run-stryker.ts`. Stryker runs them in a copy of
 * the project that contains a built `dist`.
 */
export default defineConfig({
  test: {
    include: (process.env['PRESSCHECK_MUTANTS_TESTS'] ?? '').split(','),
    provide: {all: false, patience: 1},
    testTimeout: TIMEOUT,
    hookTimeout: TIMEOUT,
  },
});
