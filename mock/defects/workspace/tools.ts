import type {Defect} from '../../defect.ts';

export const tools: Defect[] = [];
