import type {Defect} from '../../defect.ts';
import {ends} from './auth-sessions/ends.ts';
import {lists} from './auth-sessions/lists.ts';
import {walks} from './auth-sessions/walks.ts';

/** Defects of the rules of `store/auth-sessions`. */
export const authSessions: Defect[] = [...lists, ...walks, ...ends];
