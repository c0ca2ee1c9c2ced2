import type {Defect} from '../defect.ts';
import {store} from './store/all.ts';
import {workspace} from './workspace/all.ts';

/** Every named defect. A mock that is made without this registry has none. */
export const DEFECTS: Defect[] = [...workspace, ...store];
