import type {CommitLog, Persistence} from './commit-log.ts';

const commitLog = (): CommitLog => ({
  onLost: undefined,
  append: () => Promise.resolve(),
  saveReads: () => {},
  replace: () => Promise.resolve(),
  close: () => Promise.resolve(),
});

/** Stores nothing: worlds live as long as the process. */
export const memoryPersistence = (): Persistence => ({
  load: () => Promise.resolve(new Map()),
  open: () => Promise.resolve(commitLog()),
  forget: () => Promise.resolve(),
  drop: () => Promise.resolve(),
  close: () => Promise.resolve(),
});
