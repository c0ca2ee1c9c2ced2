import {userById} from '../find.ts';
import {sessionsOfStore} from '../sessions/open.ts';
import {afterSuccess, before, bodyOf, listOf, type Turn, type Turns} from '../slips/types.ts';
import {pause} from '../time.ts';
import type {Reply} from '../types.ts';
import {listUsers} from '../users-list.ts';

/** How many sessions are ended at once. */
const CHUNK = 20;

/** Keeps the store of a request where the next request puts its own. */
async function listForLast({ask, context, go}: Turn): Promise<Reply> {
  const {marks, stores} = context.world;
  marks.set('store-of-request', context.store.key);
  await pause();
  const store = stores.find(({key}) => key === marks.get('store-of-request'));
  return store === undefined || store === context.store
    ? go()
    : listUsers({...context, store}, ask);
}

/** Stores the profile alone when the address is another one. */
async function keepPassword({ask, context, id, go}: Turn): Promise<Reply> {
  const user = userById(context, id, false);
  const {email, password} = {...user};
  const reply = await go();
  const moved = user !== undefined && user.email !== email;
  if (moved && ask.body.new_password !== undefined) user.password = password ?? '';
  return reply;
}

/** Ends sessions chunk by chunk, and passes over as many of the rest as it has ended. */
async function endInChunks({context, id, go}: Turn): Promise<Reply> {
  const user = userById(context, id, false);
  let rest = sessionsOfStore(context).filter((one) => one.user === user);
  const had = rest.length;
  for (let from = 0; from < rest.length; from += CHUNK) {
    rest = [...rest.slice(0, from), ...rest.slice(from + CHUNK)];
  }
  const reply = await go();
  if (user === undefined || reply.status !== 200) return reply;
  user.sessions = rest.map(({session}) => session);
  const count = had - rest.length;
  const message = `Sessions that have ended: ${count}.`;
  return {...reply, body: {...bodyOf(reply), message, data: {deleted_count: count}}};
}

/** How requests about users, their sessions and what they read are mishandled. */
export const PEOPLE_TURNS_H: Turns = {
  listUsers: {
    'users-race-other-store': async (turn) => listForLast(turn),
  },
  updateUser: {
    'password-lost-with-new-email': async (turn) => keepPassword(turn),
  },
  deleteSessions: {
    'sessions-delete-skips-second-chunk': async (turn) => endInChunks(turn),
  },
  listReading: {
    'readings-of-leavers-lost-by-user': before(({ask: {query}, context: {store}}) => {
      const left = store.users.get(Number(query.get('user_id')))?.deletedAt ?? null;
      if (left !== null) query.set('user_id', '-1');
    }),
    'reading-isbn-as-number': afterSuccess((reply) => {
      for (const row of listOf(bodyOf(reply).data)) {
        const {issue_external_id: id} = row;
        if (typeof id === 'string' && /^\d{1,15}$/.test(id)) row.issue_external_id = Number(id);
      }
    }),
  },
};
