import type {Shapes} from './types.ts';

/** How it is miswritten. */
export const READING_SHAPES: Shapes = {};
