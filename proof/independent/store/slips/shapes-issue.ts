import type {Shapes} from './types.ts';

/** How it is miswritten. */
export const ISSUE_SHAPES: Shapes = {};
