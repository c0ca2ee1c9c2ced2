import type {Context, User} from '../types.ts';
import {after, afterSuccess, before, bodyOf, restatus, type Turn, type Turns} from './types.ts';

/** The user whom a path names. */
function userOf({context, id}: Turn): User | undefined {
  return context.store.users.get(Number(id));
}

/** Deactivates everybody whose external_id begins with one. */
function takeNamesakes({store, now}: Context, external: string): void {
  for (const one of store.users.values()) {
    if (one.externalId?.startsWith(external) === true) one.deletedAt ??= now();
  }
}

/** How requests about users are mishandled. */
export const USER_TURNS: Turns = {
  createUser: {
    'create-code-missing': afterSuccess((reply) => {
      delete bodyOf(reply).CODE;
    }),
  },
  updateUser: {
    'update-clears-password': afterSuccess((_reply, turn) => {
      const user = userOf(turn);
      if (user !== undefined && turn.ask.body.new_password === undefined) user.password = '';
    }),
    'update-admin-false-ignored': before(({ask}) => {
      if (ask.body.admin === false) delete ask.body.admin;
    }),
    'update-limit-ignored': async (turn) => {
      const user = userOf(turn);
      const limit = user?.sessionsLimit ?? null;
      const reply = await turn.go();
      if (user !== undefined) user.sessionsLimit = limit;
      return reply;
    },
  },
  deleteUser: {
    'anonymize-status-202': after((reply, {ask}) => {
      if (/^(true|1)$/.test(ask.query.get('anonymize') ?? '')) restatus(reply, 200, 202);
    }),
    'deactivate-takes-namesakes': async (turn) => {
      const external = userOf(turn)?.externalId ?? null;
      const reply = await turn.go();
      if (reply.status === 200 && external !== null) takeNamesakes(turn.context, external);
      return reply;
    },
  },
  reactivateUser: {
    'reactivate-403-only-once': async (turn) => {
      const user = userOf(turn);
      const again = user?.history.includes('stayed') === true;
      const reply = again ? {status: 200, body: {CODE: 'success', data: 1}} : await turn.go();
      if (reply.status === 403) user?.history.push('stayed');
      return reply;
    },
  },
};
