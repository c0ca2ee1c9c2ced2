import type {Defect} from '../../defect.ts';

export const files: Defect[] = [];
