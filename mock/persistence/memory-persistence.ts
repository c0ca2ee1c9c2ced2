import type {Keeper, Persistence} from './keeper.ts';

const keeper = (): Keeper => ({
  lost: undefined,
  keep: () => Promise.resolve(),
  note: () => {},
  replace: () => Promise.resolve(),
  close: () => Promise.resolve(),
});

/** Keeps nothing: worlds live as long as the process. */
export const memoryPersistence = (): Persistence => ({
  load: () => Promise.resolve(new Map()),
  open: () => Promise.resolve(keeper()),
  forget: () => Promise.resolve(),
  drop: () => Promise.resolve(),
  close: () => Promise.resolve(),
});
