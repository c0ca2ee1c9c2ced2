/** What users start or import, directly or as a thread. */
export const ENTRIES = [
  'cli/main',
  'cli/mock-worker',
  'cli/proof-worker',
  'mock/library',
  'mock/vitest',
];
