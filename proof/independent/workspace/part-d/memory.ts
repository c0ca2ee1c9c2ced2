import type {World} from '../world.ts';

const memories = new WeakMap<object, Map<string, string | number>>();

/** What the faults of parts D and E keep, by name; a reset of the server forgets it. */
export function memoryOf(w: World): Map<string, string | number> {
  const known = memories.get(w.spaces) ?? new Map<string, string | number>();
  memories.set(w.spaces, known);
  return known;
}

/** How often this was called for a name, from 1 on. */
export function timesOf(w: World, name: string): number {
  const memory = memoryOf(w);
  const times = Number(memory.get(name) ?? 0) + 1;
  memory.set(name, times);
  return times;
}

/** Whether a key is none of those that the server begins with. */
export function isNewKey(w: World, key: string): boolean {
  return !Object.values(w.credentials).includes(key);
}
