import type {ParticularDefect} from '../particular.ts';

/** The particular defects of the Workspace Publishing API. */
export const workspace: ParticularDefect[] = [];
