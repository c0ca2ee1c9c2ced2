import type {Defect} from '../../defect.ts';
import {pages} from './publications/pages.ts';
import {reading} from './publications/reading.ts';
import {walks} from './publications/walks.ts';

/** Defects of the rules of `workspace/publications`; those that need particular values stand in `defects/particular/`. */
export const publications: Defect[] = [...pages, ...walks, ...reading];
