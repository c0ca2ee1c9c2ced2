import {updateIssue} from './content/change.ts';
import {createIssue} from './content/create.ts';
import {deleteIssue} from './content/delete.ts';
import {listIssues} from './content/list.ts';
import {readIssue} from './content/read.ts';
import {forceLogout} from './force-logout.ts';
import {cancelOrder, readOrder, updateOrder} from './orders/change.ts';
import {createOrder} from './orders/create.ts';
import {listOrders} from './orders/list.ts';
import {listCollections, listPlans} from './plans/list.ts';
import {createPlan, deletePlan, updatePlan} from './plans/write.ts';
import {listReading} from './reading/list.ts';
import {notFound} from './replies.ts';
import {slippery} from './slips/apply.ts';
import {deleteSession, deleteSessions, listSessions} from './sessions/api.ts';
import type {Ask, Context, Reply} from './types.ts';
import {createUser} from './users-create.ts';
import {listUsers} from './users-list.ts';
import {deleteUser, reactivateUser} from './users-state.ts';
import {updateUser} from './users-update.ts';

/** The prefix of the API. */
export const V1 = '/integration-api/v1';

/** The prefix of the newer API. */
const V3 = '/api/v3';

/** The prefix of the deletion of plans. */
const OLD = '/api/v1';

/** The API version that a path belongs to; null when to none. */
export function apiOf(path: string): string | null {
  if (path === V1 || path.startsWith(`${V1}/`)) return 'v1';
  return path === V3 || path.startsWith(`${V3}/`) ? 'v3' : null;
}

type Handler = (context: Context, ask: Ask, id: string) => Reply | Promise<Reply>;

interface Route {
  method: string;
  pattern: RegExp;
  handler: Handler;
}

const ROUTES: Route[] = [
  {method: 'POST', pattern: /^\/dashboard\/users$/, handler: slippery(['createUser'], createUser)},
  {method: 'GET', pattern: /^\/dashboard\/users$/, handler: slippery(['listUsers'], listUsers)},
  {
    method: 'PUT',
    pattern: /^\/dashboard\/users\/([^/]+)$/,
    handler: slippery(['updateUser'], updateUser),
  },
  {
    method: 'DELETE',
    pattern: /^\/dashboard\/users\/([^/]+)$/,
    handler: slippery(['deleteUser'], deleteUser),
  },
  {
    method: 'PUT',
    pattern: /^\/dashboard\/users\/([^/]+)\/re-activate$/,
    handler: slippery(['reactivateUser'], (context, _ask, id) => reactivateUser(context, id)),
  },
  {
    method: 'POST',
    pattern: /^\/users\/([^/]+)\/force-logout$/,
    handler: slippery(['forceLogout'], forceLogout),
  },
  {method: 'POST', pattern: /^\/dashboard\/plans$/, handler: slippery(['createPlan'], createPlan)},
  {method: 'GET', pattern: /^\/dashboard\/plans$/, handler: slippery(['listPlans'], listPlans)},
  {
    method: 'GET',
    pattern: /^\/dashboard\/plans\/collections$/,
    handler: slippery(['listCollections'], listCollections),
  },
  {
    method: 'PUT',
    pattern: /^\/dashboard\/plans\/([^/]+)$/,
    handler: slippery(['updatePlan'], updatePlan),
  },
  {
    method: 'POST',
    pattern: /^\/orders$/,
    handler: slippery(['orders', 'createOrder'], createOrder),
  },
  {method: 'GET', pattern: /^\/orders$/, handler: slippery(['orders', 'listOrders'], listOrders)},
  {
    method: 'GET',
    pattern: /^\/orders\/([^/]+)$/,
    handler: slippery(['orders', 'readOrder'], readOrder),
  },
  {
    method: 'PUT',
    pattern: /^\/orders\/([^/]+)$/,
    handler: slippery(['orders', 'updateOrder'], updateOrder),
  },
  {
    method: 'DELETE',
    pattern: /^\/orders\/([^/]+)$/,
    handler: slippery(['orders', 'cancelOrder'], cancelOrder),
  },
  {method: 'GET', pattern: /^\/auth-sessions$/, handler: slippery(['listSessions'], listSessions)},
  {
    method: 'DELETE',
    pattern: /^\/auth-sessions\/users\/([^/]+)$/,
    handler: slippery(['deleteSessions'], (context, _ask, id) => deleteSessions(context, id)),
  },
  {
    method: 'DELETE',
    pattern: /^\/auth-sessions\/([^/]+)$/,
    handler: slippery(['deleteSession'], (context, _ask, id) => deleteSession(context, id)),
  },
  {
    method: 'POST',
    pattern: /^\/dashboard\/issues$/,
    handler: slippery(['issues', 'createIssue'], createIssue),
  },
  {
    method: 'GET',
    pattern: /^\/dashboard\/issues$/,
    handler: slippery(['issues', 'listIssues'], listIssues),
  },
  {
    method: 'GET',
    pattern: /^\/dashboard\/issues\/([^/]+)$/,
    handler: slippery(['issues', 'readIssue'], readIssue),
  },
  {
    method: 'PUT',
    pattern: /^\/dashboard\/issues\/([^/]+)$/,
    handler: slippery(['issues', 'updateIssue'], updateIssue),
  },
  {
    method: 'DELETE',
    pattern: /^\/dashboard\/issues\/([^/]+)$/,
    handler: slippery(['issues', 'deleteIssue'], deleteIssue),
  },
  {
    method: 'GET',
    pattern: /^\/consumption\/sessions$/,
    handler: slippery(['listReading'], listReading),
  },
];

