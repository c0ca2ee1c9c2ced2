import type {Defect} from '../../defect.ts';
import {ends} from './auth-sessions/ends.ts';
import {lists} from './auth-sessions/lists.ts';
import {sequences} from './auth-sessions/sequences.ts';
import {sizesOfLaterPages} from './auth-sessions/sizes-of-later-pages.ts';
import {walks} from './auth-sessions/walks.ts';
import {inTheirStore} from './auth-sessions/in-their-store.ts';
import {activity} from './auth-sessions/activity.ts';

/** Defects of the rules of `store/auth-sessions`. */
export const authSessions: Defect[] = [
  ...lists,
  ...walks,
  ...sizesOfLaterPages,
  ...ends,
  ...inTheirStore,
  ...activity,
  ...sequences,
];
