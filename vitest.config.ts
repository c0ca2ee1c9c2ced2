import {defineConfig} from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{spec,mock,suites,proof,reports,cli,bench,lint}/**/*.test.ts'],
    globalSetup: 'vitest.setup.ts',
    // No module of the project keeps state: files may share a process, two at a time.
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
  },
});
