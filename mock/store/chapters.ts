import type {Chapter} from '../chapter.ts';
import {access} from './access/chapter.ts';
import {authSessions} from './auth-sessions/chapter.ts';
import {checkout} from './checkout/chapter.ts';
import {content} from './content/chapter.ts';
import {events} from './events/chapter.ts';
import {limits} from './limits/chapter.ts';
import {orders} from './orders/chapter.ts';
import {plans} from './plans/chapter.ts';
import {reading} from './reading/chapter.ts';
import {users} from './users/chapter.ts';

/** The chapters of the Store Integration API, in the order in which they add the rows of templates. */
export const storeChapters: readonly Chapter[] = [
  access,
  limits,
  users,
  plans,
  content,
  authSessions,
  orders,
  checkout,
  events,
  reading,
];
