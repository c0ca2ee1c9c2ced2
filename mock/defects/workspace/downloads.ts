import type {Defect} from '../../defect.ts';

export const downloads: Defect[] = [];
