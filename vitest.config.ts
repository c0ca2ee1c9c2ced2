import {defineConfig} from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{spec,mock,suites,proof,reports,cli,bench,lint}/**/*.test.ts'],
    globalSetup: 'vitest.setup.ts',
    // No module of the project keeps state: files may share a process, two at a time.
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    // A busy machine is slow, not broken; what waits for a time says so itself.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
