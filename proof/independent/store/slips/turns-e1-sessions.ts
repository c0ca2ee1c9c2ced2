import {liveSessions} from '../sessions/open.ts';
import type {Reply} from '../types.ts';
import {after, afterSuccess, bodyOf, jsonOf, listOf, type Turn, type Turns} from './types.ts';

/** The most that a page holds, whatever was asked for. */
const CAP = 100;

/** Answers with a shorter page than the one that was asked for. */
async function capped({ask: {query}, go}: Turn): Promise<Reply> {
  const asked = Number(query.get('per_page'));
  if (!(asked > CAP && asked <= 2 * CAP)) return go();
  query.set('per_page', String(CAP));
  const reply = await go();
  if (reply.status === 200) jsonOf(bodyOf(reply).pagination).per_page = asked;
  return reply;
}

/** Counts only the web sessions among those that end. */
async function countWeb({context, id, go}: Turn): Promise<Reply> {
  const user = context.store.users.get(Number(id));
  const live = user === undefined ? [] : liveSessions(context, user);
  const reply = await go();
  const count = live.filter(({type}) => type === 'web').length;
  if (reply.status === 200) jsonOf(bodyOf(reply).data).deleted_count = count;
  return reply;
}

/** How requests about sessions are mishandled. */
export const SESSION_TURNS_E1: Turns = {
  listSessions: {
    'sessions-errors-in-order-shape': after((reply) => {
      if (reply.status !== 422) return;
      const fields = Object.entries(jsonOf(bodyOf(reply).errors));
      const errors = fields.map(([title, details]) => ({title, details}));
      reply.body = {status: 422, errors};
    }),
    'sessions-keyed-by-id': afterSuccess((reply) => {
      const body = bodyOf(reply);
      body.data = Object.fromEntries(listOf(body.data).map((one) => [String(one.id), one]));
    }),
    'sessions-capped-at-100': async (turn) => capped(turn),
  },
  deleteSessions: {
    'sessions-delete-count-web-only': async (turn) => countWeb(turn),
  },
};
