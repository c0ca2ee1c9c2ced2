/** Many things of each kind, several at the same moment, each as a client with a cache reads it, and each a day later (Resources). */

import {atOnceOf} from '../tables/at-once.ts';
import {cachedOf} from '../tables/cached.ts';
import {afterManyOthers} from '../tables/many-others.ts';
import {laterOf} from '../tables/later.ts';
import {manyOf} from '../tables/many.ts';
import type {Kind} from '../tables/kind.ts';
import {ISSUES} from './kinds/issues.ts';
import {ORDERS} from './kinds/orders.ts';
import {PLANS} from './kinds/plans.ts';
import {SESSIONS} from './kinds/sessions.ts';
import {USERS} from './kinds/users.ts';

export const manyUsers = manyOf(USERS);
export const manyOrders = manyOf(ORDERS);
export const manyIssues = manyOf(ISSUES);
export const manyPlans = manyOf(PLANS);
export const manySessions = manyOf(SESSIONS);

export const usersAtOnce = atOnceOf(USERS as Kind);
export const ordersAtOnce = atOnceOf(ORDERS as Kind);
export const issuesAtOnce = atOnceOf(ISSUES as Kind);
export const plansAtOnce = atOnceOf(PLANS as Kind);

/** Each as a client with a cache reads it. */
export const cached = {
  users: cachedOf(USERS as Kind),
  orders: cachedOf(ORDERS as Kind),
  issues: cachedOf(ISSUES as Kind),
  plans: cachedOf(PLANS as Kind),
};

/** Each an hour and a day later. */
export const later = {
  users: laterOf('store.users.moves-are-the-listed-ones', USERS as Kind),
  orders: laterOf('store.orders.moves-are-the-listed-ones', ORDERS as Kind, {lists: true}),
  issues: laterOf('store.content.moves-are-the-listed-ones', ISSUES as Kind),
  plans: laterOf('store.plans.moves-are-the-listed-ones', PLANS as Kind),
};

/** One of each kind, after many of all of them were made and ended. Sessions need a hook. */
export const afterOthers = afterManyOthers([
  {
    'store.users.moves-are-the-listed-ones': USERS as Kind,
    'store.orders.moves-are-the-listed-ones': ORDERS as Kind,
    'store.content.moves-are-the-listed-ones': ISSUES as Kind,
    'store.plans.moves-are-the-listed-ones': PLANS as Kind,
  },
  {'store.auth-sessions.sessions-live-from-sign-in-to-end': SESSIONS as Kind},
]);
