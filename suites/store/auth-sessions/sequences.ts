import type {Call} from '../../../spec/step.ts';
import {acting, type Model} from '../../language/model.ts';
import type {Handle, Script} from '../../language/script.ts';
import {idOf, newUser} from '../people.ts';
import {listOf, signIn} from '../sessions.ts';
import {endAll, endOne} from './ends/session-endings.ts';
import {NOBODY, relation, type SessionState} from './model.ts';

/** The external id with which a user was created. */
const externalIdOf = (s: Script, created: Handle) =>
  ((s.steps.find(({id}) => id === created.id) as Call).body as ReturnType<typeof newUser>)
    .external_id;

/** Every second sign-in uses an app. */
function signInInTurn(s: Script, created: Handle): Handle {
  const before = s.steps.filter(({step}) => step === 'control').length;
  return signIn(s, created, before % 2 ? 'mobile' : 'web');
}

/** Sessions begun, listed and ended in any order. */
export const sequences: Model<SessionState> = {
  rule: 'store.auth-sessions.sessions-live-from-sign-in-to-end',
  start: NOBODY,
  relation,
  openings: [
    'create, sign in, sign in, list, end the session @1, sign in, list, end the session @1, ' +
      'end the session @2, list',
    'create, sign in, force logout, sign in, list, force logout, list, end the session',
    'create, create, sign in @0, sign in, end all sessions @0, list, sign in @0, ' +
      'force logout by external id, list @0, sign in, list',
    'create, sign in, end all sessions, end all sessions, sign in, sign in, list, ' +
      'end all sessions, end the session @4',
  ],
  closing: ['list everybody'],
  consecutive: true,
  commands: {
    create: {record: (s) => s.call('createUser', {body: newUser(s)})},
    'sign in': acting('create', signInInTurn),
    'end the session': acting('sign in', endOne, {atOnce: true}),
    'end all sessions': acting('create', endAll, {atOnce: true}),
    'force logout': acting('create', (s, user) => s.call('forceLogout', {path: idOf(user)}), {
      atOnce: true,
    }),
    'force logout by external id': acting('create', (s, created) =>
      s.call('forceLogout', {path: {id: externalIdOf(s, created)}}),
    ),
    list: acting('create', (s, created) => listOf(s, created)),
    'list everybody': {
      record: (s) => s.walk('listAuthSessions', {query: {per_page: '200'}, atMost: 10}),
    },
  },
  situation: ({sessions}, {does, on: subject}) => {
    if (subject === undefined) return 'nobody';
    const session = sessions[subject];
    if (session) return session.life;
    const lives = Object.values(sessions).filter(({user}) => user === subject);
    const living = lives.filter(({life}) => life !== 'ended').length;
    return `${Math.min(living, 2)} of ${Math.min(lives.length, 3)}${does === 'list' ? '' : ' living'}`;
  },
};
