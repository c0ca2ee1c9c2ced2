import type {Defect} from '../../defect.ts';
import {ends} from './plans/ends.ts';
import {lists} from './plans/lists.ts';
import {required} from './plans/required.ts';
import {written} from './plans/written.ts';

/** Defects of the rules of `store/plans`. */
export const plans: Defect[] = [...written, ...required, ...lists, ...ends];
