/** Each resource of a store beside changes of all others (Resources and their fields). */

import type {RuleId} from '../../spec/rule.ts';
import type {Check} from '../language/check.ts';
import {staysBeside} from '../tables/beside.ts';
import type {Resource} from '../tables/resource.ts';
import {users} from './access/tenancy.ts';
import {sessions} from './auth-sessions/list/tenancy.ts';
import {content} from './content/find/tenancy.ts';
import {orders} from './orders/read/tenancy.ts';
import {plans} from './plans/find/tenancy.ts';

/** What changes beside it. Sessions need a hook, so that they stand in a scene of their own. */
const OTHERS = [[users, plans, content, orders], [sessions]] as unknown as Resource[][];

const checkOf = (resource: Resource<never, never>, rule: RuleId): Check[] =>
  OTHERS.flatMap((others) => staysBeside(resource as Resource, rule, others));

/** The checks of each chapter. */
export const BESIDE = {
  users: checkOf(users, 'store.users.moves-are-the-listed-ones'),
  plans: checkOf(plans, 'store.plans.moves-are-the-listed-ones'),
  content: checkOf(content, 'store.content.moves-are-the-listed-ones'),
  orders: checkOf(orders, 'store.orders.moves-are-the-listed-ones'),
  sessions: checkOf(sessions, 'store.auth-sessions.sessions-live-from-sign-in-to-end'),
};
