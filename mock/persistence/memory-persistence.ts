import type {Keeper, Persistence} from './keeper.ts';

const keeper: Keeper = {
  keep: () => Promise.resolve(),
  note: () => {},
  replace: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/** Worlds live as long as the process: nothing is kept beside the world itself. */
export const memoryPersistence = (): Persistence => ({
  load: () => Promise.resolve(new Map()),
  open: () => Promise.resolve(keeper),
  drop: () => Promise.resolve(),
  close: () => Promise.resolve(),
});
