import {cancelOrders} from '../plans.ts';
import {invalidField, notFound} from '../replies.ts';
import type {Reply} from '../types.ts';
import {afterSuccess, before, bodyOf, type Turn, type Turns} from './types.ts';

/** Cancels the orders of the users of other stores who have the address of one who leaves. */
async function cancelForeign({context, id, go}: Turn): Promise<Reply> {
  const email = context.store.users.get(Number(id))?.email;
  const reply = await go();
  if (reply.status !== 200) return reply;
  for (const store of context.world.stores) {
    if (store === context.store) continue;
    const same = [...store.users.values()].filter((one) => one.email === email);
    for (const one of same) cancelOrders({...context, store}, one, false);
  }
  return reply;
}

/** Refuses a list without a period. */
async function demandDays({ask: {query}, context, go}: Turn): Promise<Reply> {
  const reply = await go();
  const refused = reply.status === 200 && !query.has('from_date');
  return refused ? invalidField('from_date', 'This is needed.', context.faults) : reply;
}

/** Answers a list in which nothing is as one that is not there. */
async function missEmpty({go}: Turn): Promise<Reply> {
  const reply = await go();
  const {data} = bodyOf(reply);
  return Array.isArray(data) && data.length === 0 ? notFound('session') : reply;
}

/** Leaves nothing but the cursor in the address of the page before. */
function forgetFilters(reply: Reply): void {
  const body = bodyOf(reply);
  if (typeof body.prev_page_url !== 'string') return;
  const url = new URL(body.prev_page_url);
  const cursor = url.searchParams.get('cursor') ?? '';
  body.prev_page_url = `${url.origin}${url.pathname}?cursor=${cursor}`;
}

/** How requests about the end of users, and about what they have read, are mishandled. */
export const PEOPLE_TURNS_E2: Turns = {
  deleteUser: {
    'deactivate-orders-of-namesake': async (turn) => cancelForeign(turn),
  },
  listReading: {
    'readings-days-required': async (turn) => demandDays(turn),
    'readings-nothing-found-404': async (turn) => missEmpty(turn),
    'readings-prev-url-forgets-filters': afterSuccess(forgetFilters),
    'readings-user-filter-deactivated-empty': before(({ask: {query}, context}) => {
      const reader = context.store.users.get(Number(query.get('user_id') ?? 0));
      if ((reader?.deletedAt ?? null) !== null) query.set('user_id', '0');
    }),
  },
};
