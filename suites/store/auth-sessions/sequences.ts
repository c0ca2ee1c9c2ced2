import {defined} from '../../../spec/defined.ts';
import type {Call} from '../../../spec/step.ts';
import type {CommandSteps, Model} from '../../language/model.ts';
import type {Handle, Script} from '../../language/script.ts';
import {idOf, newUser} from '../people.ts';
import {idOfSession, listOf, sessionsOf, signIn} from '../sessions.ts';
import {NOBODY, relation, type SessionState} from './model.ts';

/** A command on the result of another command. */
const on = (
  made: string,
  record: (s: Script, subject: Handle) => Handle<unknown>,
): CommandSteps => ({
  on: made,
  record: (s, subject) => record(s, defined(subject, `what ${made} made`)),
});

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
    [
      'create',
      ['sign in', 0],
      ['sign in', 0],
      ['list', 0],
      ['end the session', 1],
      ['sign in', 0],
      ['list', 0],
      ['end the session', 1],
      ['end the session', 2],
      ['list', 0],
    ],
    [
      'create',
      ['sign in', 0],
      ['force logout', 0],
      ['sign in', 0],
      ['list', 0],
      ['force logout', 0],
      ['list', 0],
      ['end the session', 3],
    ],
    [
      'create',
      'create',
      ['sign in', 0],
      ['sign in', 1],
      ['end all sessions', 0],
      ['list', 1],
      ['sign in', 0],
      ['force logout by external id', 1],
      ['list', 0],
      ['sign in', 1],
      ['list', 1],
    ],
    [
      'create',
      ['sign in', 0],
      ['end all sessions', 0],
      ['end all sessions', 0],
      ['sign in', 0],
      ['sign in', 0],
      ['list', 0],
      ['end all sessions', 0],
      ['end the session', 4],
    ],
  ],
  closing: ['list everybody'],
  consecutive: true,
  commands: {
    create: {record: (s) => s.call('createUser', {body: newUser(s)})},
    'sign in': on('create', signInInTurn),
    'end the session': {
      ...on('sign in', (s, session) => s.call('deleteAuthSession', {path: idOfSession(session)})),
      atOnce: true,
    },
    'end all sessions': {
      ...on('create', (s, created) =>
        s.call('deleteAuthSessionsOfUser', {path: sessionsOf(created)}),
      ),
      atOnce: true,
    },
    'force logout': {
      ...on('create', (s, created) => s.call('forceLogout', {path: idOf(created)})),
      atOnce: true,
    },
    'force logout by external id': on('create', (s, created) =>
      s.call('forceLogout', {path: {id: externalIdOf(s, created)}}),
    ),
    list: on('create', (s, created) => listOf(s, created)),
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
