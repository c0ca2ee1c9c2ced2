import {BESIDE} from '../beside.ts';
import {manySessions} from '../many.ts';
import type {Chapter} from '../../language/chapter.ts';
import type {Setup} from '../../language/check.ts';
import {createUser} from '../people.ts';
import {idOfSession, sessionsOf, signIn} from '../sessions.ts';
import {endsWithUsers} from './ends/ends-with-users.ts';
import {nearExternalIds} from './list/near-external-ids.ts';
import {sameExternalId} from './list/same-external-id.ts';
import {sequences} from './sequences.ts';
import {sizesOfLaterPages} from './list/sizes-of-later-pages.ts';
import {tenancy} from './list/tenancy.ts';
import {times} from './times.ts';
import {cursorWalks} from './list/walks.ts';
import {byCheckout} from './by-checkout.ts';
import {filteredPages} from './list/filtered-pages.ts';
import {findingNothing} from './list/nothing-to-find.ts';
import {filters} from './list/filters.ts';
import {whoseSession} from './whose-session.ts';
import {existingSessions} from './existing-sessions.ts';
import {oneEnded} from './ends/one-ended.ts';
import {allEnded, neverSignedIn} from './ends/all-ended.ts';
import {agedSessions} from './ends/aged-sessions.ts';
import {loggedOut} from './ends/logged-out.ts';
import {forcedLogouts} from './ends/forced-logouts.ts';
import {endedAtOnce} from './ends/one-ended.ts';
import {signIns} from '../again.ts';

/**
 * A user is signed in with a browser and with an app; without a hook, the existing sessions are
 * used.
 */
const signedIn: Setup<object> = {
  id: 'store: somebody is signed in',
  reusable: true,
  ways: [
    (s) => {
      const {created} = createUser(s);
      signIn(s, created, 'web');
      signIn(s, created, 'mobile');
      return {};
    },
    () => ({}),
  ],
};

const noServerError = 'store.auth-sessions.unknown-cursor-does-no-harm';

/** Store / authentication sessions: the list, its filters and cursors, and the end of sessions. */
export const authSessions: Chapter = {
  chapter: 'store/auth-sessions',
  counted: [manySessions, signIns],
  models: [sequences],
  reads: [{api: 'store', op: 'listAuthSessions', rule: noServerError}],
  visits: [
    {api: 'store', op: 'listAuthSessions', args: () => ({})},
    {
      api: 'store',
      op: 'deleteAuthSession',
      args: (s) => ({path: idOfSession(signIn(s, createUser(s).created))}),
    },
    {
      api: 'store',
      op: 'deleteAuthSessionsOfUser',
      args: (s) => ({path: sessionsOf(createUser(s).created)}),
    },
  ],
  provocations: [
    {
      api: 'store',
      op: 'listAuthSessions',
      condition: 'session-page with rows',
      given: signedIn,
      mayBeEmpty: {
        rows: '/data',
        reason: 'nobody is signed in: the hook `sign-in` (hooks.sign-in) signs a user in',
      },
      act: (s) => ({subject: s.call('listAuthSessions')}),
    },
    {
      api: 'store',
      op: 'listAuthSessions',
      condition: 'invalid',
      act: (s) => ({
        subject: s.call('listAuthSessions', {query: {per_page: '0'}}),
        control: s.call('listAuthSessions', {query: {per_page: '1'}}),
      }),
    },
    {
      api: 'store',
      op: 'deleteAuthSession',
      condition: 'unknown',
      act: (s) => ({
        subject: s.call('deleteAuthSession', {path: {id: s.fresh('external-id')}}),
        // The control shows that the token is accepted. A session that could be deleted would need
        // a hook.
        control: s.call('listAuthSessions'),
      }),
    },
    {
      api: 'store',
      op: 'deleteAuthSessionsOfUser',
      condition: 'unknown',
      act: (s) => ({
        subject: s.call('deleteAuthSessionsOfUser', {path: {user_id: s.sample('unknown_user')}}),
        control: s.call('deleteAuthSessionsOfUser', {path: sessionsOf(createUser(s).created)}),
      }),
    },
    {
      api: 'store',
      op: 'deleteAuthSession',
      condition: 'foreign',
      act: (s) => {
        const path = idOfSession(signIn(s, createUser(s).created));
        const as = 'second-store' as const;
        return {
          subject: s.call('deleteAuthSession', {as, path}),
          control: s.call('deleteAuthSession', {path}),
        };
      },
    },
    {
      api: 'store',
      op: 'deleteAuthSessionsOfUser',
      condition: 'foreign',
      act: (s) => {
        const path = sessionsOf(createUser(s).created);
        const as = 'second-store' as const;
        return {
          subject: s.call('deleteAuthSessionsOfUser', {as, path}),
          control: s.call('deleteAuthSessionsOfUser', {path}),
        };
      },
    },
  ],
  checks: [
    ...BESIDE.sessions,
    ...filteredPages,
    ...findingNothing,
    ...filters,
    ...whoseSession,
    ...existingSessions,
    ...byCheckout,
    ...nearExternalIds,
    ...cursorWalks,
    ...sameExternalId,
    ...sizesOfLaterPages,
    ...oneEnded,
    ...allEnded,
    ...agedSessions,
    neverSignedIn,
    ...loggedOut,
    ...forcedLogouts,
    endedAtOnce,
    ...endsWithUsers,
    ...tenancy,
    ...times,
  ],
};
