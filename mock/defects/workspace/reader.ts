import type {Defect} from '../../defect.ts';

export const reader: Defect[] = [];
