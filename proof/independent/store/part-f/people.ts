import {createdView} from '../present.ts';
import {listSessions} from '../sessions/api.ts';
import {liveSessions} from '../sessions/open.ts';
import {pause} from '../time.ts';
import type {Json, Reply, User} from '../types.ts';
import {afterSuccess, bodyOf, jsonOf, listOf, type Turn, type Turns} from '../slips/types.ts';

/** The user whom a path names, or whom an answer shows. */
function userOf({context, id}: Turn, reply?: Reply): User | undefined {
  const shown = jsonOf(bodyOf(reply ?? {status: 0}).data).id;
  return context.store.users.get(Number(shown ?? id));
}

/** The two moments of a user whom an answer shows. */
function momentsOf(reply: Reply): Json[] {
  const {created_at: created, updated_at: updated} = jsonOf(bodyOf(reply).data);
  return [jsonOf(created), jsonOf(updated)];
}

/** A day that went through a signed number of 32 bits of seconds. */
function wrappedDay(day: string): string {
  const seconds = Date.parse(`${day}T00:00:00Z`) / 1000;
  return new Date((seconds | 0) * 1000).toISOString().slice(0, 10);
}

/** Wraps the end of the plan that a request has given. */
const wrapEnd = afterSuccess((reply, turn) => {
  const {assign_new_plan: plan, new_plan_custom_valid_to: day} = turn.ask.body;
  const given = userOf(turn, reply)?.plans.at(-1);
  if (plan === undefined || typeof day !== 'string' || given === undefined) return;
  given.until = wrappedDay(day);
});

/** Answers with the user that was made last, whoever asked for it. */
async function showLast(turn: Turn): Promise<Reply> {
  const {marks} = turn.context.world;
  const key = `last:${turn.context.store.key}`;
  const reply = await turn.go();
  if (reply.status !== 201) return reply;
  marks.set(key, String(jsonOf(bodyOf(reply).data).id));
  await pause();
  const last = turn.context.store.users.get(Number(marks.get(key)));
  if (last !== undefined) bodyOf(reply).data = createdView(turn.context, last);
  return reply;
}

/** Takes a wish to anonymize somebody who has left already for done. */
async function shortCut(turn: Turn): Promise<Reply> {
  const user = userOf(turn);
  const left = user !== undefined && user.deletedAt !== null && !user.anonymized;
  const one = turn.ask.query.getAll('anonymize').at(-1) === '1';
  return left && one ? {status: 200, body: {CODE: 'success', data: []}} : turn.go();
}

/** Counts the sessions that there were before others ended them. */
async function countBefore(turn: Turn): Promise<Reply> {
  const user = userOf(turn);
  const count = user === undefined ? 0 : liveSessions(turn.context, user).length;
  await pause();
  const reply = await turn.go();
  if (reply.status === 200) bodyOf(reply).data = {deleted_count: count};
  return reply;
}

/** Writes the number of a page into a cursor, of which it reads one digit. */
async function oneDigit(turn: Turn): Promise<Reply> {
  const {ask, context} = turn;
  const {marks} = context.world;
  const page = Number(marks.get(`page:${ask.query.get('cursor') ?? ''}`) ?? 1);
  const reply = await turn.go();
  if (reply.status !== 200) return reply;
  const body = bodyOf(reply);
  marks.set(`page:${String(jsonOf(body.pagination).next_cursor)}`, String(page + 1));
  if (page % 10 === 0) {
    const query = new URLSearchParams(ask.query);
    query.delete('cursor');
    body.data = bodyOf(listSessions(context, {...ask, query})).data;
  }
  return reply;
}

/** How requests about users and their sessions are mishandled. */
export const PEOPLE_TURNS_F: Turns = {
  createUser: {
    'valid-to-after-2038-wraps': wrapEnd,
    'created-answer-of-last-one': async (turn) => showLast(turn),
    'created-midnight-hour-24': afterSuccess((reply) => {
      for (const one of momentsOf(reply)) one.date = String(one.date).replace(' 00:', ' 24:');
    }),
    'created-timestamp-rounded': afterSuccess((reply, turn) => {
      const at = userOf(turn, reply)?.createdAt ?? 0;
      for (const one of momentsOf(reply)) one.timestamp = Math.round(at / 1000);
    }),
  },
  updateUser: {'valid-to-after-2038-wraps': wrapEnd},
  deleteUser: {'anonymize-1-done-when-deactivated': async (turn) => shortCut(turn)},
  listSessions: {
    'sessions-cursor-tenth-page': async (turn) => oneDigit(turn),
    'sessions-external-web-only': afterSuccess((reply, {ask}) => {
      const body = bodyOf(reply);
      if (!ask.query.has('external_id')) return;
      body.data = listOf(body.data).filter((one) => jsonOf(one.session_data).type === 'web');
    }),
  },
  deleteSessions: {'sessions-delete-count-race': async (turn) => countBefore(turn)},
};
