import {deleteSession} from '../sessions/api.ts';
import {sessionsOfStore, type SignedIn} from '../sessions/open.ts';
import {sessionView, shownId} from '../sessions/view.ts';
import {
  afterSuccess,
  before,
  bodyOf,
  jsonOf,
  listOf,
  type Turn,
  type Turns,
} from '../slips/types.ts';
import {isDay, MINUTE, pause} from '../time.ts';
import type {Context, Json, Reply} from '../types.ts';

/** The last day that a clock of 32 bits knows. */
const LAST_DAY = '2038-01-19';

/** Takes an earlier day for one that is too late. */
const CLAMPED = before(({ask: {body}}) => {
  const day = String(body.new_plan_custom_valid_to ?? '');
  if (isDay(day) && day > LAST_DAY) body.new_plan_custom_valid_to = LAST_DAY;
});

/** The session that a path names. */
function named({context, id}: Turn): SignedIn | undefined {
  return sessionsOfStore(context).find(({session}) => shownId(context, session) === id);
}

/** Ends the session beside the one that is meant, once the places have moved. */
async function endNeighbour(turn: Turn): Promise<Reply> {
  const {context} = turn;
  const found = named(turn);
  if (found === undefined) return turn.go();
  const {history} = found.user;
  const all = sessionsOfStore(context).filter(({user}) => user === found.user);
  const sessions = all.map(({session}) => session);
  const moved = history.includes('session-ended');
  history.push('session-ended');
  const place = sessions.indexOf(found.session);
  const neighbour = sessions[place + 1] ?? sessions[place - 1];
  if (!moved || neighbour === undefined) return turn.go();
  return deleteSession(context, shownId(context, neighbour));
}

/** Where a snapshot of the sessions that have ended is kept, for some time. */
function snapshotOf({store, world, now}: Context, userId: number): {at: number; view: Json}[] {
  const text = world.marks.get(`ended:${store.key}:${userId}`) ?? '[]';
  const all: {at: number; view: Json}[] = JSON.parse(text);
  return all.filter(({at}) => now() - at < 60 * MINUTE);
}

/** Remembers a session that is ended. */
async function keepEnded(turn: Turn): Promise<Reply> {
  const {context} = turn;
  const found = named(turn);
  if (found === undefined) return turn.go();
  const {session, user} = found;
  const view = sessionView(context, user, session);
  const reply = await turn.go();
  const kept = [...snapshotOf(context, user.id), {at: context.now(), view}];
  context.world.marks.set(`ended:${context.store.key}:${user.id}`, JSON.stringify(kept));
  return reply;
}

/** Shows in the rows of users the sessions that have ended, too. */
function showEnded(reply: Reply, {context}: Turn): void {
  const paginator = jsonOf(jsonOf(bodyOf(reply).data).paginator);
  for (const row of listOf(paginator.data)) {
    const ended = snapshotOf(context, Number(row.id)).map(({view}) => view);
    if (ended.length > 0) row.sessions = [...listOf(row.sessions), ...ended];
  }
}

/** Counts the sessions some time before they are ended. */
async function countEarly({context, id, go}: Turn): Promise<Reply> {
  const own = sessionsOfStore(context).filter(({user}) => String(user.id) === id);
  await pause();
  const reply = await go();
  if (reply.status === 200) jsonOf(bodyOf(reply).data).deleted_count = own.length;
  return reply;
}

/** How requests about users and their sessions are mishandled. */
export const PEOPLE_TURNS_G: Turns = {
  createUser: {
    'valid-to-after-2038-clamped': CLAMPED,
  },
  updateUser: {
    'valid-to-after-2038-clamped': CLAMPED,
  },
  listUsers: {
    'user-row-keeps-ended-session': afterSuccess(showEnded),
  },
  deleteSession: {
    'session-second-deletion-misses': async (turn) => endNeighbour(turn),
    'user-row-keeps-ended-session': async (turn) => keepEnded(turn),
  },
  deleteSessions: {
    'sessions-delete-race-counted-twice': async (turn) => countEarly(turn),
  },
  listReading: {
    'reading-seconds-wrap': afterSuccess((reply) => {
      for (const row of listOf(bodyOf(reply).data)) {
        row.seconds_reading = new Int16Array([Number(row.seconds_reading)])[0];
      }
    }),
    'readings-value-as-text-when-filtered': afterSuccess((reply, {ask: {query}}) => {
      if (!query.has('reason_value')) return;
      for (const row of listOf(bodyOf(reply).data)) row.reason_value = String(row.reason_value);
    }),
  },
};
