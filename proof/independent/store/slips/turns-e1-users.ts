import {pause} from '../time.ts';
import type {Json, Reply, User} from '../types.ts';
import {afterSuccess, bodyOf, type Turn, type Turns} from './types.ts';

/** The user whom a path names. */
function userOf({context, id}: Turn): User | undefined {
  return context.store.users.get(Number(id));
}

/** What an update can change of a user, its plans aside. */
function changeable(user: User): Json {
  const {email, password, admin, planAdmin, onlySeesReadable, sessionsLimit} = user;
  return {email, password, admin, planAdmin, onlySeesReadable, sessionsLimit};
}

/** Gives a plan, but writes back the list of plans that was read before others wrote theirs. */
async function writesBackPlans(turn: Turn): Promise<Reply> {
  const user = userOf(turn);
  if (user === undefined || turn.ask.body.assign_new_plan === undefined) return turn.go();
  const read = [...user.plans];
  await pause(150);
  const reply = await turn.go();
  if (reply.status < 300) user.plans = [...read, ...user.plans.slice(-1)];
  return reply;
}

/** How requests about users are mishandled. */
export const USER_TURNS_E1: Turns = {
  updateUser: {
    'plan-assign-race': async (turn) => writesBackPlans(turn),
  },
  deleteUser: {
    'deactivate-data-object': afterSuccess((reply) => {
      bodyOf(reply).data = {};
    }),
    'reactivation-undoes-updates': afterSuccess((_reply, turn) => {
      const user = userOf(turn);
      if (user === undefined) return;
      turn.context.world.marks.set(`left:${user.id}`, JSON.stringify(changeable(user)));
    }),
  },
  reactivateUser: {
    'reactivate-data-text': afterSuccess((reply) => {
      bodyOf(reply).data = '1';
    }),
    'reactivation-undoes-updates': afterSuccess((_reply, turn) => {
      const user = userOf(turn);
      const kept = turn.context.world.marks.get(`left:${turn.id}`);
      if (user !== undefined && kept !== undefined) Object.assign(user, JSON.parse(kept));
    }),
  },
};
