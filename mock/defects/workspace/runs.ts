import type {Defect} from '../../defect.ts';

export const runs: Defect[] = [];
