import type {Defect} from '../../defect.ts';

export const workspace: Defect[] = [];
