import type {Defect} from '../../defect.ts';

export const usage: Defect[] = [];
