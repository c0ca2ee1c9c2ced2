import type {Worlds} from '../mock/world/worlds.ts';

/** The fault rules of all worlds that never fired, a line for each. */
export const unfiredFaults = (_worlds: Worlds): string[] => [];