/** The routes below the older prefix: only one is documented. */
const OLD_ROUTES: Route[] = [
  {
    method: 'DELETE',
    pattern: /^\/dashboard\/plans\/([^/]+)$/,
    handler: slippery(['deletePlan'], (context, _ask, id) => deletePlan(context, id)),
  },
];

function decoded(context: Context, text: string): string | null {
  const {faults} = context;
  if (faults.has('path-not-decoded')) return text;
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (faults.has('bad-percent-crashes')) throw error;
    return null;
  }
}

function missing(context: Context, ask: Ask, otherMethod: boolean): Reply {
  const {faults} = context;
  const reply = notFound('address');
  if (faults.has('method-405') && otherMethod) reply.status = 405;
  if (faults.has('not-found-html')) {
    reply.body = `<html><body>No page ${ask.path.length}</body></html>`;
    reply.headers = {'Content-Type': 'text/html'};
  }
  return reply;
}

function heartbeat(context: Context): Reply {
  return {status: 200, body: {CODE: 'success', data: {alive: true, at: context.now()}}};
}

/** Serves a request that has passed authentication and limits. */
export async function route(context: Context, ask: Ask): Promise<Reply> {
  const method = ask.method === 'HEAD' ? 'GET' : ask.method;
  if (method === 'GET' && ask.path === `${V3}/heartbeat`) return heartbeat(context);
  if (ask.path.startsWith(`${OLD}/`)) {
    return among(context, ask, OLD_ROUTES, ask.path.slice(OLD.length));
  }
  if (apiOf(ask.path) !== 'v1') return missing(context, ask, false);
  return among(context, ask, ROUTES, ask.path.slice(V1.length));
}

async function among(context: Context, ask: Ask, routes: Route[], path: string): Promise<Reply> {
  const method = ask.method === 'HEAD' ? 'GET' : ask.method;
  let otherMethod = false;
  for (const {method: wanted, pattern, handler} of routes) {
    const match = pattern.exec(path);
    if (match === null) continue;
    otherMethod = true;
    if (wanted !== method) continue;
    const id = decoded(context, match[1] ?? '');
    return id === null ? notFound('user') : handler(context, ask, id);
  }
  return missing(context, ask, otherMethod);
}
