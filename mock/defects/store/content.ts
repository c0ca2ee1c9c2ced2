import type {Defect} from '../../defect.ts';
import {nearMisses} from './content/near-misses.ts';
import {required} from './content/required.ts';
import {taken} from './content/taken.ts';
import {uploaded} from './content/uploaded.ts';

/** Defects of the rules of `store/content`. */
export const content: Defect[] = [...uploaded, ...required, ...nearMisses, ...taken];
