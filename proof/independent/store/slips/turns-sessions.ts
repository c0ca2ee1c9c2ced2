import {notFound} from '../replies.ts';
import {liveSessions} from '../sessions/open.ts';
import type {Context, Reply, User} from '../types.ts';
import {afterSuccess, before, bodyOf, jsonOf, type Turn, type Turns} from './types.ts';

function userOf({context, id}: Turn): User | undefined {
  return context.store.users.get(Number(id));
}

/** Loses a part of the query when another part is there. */
function loses(field: string, other: string): Turns[string][string] {
  return before(({ask: {query}}) => {
    if ((query.get(other) ?? '') !== '') query.delete(field);
  });
}

/** Answers to a second deletion of a session as to the first one. */
async function deleteAgain({context, id, go}: Turn): Promise<Reply> {
  const {marks} = context.world;
  const key = `session:${context.store.key}:${id}`;
  const reply = await go();
  if (reply.status === 200) marks.set(key, JSON.stringify(reply.body));
  const known = marks.get(key);
  if (reply.status !== 404 || known === undefined) return reply;
  return {status: 200, body: JSON.parse(known)};
}

function live(context: Context, user: User | undefined): User['sessions'] {
  return user === undefined ? [] : liveSessions(context, user);
}

/** How requests about sessions are mishandled. */
export const SESSION_TURNS: Turns = {
  listSessions: {
    'sessions-has-more-missing': afterSuccess((reply) => {
      delete jsonOf(bodyOf(reply).pagination).has_more;
    }),
    'sessions-external-lost-with-page': loses('external_id', 'per_page'),
    'sessions-external-lost-by-cursor': loses('external_id', 'cursor'),
    'sessions-per-page-lost-by-cursor': loses('per_page', 'cursor'),
  },
  deleteSession: {
    'session-delete-again-200': async (turn) => deleteAgain(turn),
  },
  deleteSessions: {
    'sessions-delete-count-missing': afterSuccess((reply) => {
      delete jsonOf(bodyOf(reply).data).deleted_count;
    }),
    'sessions-delete-newest-kept': async (turn) => {
      const user = userOf(turn);
      const newest = live(turn.context, user).slice(1).slice(-1);
      const reply = await turn.go();
      if (user !== undefined && reply.status === 200) user.sessions = newest;
      return reply;
    },
    'sessions-delete-none-404': async (turn) => {
      const none = live(turn.context, userOf(turn)).length === 0;
      return none ? notFound('session') : turn.go();
    },
  },
};
