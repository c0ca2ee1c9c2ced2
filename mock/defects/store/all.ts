import type {Defect} from '../../defect.ts';

export const store: Defect[] = [];
