import type {Chapter} from '../language/chapter.ts';
import {access} from './access/access.ts';
import {authSessions} from './auth-sessions/auth-sessions.ts';
import {content} from './content/content.ts';
import {events} from './events/events.ts';
import {limits} from './limits/limits.ts';
import {orders} from './orders/orders.ts';
import {plans} from './plans/plans.ts';
import {reading} from './reading/reading.ts';
import {users} from './users/users.ts';

/**
 * The chapters of the Store Integration API. Scenes that generate and delete tokens come last on a
 * shared target: a deployment that invalidates the wrong token serves nothing after them.
 */
export const STORE: Chapter[] = [
  users,
  plans,
  content,
  authSessions,
  orders,
  reading,
  events,
  limits,
  access,
];
