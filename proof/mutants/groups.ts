/** Files to mutate, and the tests that have to detect the mutants. */
export interface MutantGroup {
  name: string;
  /** Paths of the files from the root of the project. */
  mutate: readonly string[];
  /** Paths of unit tests. */
  tests: readonly string[];
  /** Chapters whose checks are run on the mutated mock, as in `workspace.runs`. */
  chapters?: readonly string[];
}

/**
 * What is mutated: the pure transitions of the mock, whose mutants the suite has to detect, and the pure functions by
 * which the suite judges, whose mutants unit tests have to detect.
 */
export const GROUPS: readonly MutantGroup[] = [
  {
    name: 'moves of a run',
    mutate: ['mock/workspace/runs/moves.ts'],
    tests: ['mock/workspace/runs/moves.test.ts', 'mock/workspace/runs/runs.test.ts'],
    chapters: ['workspace.runs'],
  },
  {
    name: 'moves of a user',
    mutate: ['mock/store/users/user.ts'],
    tests: ['mock/store/users/user.test.ts'],
    chapters: ['store.users'],
  },
  {
    name: 'models as relations',
    mutate: ['spec/relation.ts'],
    tests: ['spec/relation.test.ts', 'suites/generation/model-check.test.ts'],
  },
  {
    name: 'judges',
    mutate: [
      'suites/language/judge.ts',
      'suites/target/unusable.ts',
      'suites/rate-limits/expect-limits.ts',
    ],
    tests: ['suites/language/judge.test.ts', 'suites/language/judge-messages.test.ts'],
  },
  {
    name: 'start of a run',
    mutate: ['mock/workspace/runs/start-run.ts'],
    tests: ['mock/workspace/runs/runs.test.ts'],
    chapters: ['workspace.runs'],
  },
  {
    name: 'tools at work',
    mutate: ['mock/workspace/runs/due-events.ts', 'mock/workspace/runs/release.ts'],
    tests: ['mock/workspace/runs/runs.test.ts'],
    chapters: ['workspace.runs', 'workspace.files'],
  },
  {
    name: 'limits of runs',
    mutate: ['mock/workspace/runs/spent.ts'],
    tests: ['mock/workspace/runs/runs.test.ts'],
    chapters: ['workspace.runs'],
  },
  {
    name: 'values of a user',
    mutate: [
      'mock/store/users/write-user.ts',
      'mock/store/users/move-user.ts',
      'mock/store/users/find-user.ts',
    ],
    tests: [
      'mock/store/users/create-user.test.ts',
      'mock/store/users/update-user.test.ts',
      'mock/store/users/move-user.test.ts',
    ],
    chapters: ['store.users'],
  },
  {
    name: 'verdicts',
    mutate: ['suites/engine/conclude/verdict.ts'],
    tests: [
      'suites/engine/conclude/verdict.test.ts',
      'suites/engine/conclude/verdict-details.test.ts',
    ],
  },
  {
    name: 'consequences',
    mutate: ['suites/engine/conclude/consequences.ts'],
    tests: ['suites/engine/conclude/consequences.test.ts'],
  },
  {
    name: 'lists of users',
    mutate: ['mock/store/users/list-users.ts'],
    tests: ['mock/store/users/users.test.ts'],
    chapters: ['store.users'],
  },
  {
    name: 'registration of an upload',
    mutate: [
      'mock/workspace/uploads/allowance.ts',
      'mock/workspace/uploads/create-upload.ts',
      'mock/workspace/uploads/create-publication.ts',
    ],
    tests: [],
    chapters: ['workspace.uploads'],
  },
  {
    name: 'values',
    mutate: ['suites/values/normalized.ts', 'suites/values/value-classes.ts'],
    tests: ['suites/values/normalized.test.ts', 'suites/values/value-classes.test.ts'],
  },
  {
    name: 'arithmetic of limits',
    mutate: ['suites/rate-limits/limit-arithmetic.ts'],
    tests: ['suites/rate-limits/limit-arithmetic.test.ts'],
  },
  {
    name: 'limits of the store',
    mutate: ['mock/store/limits/limits.ts'],
    tests: ['mock/store/limits/limits.test.ts'],
    chapters: ['store.limits'],
  },
  {
    name: 'values that differ',
    mutate: ['suites/engine/attempt/compare-values.ts'],
    tests: ['suites/engine/attempt/compare-values.test.ts'],
  },
];
