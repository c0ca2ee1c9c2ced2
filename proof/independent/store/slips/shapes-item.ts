import type {Shapes} from './types.ts';

/** How it is miswritten. */
export const ITEM_SHAPES: Shapes = {};
