import type {World} from '../world.ts';

const queues = new WeakMap<World, Map<string, Promise<unknown>>>();

/** Does something once everything of this name that came before is done. */
export function alone<T>(w: World, name: string, deed: () => Promise<T>): Promise<T> {
  const all = queues.get(w) ?? new Map<string, Promise<unknown>>();
  queues.set(w, all);
  const own = (all.get(name) ?? Promise.resolve()).then(deed);
  all.set(
    name,
    own.catch(() => undefined),
  );
  return own;
}

/** Milliseconds of a look into a table that is far away: what is asked at the same moment comes in between. */
const LOOK = 5;

/** Waits for a look into a table that is far away, in the time of the machine. */
export function farLook(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, LOOK));
}
