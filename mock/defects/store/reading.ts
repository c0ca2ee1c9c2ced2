import type {Defect} from '../../defect.ts';
import {lists} from './reading/lists.ts';
import {pages} from './reading/pages.ts';
import {shown} from './reading/shown.ts';

/** Defects of the rules of `store/reading`. */
export const reading: Defect[] = [...shown, ...lists, ...pages];
