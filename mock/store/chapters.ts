import type {Chapter} from '../chapter.ts';
import {access} from './access/chapter.ts';
import {authSessions} from './auth-sessions/chapter.ts';
import {limits} from './limits/chapter.ts';
import {orders} from './orders/chapter.ts';
import {users} from './users/chapter.ts';

/** The chapters of the Store Integration API, in the order in which templates fill a world. */
export const storeChapters: readonly Chapter[] = [access, limits, users, authSessions, orders];
